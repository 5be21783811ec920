import { z } from 'zod'
import { BlacklistKindParam } from '../../blacklists/blacklists.ts'
import { CaseType } from '../../cases/types/case-types.ts'
import { Availability, NumberedRef, PersonRef } from '../../common/refs.ts'
import { Id, IdParam, Instant, keyOf, requiredText } from '../../common/scalars.ts'
import { endpoint, signedIn } from '../../endpoint.ts'
import { fraudBands, fraudMeasures, fraudSignals, fraudVerdicts, signalStates } from './fraud-signals.ts'

/** A case that a sign or a connection leads to; `open`: whether the reader may open it. */
export const FraudCase = NumberedRef.extend({
  type: CaseType,
  stageName: z.string(),
  partner: z.string(),
  clientName: z.string(),
  createdAt: Instant,
  open: z.boolean(),
})
export type FraudCase = z.output<typeof FraudCase>

/** What a sign stands on: words, and where that is read: a place of this case, another case, a document of it. */
export const SignalEvidence = z.object({
  text: z.string(),
  section: z.string().nullable(),
  participantId: Id.nullable(),
  documentId: Id.nullable(),
  caseIds: z.array(Id),
})
export type SignalEvidence = z.output<typeof SignalEvidence>

/** A sign as it was computed. */
export const FraudSignal = z.object({
  code: keyOf(fraudSignals),
  state: keyOf(signalStates),
  /** Points it adds where it fired, by the parameter of the day. */
  weight: z.int(),
  value: z.string(),
  norm: z.string(),
  evidence: z.array(SignalEvidence),
  /** Of what is not known: what is missing. */
  missing: z.string().nullable(),
})
export type FraudSignal = z.output<typeof FraudSignal>

/** One computation that was kept; `changed` says in words what it has beside the one before. */
export const FraudRun = z.object({
  id: Id,
  at: Instant,
  cause: z.string(),
  by: PersonRef.nullable(),
  score: z.int(),
  band: keyOf(fraudBands),
  changed: z.array(z.string()),
})
export type FraudRun = z.output<typeof FraudRun>

/** An entry of a blacklist that followed from a verdict; `open`: whether the reader may open it. */
const ListedEntry = z.object({
  id: Id,
  kind: BlacklistKindParam,
  title: z.string(),
  stateName: z.string(),
  open: z.boolean(),
})

export const FraudVerdict = z.object({
  id: Id,
  verdict: keyOf(fraudVerdicts),
  measures: z.array(keyOf(fraudMeasures)),
  words: z.string(),
  /** Signs on which it stands, as they were then. */
  signals: z.array(keyOf(fraudSignals)),
  score: z.int(),
  saidBy: PersonRef,
  saidAt: Instant,
  /** The last one; the others were superseded. */
  inForce: z.boolean(),
  entries: z.array(ListedEntry),
})
export type FraudVerdict = z.output<typeof FraudVerdict>

/** Whom a confirmed fraud would put into a blacklist. */
const Candidate = z.object({
  key: z.string(),
  kind: BlacklistKindParam,
  title: z.string(),
  note: z.string(),
  /** Why no entry can be made of it as it is. */
  lacks: z.string().nullable(),
})
export type FraudCandidate = z.output<typeof Candidate>

/** What speaks for fraud in an application and what was decided about it. */
export const FraudSheet = z.object({
  caseId: Id,
  computedAt: Instant,
  score: z.int(),
  band: keyOf(fraudBands),
  bounds: z.object({ medium: z.int(), high: z.int() }),
  signals: z.array(FraudSignal),
  /** Cases that the evidence names. */
  cases: z.array(FraudCase),
  runs: z.array(FraudRun),
  verdicts: z.array(FraudVerdict),
  /** Cases with a confirmed fraud that share something with this one. */
  similar: z.array(FraudCase.extend({ shared: z.array(z.string()) })),
  candidates: z.array(Candidate),
  /** Whether this person may give a verdict now, and see the connections. */
  verdictable: Availability,
  connectable: Availability,
  /** Whether this person may prepare entries of blacklists. */
  listable: Availability,
})
export type FraudSheet = z.output<typeof FraudSheet>

const Params = z.object({ id: IdParam })

/**
 * For people of the bank who decide on applications (`Underwriting.List`) or investigate fraud. Signs are computed as the case
 * is now; a computation that says something else than the last is kept.
 */
export const getFraudSheet = endpoint({
  method: 'GET',
  path: '/underwriting/:id/fraud',
  summary: 'Признаки мошенничества и вердикты по заявке',
  access: signedIn,
  params: Params,
  response: FraudSheet,
})

/** For whoever investigates fraud (`InvestigateFraud`) and has not prepared the case; 409 where another verdict came first. */
export const giveFraudVerdict = endpoint({
  method: 'POST',
  path: '/underwriting/:id/fraud/verdict',
  summary: 'Вердикт о мошенничестве',
  access: signedIn,
  params: Params,
  body: z.object({
    verdict: keyOf(fraudVerdicts),
    measures: z.array(keyOf(fraudMeasures)).max(10),
    words: requiredText(4_000),
    signals: z.array(keyOf(fraudSignals)).max(50),
    /** Keys of those to be put into blacklists. */
    listed: z.array(z.string().max(64)).max(50),
    /** The verdict that the person has seen as the last one; null: none. */
    lastId: Id.nullable(),
  }),
  response: FraudSheet,
  idempotent: true,
})
