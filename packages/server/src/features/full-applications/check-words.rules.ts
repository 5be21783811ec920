import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import { isBlacklistCheck } from '#features/blacklists/matching/hits.rules.ts'

/** What the bank has said of an answer: of this one, as long as the check says the same. */
export interface OfAnswer {
  readonly checkId: number
  readonly state: string
  readonly text: string
}
interface Answer {
  readonly id: number
  readonly state: string
  readonly text: string
}

/** Whether a word is of what the check says now. */
export const isOf = (word: OfAnswer, check: Answer): boolean =>
  word.checkId === check.id && word.state === check.state && word.text === check.text

/** Whether the risk of an answer is taken on a day; of several the latest counts. */
export const riskOf = <R extends OfAnswer & { readonly validTo: string | null }>(
  check: Answer,
  latestFirst: readonly R[],
  day: string,
): (R & { readonly validTo: string }) | undefined => {
  const latest = latestFirst.find(({ checkId }) => checkId === check.id)
  if (latest === undefined || latest.validTo === null) return undefined
  return isOf(latest, check) && latest.validTo >= day ? { ...latest, validTo: latest.validTo } : undefined
}

/** The checks, with those marked whose risk somebody has taken. */
export const withRisks = <C extends Answer>(
  checks: readonly C[],
  risks: readonly (OfAnswer & { readonly validTo: string | null })[],
  day: string,
): (C & { isRiskTaken: boolean })[] =>
  checks.map((check) => ({ ...check, isRiskTaken: riskOf(check, risks, day) !== undefined }))

/** Checks whose stop stands whatever anybody says. */
export const hardStops: readonly string[] = ['TERRORIST_115FZ', 'PASSPORT_INVALID']

/** Why a word on the whole answer would settle nothing; null when it would. */
export const refusalToJudgeWhole = ({
  code,
  state,
}: {
  readonly code: string
  readonly state: string
}): string | null =>
  isBlacklistCheck(code) && (state === 'WARN' || state === 'FAIL')
    ? 'О чёрных списках говорят по каждому совпадению: выберите вердикт у совпадения'
    : null

/** Why nobody takes the risk of a check now; null when somebody who may can. */
export function refusalToTakeRisk({
  code,
  state,
}: {
  readonly code: string
  readonly state: string
}): string | null {
  if (state === 'OK') return 'Проверка пройдена: принимать нечего'
  if (state === 'HELD') return heldWords
  if (state !== 'WARN' && state !== 'FAIL')
    return 'Ответа, который действует, нет: сначала нажмите «Повторить». Ошибка сервиса — не риск, который можно принять'
  if (state === 'FAIL' && hardStops.includes(code))
    return 'Этот стоп-фактор не снимают: он закрывает кредит для всех'
  if (state === 'FAIL' && isBlacklistCheck(code))
    return 'Запись «СТОП» исправляют или обжалуют в чёрном списке'
  return refusalToJudgeWhole({ code, state })
}
