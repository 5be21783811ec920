import { z } from 'zod'
import { CaseHead } from '../cases/cases.ts'
import { CaseType } from '../cases/types/case-types.ts'
import { SearchText } from '../common/items.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { PersonRef } from '../common/refs.ts'
import { Id, IdParam, Instant, keyOf, requiredText } from '../common/scalars.ts'
import { canInBank, endpoint, signedIn } from '../endpoint.ts'

/** What the responsible officer decides of a hit. */
export const officerOutcomes = {
  NO_MATCH: 'Не совпадение: отпустить заявку',
  MATCH: 'Совпадение подтверждено',
  SUSPENDED: 'Приостановить: нужны сведения',
} as const
export type OfficerOutcome = keyof typeof officerOutcomes

/** How a hit stands: nobody has decided, or what was decided last. */
export const hitStates = {
  WAITING: 'Ждёт решения',
  SUSPENDED: 'Приостановлено',
  MATCH: 'Совпадение',
  NO_MATCH: 'Не совпадение',
} as const
export type HitState = keyof typeof hitStates

/** Where it was found. */
export const hitSources = {
  CHECK: 'Ответ службы',
  LIST: 'Перечень банка',
  ENGINE: 'Ответ СПР',
} as const
export type HitSource = keyof typeof hitSources

export const OfficerDecision = z.object({
  id: Id,
  outcome: keyOf(officerOutcomes),
  comment: z.string(),
  by: PersonRef,
  at: Instant,
})
export type OfficerDecision = z.output<typeof OfficerDecision>

export const ComplianceHit = z.object({
  id: Id,
  /** Null: of the whole application. */
  participantId: Id.nullable(),
  participantName: z.string(),
  source: keyOf(hitSources),
  state: keyOf(hitStates),
  text: z.string(),
  /** What was asked and what came back, JSON as text; personal numbers are masked. */
  request: z.string(),
  response: z.string(),
  /** Invented by the stand-in of a service that is not connected. */
  standIn: z.boolean(),
  foundAt: Instant,
  /** The latest first. */
  decisions: z.array(OfficerDecision),
  /** Why the caller does not decide now. */
  refusal: z.string().nullable(),
})
export type ComplianceHit = z.output<typeof ComplianceHit>

export const ComplianceSheet = z.object({
  head: CaseHead.pick({ id: true, type: true, number: true, clientName: true }),
  /** Nobody approves the application until then. */
  held: z.boolean(),
  hits: z.array(ComplianceHit),
})
export type ComplianceSheet = z.output<typeof ComplianceSheet>

const Params = z.object({ id: IdParam })

/** For those of the bank who hold `Compliance` on the type of the case; others do not learn whether there is anything. */
export const getComplianceSheet = endpoint({
  method: 'GET',
  path: '/underwriting/:id/compliance',
  summary: 'Совпадения с перечнями 115-ФЗ и решения ответственного сотрудника',
  access: signedIn,
  params: Params,
  response: ComplianceSheet,
})
/** Decisions are kept for good; a later one replaces the one before. 409 with the sheet where another came first. */
export const decideComplianceHit = endpoint({
  method: 'POST',
  path: '/underwriting/:id/compliance/:hitId/decision',
  summary: 'Решение ответственного сотрудника по совпадению',
  access: signedIn,
  params: Params.extend({ hitId: IdParam }),
  body: z.object({
    outcome: keyOf(officerOutcomes),
    comment: requiredText(2_000),
    /** The last decision that the person has read; null: there was none. */
    after: Id.nullable(),
  }),
  response: ComplianceSheet,
  idempotent: true,
})

/** A hit in the list of those that wait. */
export const WaitingHit = z.object({
  id: Id,
  case: z.object({
    id: Id,
    type: CaseType,
    number: z.string(),
    clientName: z.string(),
    stageName: z.string(),
  }),
  participantName: z.string(),
  source: keyOf(hitSources),
  state: keyOf(hitStates),
  foundAt: Instant,
  decidedBy: PersonRef.nullable(),
  decidedAt: Instant.nullable(),
})
export type WaitingHit = z.output<typeof WaitingHit>

/** What the list asks for: those that wait for a word, those put aside, or those that are decided. */
export const hitTabs = { WAITING: 'Ждут решения', SUSPENDED: 'Приостановлены', DECIDED: 'Решены' } as const
export const HitsFilter = z.object({ tab: keyOf(hitTabs).default('WAITING'), search: SearchText.default('') })
export type HitsFilter = z.output<typeof HitsFilter>
export const listComplianceHits = endpoint({
  method: 'POST',
  path: '/underwriting/compliance/search',
  summary: 'Совпадения с перечнями 115-ФЗ по заявкам',
  access: canInBank('FullApplication', 'Compliance'),
  query: PageQuery,
  body: HitsFilter,
  response: pageOf(WaitingHit),
  reads: true,
})
