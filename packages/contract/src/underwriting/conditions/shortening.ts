import type { ConditionTerms } from './conditions.ts'

/**
 * The last day of a decision with these conditions: the first of those that shorten it, where that is earlier. When the
 * condition is met the decision does not last longer again: what was signed is what holds.
 */
export function shortenedTo(
  lastDay: string | null,
  conditions: readonly Pick<ConditionTerms, 'dueOn' | 'shortens'>[],
): string | null {
  const days = conditions.flatMap(({ dueOn, shortens }) => (shortens && dueOn !== null ? [dueOn] : []))
  return [...days, ...(lastDay === null ? [] : [lastDay])].toSorted()[0] ?? null
}

/** What is wrong with a condition that shortens the decision, by the rules that form and server share. */
export function shorteningIssue({
  shortens,
  dueOn,
  point,
}: Pick<ConditionTerms, 'shortens' | 'dueOn' | 'point'>): string | null {
  if (!shortens) return null
  if (dueOn === null) return 'Укажите последний день: условие сокращает срок решения'
  return point === 'AFTER_ISSUE' ? 'После выдачи срок решения уже не идёт: снимите отметку' : null
}
