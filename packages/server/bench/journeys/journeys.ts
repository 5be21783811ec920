/** What packages/e2e/src/journeys/measure.ts is asked over its channel. */
export interface JourneysMessage {
  readonly url: string
}
/** What a journey cost the person. */
export interface JourneyCosts {
  readonly clicks: number
  readonly typed: number
  readonly chosen: number
  readonly pages: number
  readonly waitedMs: number
  readonly outsideMs: number
  readonly wholeMs: number
}
/** What it answers: by the names of `journeyTitles`. */
export type Journeys = Readonly<Record<JourneyName, JourneyCosts>>

/** The journeys, as they stand in the report. */
export const journeyTitles = {
  mortgageOfNew: 'ипотека нового клиента: от лида до отправки',
  mortgageOfKnown: 'то же, клиент известен, паспорт и 2-НДФЛ отсканированы',
  loanOfNew: 'потребительский кредит нового клиента: до отправки',
  takenAndReturned: 'проверяющий берёт дело и возвращает на доработку',
} as const
export type JourneyName = keyof typeof journeyTitles

/** What a known client with scans may cost; choices and clicks with a few to spare. */
export const knownClientLimits = { typed: 20, chosen: 10, clicks: 75, waitedMs: 6_000 } as const
