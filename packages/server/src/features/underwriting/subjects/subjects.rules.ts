import {
  negativeCode,
  positiveCodes,
  type SubjectKind,
} from '@ipoteka-office/contract/underwriting/subject-decisions.ts'

/** Somebody who owes in a case, or something that is mortgaged there, with the last word on it. */
export interface SubjectRow {
  readonly kind: SubjectKind
  readonly id: number
  readonly title: string
  /** The role of a person, the name of the type of an object. */
  readonly note: string
  /** Hash of the facts as they are now. */
  readonly seen: string
  readonly decisionId: number | null
  readonly code: string | null
  /** Whether the facts are those that the word was said of; null: there is none. */
  readonly isCurrent: boolean | null
}

/** What stands between a subject and an approval of the whole, as a state of it; null: nothing. */
function lackOfOne({ code, isCurrent }: Pick<SubjectRow, 'code' | 'isCurrent'>): string | null {
  if (code === null) return 'решения нет'
  if (isCurrent !== true) return 'данные изменились после решения'
  return positiveCodes.includes(code) ? null : 'решение не положительное'
}

const isOut = ({ kind, code, isCurrent }: SubjectRow) =>
  kind === 'OBJECT' && code === negativeCode && isCurrent === true

/**
 * Why the whole cannot be approved yet because of each subject. An object that was refused goes into no deal, so that it
 * keeps no other one from it; where none is left, the refused ones are the obstacle.
 */
export function lacksOfSubjects(
  subjects: readonly SubjectRow[],
): { readonly subject: SubjectRow; readonly lack: string | null }[] {
  const hasOther = subjects.some((subject) => subject.kind === 'OBJECT' && !isOut(subject))
  return subjects.map((subject) => ({
    subject,
    lack: isOut(subject) && hasOther ? null : lackOfOne(subject),
  }))
}

/** Why the whole is not approved, naming who lacks what; null: every subject has its positive decision. */
export function subjectsReason(subjects: readonly SubjectRow[]): string | null {
  const lacking = lacksOfSubjects(subjects).flatMap(({ subject: { title, kind }, lack }) =>
    lack === null ? [] : [`${title || (kind === 'PERSON' ? 'заёмщик' : 'объект')} — ${lack}`],
  )
  return lacking.length === 0
    ? null
    : `Сначала решите по каждому заёмщику и по объекту: ${lacking.join('; ')}`
}
