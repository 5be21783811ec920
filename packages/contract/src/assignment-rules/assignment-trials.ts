import { z } from 'zod'
import { pageOf, PageQuery } from '../common/page.ts'
import { PersonRef } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { BackgroundTask } from '../notifications/notifications.ts'
import { AssignmentScope } from './assignment-scopes.ts'
import { assignmentOutcomes } from './assignment-reasons.ts'
import { TestSummary } from './assignment-rules.ts'

/** Cases of yesterday that the rules are tried on, at most. */
export const mostTried = 500

/** Where the rules send one case. */
const Side = z.object({
  outcome: keyOf(assignmentOutcomes),
  rule: z.string().nullable(),
  /** The person or the queue. */
  to: z.string().nullable(),
  reason: z.string(),
})
export const TriedCase = z.object({
  id: Id,
  number: z.string(),
  clientName: z.string(),
  before: Side,
  after: Side,
})
export type TriedCase = z.output<typeof TriedCase>

export const Trial = z.object({
  /** The day of the cases; null: one case by its number. */
  day: z.string().nullable(),
  summary: TestSummary,
  /** How many each person or queue gets, by the rules in force and by the draft; who gets the most first. */
  people: z.array(z.object({ name: z.string(), before: z.int(), after: z.int() })),
  byRule: z.array(z.object({ ruleId: Id, name: z.string(), cases: z.int() })),
  /** Those that go elsewhere or to nobody first; 100 at most. */
  cases: z.array(TriedCase),
})
export type Trial = z.output<typeof Trial>

/** Nothing is assigned; a try of the draft is marked at it. */
export const tryRules = endpoint({
  method: 'POST',
  path: '/assignment-rules/:scope/trial',
  summary: 'Проверка черновика на одном деле или на вчерашних',
  access: signedIn,
  params: z.object({ scope: AssignmentScope }),
  body: z.object({
    /** Null: those that came yesterday, or on the last day on which any came. */
    number: z.string().trim().min(1).max(64).nullable(),
  }),
  response: Trial,
})

/** Which open cases are looked at. */
export const reassignedKinds = {
  NOBODY: 'Только дела без ответственного',
  ALL: 'Все открытые, кроме назначенных вручную',
} as const
export const runStates = {
  PLANNED: 'Предпросмотр',
  RUNNING: 'Выполняется',
  DONE: 'Выполнено',
} as const

/** Gives open cases anew by the rules in force: first what would move, then an answer for each. */
export const ReassignmentRun = z.object({
  id: Id,
  scope: AssignmentScope,
  which: keyOf(reassignedKinds),
  state: keyOf(runStates),
  author: PersonRef,
  createdAt: Instant,
  finishedAt: Instant.nullable(),
  setNumber: z.int().nullable(),
  /** Looked at; `most` of them at a time. */
  looked: z.int(),
  most: z.int(),
  moving: z.int(),
  done: z.int(),
  failed: z.int(),
  people: z.array(z.object({ name: z.string(), now: z.int(), after: z.int() })),
})
export type ReassignmentRun = z.output<typeof ReassignmentRun>

export const ReassignmentItem = z.object({
  caseId: Id,
  number: z.string(),
  clientName: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  rule: z.string().nullable(),
  /** Null: not yet. */
  done: z.boolean().nullable(),
  /** Why it did not move. */
  answer: z.string().nullable(),
})
export type ReassignmentItem = z.output<typeof ReassignmentItem>

const RunKey = z.object({ id: IdParam })

export const planReassignment = endpoint({
  method: 'POST',
  path: '/assignment-rules/:scope/reassignments',
  summary: 'Предпросмотр перераспределения открытых дел',
  access: signedIn,
  params: z.object({ scope: AssignmentScope }),
  body: z.object({ which: keyOf(reassignedKinds) }),
  response: ReassignmentRun,
  idempotent: true,
})
export const getReassignmentRun = endpoint({
  method: 'GET',
  path: '/assignment-rules/reassignments/:id',
  summary: 'Перераспределение открытых дел',
  access: signedIn,
  params: RunKey,
  response: ReassignmentRun,
})
export const listRunItems = endpoint({
  method: 'GET',
  path: '/assignment-rules/reassignments/:id/items',
  summary: 'Дела перераспределения с ответом по каждому',
  access: signedIn,
  params: RunKey,
  query: PageQuery,
  response: pageOf(ReassignmentItem),
})
export const startReassignmentRun = endpoint({
  method: 'POST',
  path: '/assignment-rules/reassignments/:id/start',
  summary: 'Начать перераспределение',
  access: signedIn,
  params: RunKey,
  response: z.object({ task: BackgroundTask }),
  idempotent: true,
})
