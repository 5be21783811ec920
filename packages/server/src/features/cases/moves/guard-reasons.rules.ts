import { lowered } from '@ipoteka-office/contract/words.ts'
import type { SectionGap } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { Requirement } from '@ipoteka-office/contract/documents/document-completeness.ts'

const plural = (count: number, [one, few, many]: readonly [string, string, string]) => {
  const ten = count % 10
  const hundred = count % 100
  if (ten === 1 && hundred !== 11) return one
  return ten >= 2 && ten <= 4 && (hundred < 12 || hundred > 14) ? few : many
}
const first = (names: readonly string[], most: number): string => {
  const shown = names.slice(0, most).join(', ')
  return names.length > most ? `${shown} и ещё ${names.length - most}` : shown
}

const gapText = ({ participantName, sectionName, label }: SectionGap) =>
  `${participantName ?? sectionName}: ${lowered(label)}`

/** Why an application with gaps is not sent; null when there are none. */
export function gapsReason(gaps: readonly SectionGap[]): string | null {
  if (gaps.length === 0) return null
  const fields = plural(gaps.length, ['поле', 'поля', 'полей'])
  return `Не заполнено ${gaps.length} ${fields}: ${first(gaps.map(gapText), 3)}`
}

const requirementText = ({ documents }: Requirement) => documents.map(({ name }) => name).join(' или ')

/** Why documents do not let an application on; null when they do. */
export function documentsReason({
  missing,
  undecided,
}: {
  readonly missing: readonly Requirement[]
  readonly undecided: readonly Requirement[]
}): string | null {
  const isThere = ({ provided, quantity }: Requirement) => provided >= quantity
  const told = [
    ['Не хватает документов', missing.filter((one) => !isThere(one))],
    ['Не приняты документы', missing.filter(isThere)],
  ] as const
  const reasons = told.flatMap(([words, list]) =>
    list.length > 0 ? `${words} (${list.length}): ${first(list.map(requirementText), 3)}` : [],
  )
  if (reasons.length > 0) return reasons.join('. ')
  if (undecided.length === 0) return null
  const facts = [...new Set(undecided.flatMap(({ dependsOn }) => dependsOn.map(({ label }) => label)))]
  return `Нужны ли документы, пока не решить — укажите: ${first(facts, 3)}`
}

/** How many remarks are in each state. */
export interface RemarkCounts {
  readonly open: number
  readonly answered: number
  readonly closed: number
}
/** Conditions of moves about remarks: null when they hold. */
export const remarkReasons = {
  openRemarks: ({ open }: RemarkCounts) =>
    open > 0 ? null : 'Добавьте хотя бы одно замечание: что исправить',
  answeredRemarks: ({ open }: RemarkCounts) =>
    open === 0
      ? null
      : `Ответьте на ${plural(open, ['замечание', 'замечания', 'замечания'])}: без ответа ${open}`,
  noOpenRemarks: ({ open, answered }: RemarkCounts) =>
    open + answered === 0 ? null : `Не снято замечаний: ${open + answered}. Снимите их или верните заявку`,
} as const
