import { isPart, type PartKey } from './card-parts.ts'

/** What the address of a card holds beside the product. */
export interface CardSearch {
  readonly tab?: PartKey
  readonly number?: string
  readonly one?: number
  readonly other?: number
  /** Of «Что изменится»: the figure whose cases are shown. */
  readonly impact?: string
}

const wholeNumber = (raw: unknown): number | undefined => {
  const number = Number(raw)
  return Number.isInteger(number) && number > 0 ? number : undefined
}

/** The address of a card as it is understood: what it is not about is dropped. */
export function cardSearch(search: Record<string, unknown>): CardSearch {
  const [number, one, other] = [search['number'], search['one'], search['other']].map(wholeNumber)
  return {
    ...(isPart(search['tab']) && search['tab'] !== 'main' && { tab: search['tab'] }),
    ...(number !== undefined && { number: String(number) }),
    ...(one !== undefined && { one }),
    ...(other !== undefined && { other }),
    ...(typeof search['impact'] === 'string' && { impact: search['impact'] }),
  }
}
