import { z } from 'zod'
import { CaseHead } from '../cases/cases.ts'
import { NamedRef, PersonRef } from '../common/refs.ts'
import { Code, Id, IdParam, Instant, keyOf, requiredText } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { engineResults } from './decided-filter.ts'

/** States of a run. */
export const runStates = {
  WAITING: 'Выполняется',
  ANSWERED: 'Ответ получен',
  FAILED: 'СПР не ответила',
} as const

/** Why the engine says no: what it found, what it allows, and what would lift it, all in words. */
export const StopFactor = z.object({
  code: z.string().min(1).max(64),
  name: z.string().min(1).max(200),
  value: z.string().max(200),
  norm: z.string().max(200),
  lift: z.string().max(500),
  /** Nobody lifts it. */
  hard: z.boolean().default(false),
})
export type StopFactor = z.output<typeof StopFactor>

const Decimal = z.string().regex(/^\d{1,13}(\.\d{1,4})?$/)
/** An answer of the engine; sums are roubles, the rate percent a year. */
export const EngineAnswer = z.object({
  result: keyOf(engineResults),
  /** Number of the request in the engine's own books. */
  requestNumber: z.string().min(1).max(100),
  strategy: z.string().min(1).max(100),
  score: z.int().nullable().default(null),
  limit: Decimal.nullable().default(null),
  rateGroup: z.string().max(50).nullable().default(null),
  rate: Decimal.nullable().default(null),
  factors: z.array(StopFactor).max(50).default([]),
  notes: z.array(z.string().max(500)).max(50).default([]),
})
export type EngineAnswer = z.output<typeof EngineAnswer>

/** What becomes of a dispute. */
export const disputeOutcomes = { LIFTED: 'Стоп-фактор снят', UPHELD: 'Стоп-фактор остаётся' } as const
export type DisputeOutcome = keyof typeof disputeOutcomes

export const StopDispute = z.object({
  id: Id,
  factor: z.string(),
  comment: z.string(),
  documents: z.array(NamedRef),
  by: PersonRef,
  at: Instant,
  /** Null: it waits for an answer. */
  outcome: keyOf(disputeOutcomes).nullable(),
  answer: z.string().nullable(),
  decidedBy: PersonRef.nullable(),
  decidedAt: Instant.nullable(),
  /** Why the caller does not answer it. */
  refusal: z.string().nullable(),
})
export type StopDispute = z.output<typeof StopDispute>

const RunFactor = StopFactor.extend({
  dispute: StopDispute.nullable(),
  /** Why the caller does not dispute it. */
  refusalToDispute: z.string().nullable(),
})
export const EngineRun = z.object({
  id: Id,
  at: Instant,
  /** Null: the system. */
  by: PersonRef.nullable(),
  /** Why it was run, in words. */
  cause: z.string(),
  state: keyOf(runStates),
  answeredAt: Instant.nullable(),
  durationMs: z.int().nullable(),
  attempts: z.int(),
  error: z.string().nullable(),
  standIn: z.boolean(),
  answer: EngineAnswer.omit({ factors: true }).nullable(),
  factors: z.array(RunFactor),
  /** What is otherwise than in the answered run before. */
  differences: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** JSON as text, without personal numbers. */
  request: z.string().nullable(),
  response: z.string().nullable(),
})
export type EngineRun = z.output<typeof EngineRun>

export const EngineRuns = z.object({
  head: CaseHead.pick({
    id: true,
    type: true,
    number: true,
    clientName: true,
    stageName: true,
    partner: true,
  }),
  /** How often people may ask again today. */
  left: z.int(),
  refusalToRepeat: z.string().nullable(),
  /** The latest first. */
  runs: z.array(EngineRun),
  /** Documents of the case that a dispute may name. */
  documents: z.array(NamedRef),
})
export type EngineRuns = z.output<typeof EngineRuns>

const Params = z.object({ id: IdParam })

/** For people of the bank who hold `Underwriting.List`. */
export const getEngineRuns = endpoint({
  method: 'GET',
  path: '/underwriting/:id/engine-runs',
  summary: 'Ответы СПР по заявке',
  access: signedIn,
  params: Params,
  response: EngineRuns,
})
/** 409 while a run waits for its answer, and when those of the day are spent. */
export const repeatEngineRun = endpoint({
  method: 'POST',
  path: '/underwriting/:id/engine-runs',
  summary: 'Повторить запрос в СПР',
  access: signedIn,
  params: Params,
  body: z.object({ reason: requiredText(1_000) }),
  response: EngineRuns,
  idempotent: true,
})
/** Goes to those who control decisions as a task; 409 of a hard one and of one that is disputed already. */
export const disputeStopFactor = endpoint({
  method: 'POST',
  path: '/underwriting/:id/engine-runs/:runId/disputes',
  summary: 'Оспорить стоп-фактор',
  access: signedIn,
  params: Params.extend({ runId: IdParam }),
  body: z.object({
    factor: Code,
    comment: requiredText(2_000),
    documents: z.array(Id).max(20).default([]),
  }),
  response: EngineRuns,
  idempotent: true,
})
/** By whoever controls decisions, never by the one who disputed. */
export const answerDispute = endpoint({
  method: 'POST',
  path: '/underwriting/:id/disputes/:disputeId',
  summary: 'Ответить по оспоренному стоп-фактору',
  access: signedIn,
  params: Params.extend({ disputeId: IdParam }),
  body: z.object({ outcome: keyOf(disputeOutcomes), comment: requiredText(2_000) }),
  response: EngineRuns,
  idempotent: true,
})
