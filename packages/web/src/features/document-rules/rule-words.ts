import type { RuleIssueKind } from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import type { RuleType } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { RuleState } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { formatDate } from '#lib/dates.ts'
import { shortName } from '#lib/format.ts'
import type { Option } from '#ui/select/option-search.ts'
import type { Tone } from '#ui/tag.tsx'

/** How states of rules look. */
export const stateTones: Record<RuleState, 'neutral' | 'green' | 'amber' | 'red'> = {
  ACTIVE: 'green',
  PLANNED: 'amber',
  DRAFT: 'neutral',
  ENDED: 'neutral',
  DELETED: 'red',
}

/** Findings that a list marks, in a word each. */
export const issueMarks: Record<RuleIssueKind, { text: string; tone: Tone }> = {
  CONFLICT: { text: 'Конфликт', tone: 'red' },
  IMPOSSIBLE: { text: 'Невыполнимо', tone: 'red' },
  SHADOWED: { text: 'Перекрыто', tone: 'amber' },
  DUPLICATE: { text: 'Повтор', tone: 'amber' },
  IDLE: { text: 'Ничего не отменяет', tone: 'amber' },
  UNPROVEN: { text: 'Не проверено', tone: 'neutral' },
}

/** The address of a rule's page. */
export const rulePath = (id: number, ruleType: RuleType): string => `/document-edit/${id}/${ruleType}`

/** «с 01.01.2026», «по 31.12.2026», «01.01.2026 – 31.12.2026»; null when nothing is bounded. */
export function periodText(from: string | null, to: string | null): string | null {
  // A version that was replaced on its first day has never been in force.
  if (from && to && to < from) return `${formatDate(from)}, заменена в тот же день`
  if (from && to) return `${formatDate(from)} – ${formatDate(to)}`
  if (from) return `с ${formatDate(from)}`
  return to ? `по ${formatDate(to)}` : null
}

/** A person by the last name and initials; what is no person, e.g. the delivery, as it is. */
export const authorText = (name: string): string =>
  name.trim().split(/\s+/).length >= 3 ? shortName(name) : name

/** «СНИЛС или ИНН»: any one of them is enough. */
export const anyOfText = (documents: readonly Option[]): string =>
  documents.map(({ name }) => name).join(' или ')

const places = ['rules', 'coverage', 'check', 'issues'] as const
export type Mode = (typeof places)[number]
/** The part of the page that the address asks for. */
export const modeOf = (search: Record<string, unknown>): Mode =>
  places.find((place) => place === search.mode) ?? 'rules'
