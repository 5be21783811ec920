import { heldFactor } from '@ipoteka-office/contract/compliance/held.ts'
import { engineResults } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import type {
  EngineAnswer,
  EngineRun,
  StopFactor,
} from '@ipoteka-office/contract/underwriting/engine-runs.ts'

const decimal = (value: string | null) => value?.replace('.', ',') ?? 'нет'

/** What an answer says, line by line. */
const lines = (answer: EngineAnswer): [string, string][] => [
  ['Результат', engineResults[answer.result]],
  ['Версия стратегии', answer.strategy],
  ['Балл', answer.score === null ? 'нет' : String(answer.score)],
  ['Лимит', decimal(answer.limit)],
  ['Группа ставки', answer.rateGroup ?? 'нет'],
  ['Ставка', decimal(answer.rate)],
  ['Примечания', answer.notes.join('; ') || 'нет'],
]
const factorText = ({ value, norm }: StopFactor) => `${value}, норма ${norm}`

/** What one answer says otherwise than the one before. */
export function differencesOf(before: EngineAnswer | undefined, now: EngineAnswer): EngineRun['differences'] {
  if (before === undefined) return []
  const earlier = new Map(lines(before))
  const changed = lines(now).flatMap(([label, after]) => {
    const was = earlier.get(label) ?? ''
    return was === after ? [] : [{ label, before: was, after }]
  })
  const codes = new Set([...before.factors, ...now.factors].map(({ code }) => code))
  const factors = [...codes].flatMap((code) => {
    const [one, two] = [before, now].map(({ factors: all }) => all.find((each) => each.code === code))
    const [was, is] = [one, two].map((each) => (each === undefined ? 'нет' : factorText(each)))
    if (was === is) return []
    return [{ label: `Стоп-фактор: ${(two ?? one)?.name ?? code}`, before: was ?? '', after: is ?? '' }]
  })
  return [...changed, ...factors]
}

/** A dispute as far as it answers a factor. */
interface Disputed {
  readonly factor: string
  readonly value: string
}

/** The last dispute of a factor as it stands now: another value is another factor. */
export const disputeOf = <D extends Disputed>(
  { code, value }: Pick<StopFactor, 'code' | 'value'>,
  latestFirst: readonly D[],
): D | undefined => latestFirst.find((one) => one.factor === code && one.value === value)

/** Stop factors of the latest answer that nobody has lifted. */
export const standingFactors = (
  latest: EngineAnswer | null | undefined,
  disputes: readonly (Disputed & { readonly outcome: string | null })[],
): StopFactor[] =>
  // What the responsible officer decides holds the case by itself: nobody's authority allows it.
  (latest?.factors ?? []).filter(
    (factor) =>
      factor.code !== heldFactor.code && (factor.hard || disputeOf(factor, disputes)?.outcome !== 'LIFTED'),
  )
