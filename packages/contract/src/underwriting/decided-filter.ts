import { z } from 'zod'
import { Day } from '../common/items.ts'
import { Code, Id, keyOf } from '../common/scalars.ts'

/** What the engine says of an application. */
export const engineResults = {
  APPROVE: 'Одобрить',
  REJECT: 'Отказать',
  REVIEW: 'Решает человек',
} as const
export type EngineResult = keyof typeof engineResults

/** What a decision may end an application with. */
export const finalOutcomes = { APPROVE: 'Одобрено', REJECT: 'Отказано' } as const
export type FinalOutcome = keyof typeof finalOutcomes

/** What stands out in a decision. */
export const decidedMarks = {
  AUTOMATIC: 'Без участия человека',
  OUTSIDE: 'Внешней системой',
  RETURNED: 'С возвратом на доработку',
  AGAINST_ENGINE: 'Вопреки совету СПР',
  AGAINST_SCORE: 'Вопреки скоринговой карте',
} as const
export type DecidedMark = keyof typeof decidedMarks

/**
 * Decisions as the statistics count them: the last approval or refusal of an application. The journal takes the same filter,
 * so that a number and the list that it opens cannot differ. An absent or empty part does not restrict.
 */
export const DecidedFilter = z.object({
  decidedFrom: Day.optional(),
  decidedTo: Day.optional(),
  outcomes: z.array(keyOf(finalOutcomes)).max(2).default([]),
  /** Of each of these at once. */
  marks: z.array(keyOf(decidedMarks)).max(5).default([]),
  /** Who signed. */
  authorIds: z.array(Id).max(100).default([]),
  /** Reasons of the decision: any of them. */
  reasons: z.array(Code).max(50).default([]),
  /** Decided in no less than so many minutes since the bank received it. */
  minutesFrom: z.int().min(0).max(10_000_000).optional(),
})
export type DecidedFilter = z.output<typeof DecidedFilter>

/** Whether the filter asks of decisions at all: a journal shows applications without one too. */
export const asksOfDecisions = (filter: DecidedFilter): boolean =>
  filter.decidedFrom !== undefined ||
  filter.decidedTo !== undefined ||
  filter.minutesFrom !== undefined ||
  [filter.outcomes, filter.marks, filter.authorIds, filter.reasons].some((list) => list.length > 0)
