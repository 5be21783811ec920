import { z } from 'zod'
import { CaseType } from '../cases/types/case-types.ts'
import { DateText, Money, Months, Percent } from '../common/amounts.ts'
import { Version } from '../common/items.ts'
import { Option, Code, Id, IdParam, Instant, keyOf, requiredText, text } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { Authority, DeviationKind } from './authority.ts'
import { ConditionTemplate, ConditionTerms, KeptCondition } from './conditions/conditions.ts'
import { RateStructure } from './rate-structure.ts'
import { decisionLevels, decisionOutcomes } from './decision-kinds.ts'

const Outcome = keyOf(decisionOutcomes)
const Level = keyOf(decisionLevels)

/** Dictionary of the reasons of decisions. */
export const decisionReasons = 'underwritingDecisionsType'

/** A loan in three figures: roubles, months, percent a year. */
export const LoanTerms = z.object({
  amount: Money.nullable(),
  termMonths: Months.nullable(),
  rate: Percent.nullable(),
})
export type LoanTerms = z.output<typeof LoanTerms>

/** What the calculators say of a loan on such terms; null while they cannot. */
export const LoanFigures = z.object({
  /** Roubles a month. */
  payment: z.string().nullable(),
  /** ПСК, percent. */
  fullLoanCost: z.string().nullable(),
  /** ПДН, percent. */
  debtLoad: z.string().nullable(),
  /** К/З, percent. */
  loanToValue: z.string().nullable(),
})
export type LoanFigures = z.output<typeof LoanFigures>

/** What the bank's rules do not allow here, in words. */
export const Deviation = z.object({ kind: DeviationKind, text: z.string() })
export type Deviation = z.output<typeof Deviation>

/** All that the bank has lent or approved to those who owe here. */
export const Exposure = z.object({
  /** Roubles: this loan on the terms asked about, and the others. */
  total: Money,
  /** Those that the person may read; `total` counts all. */
  others: z.array(
    z.object({ id: Id, type: CaseType, number: z.string(), amount: Money, stageName: z.string() }),
  ),
})
export type Exposure = z.output<typeof Exposure>

/** What the caller may approve here and what is lacking for these terms; empty `lacks`: they may approve. */
export const AuthorityLine = z.object({
  authority: Authority.nullable(),
  lacks: z.array(z.string()),
})
export type AuthorityLine = z.output<typeof AuthorityLine>

/** What the limits of the day say of the terms, in words; both empty: nothing against them. */
export const RateNotice = z.object({
  /** Points below the limit of the full cost; null where there is none to measure by. */
  margin: z.string().nullable(),
  /** With these there can be no contract. */
  refusals: z.array(z.string()),
  warnings: z.array(z.string()),
})
export type RateNotice = z.output<typeof RateNotice>

/** A recorded decision; it never changes, a later one takes its place. */
export const Decision = z.object({
  id: Id,
  at: Instant,
  /** Null: the system, or another one. */
  author: z.string().nullable(),
  level: Level,
  outcome: Outcome,
  stageName: z.string(),
  ...LoanTerms.shape,
  ...LoanFigures.shape,
  /** ПДН on the terms that were asked for. */
  debtLoadBefore: z.string().nullable(),
  exposure: z.string().nullable(),
  /** The last day on which it holds. */
  validTo: DateText.nullable(),
  reasons: z.array(Option.extend({ silent: z.boolean() })),
  clientText: z.string(),
  comment: z.string(),
  deviations: z.array(DeviationKind),
  /** Conditions that it was signed with. */
  conditions: z.array(KeptCondition),
  /** Of what the rate was made; null: the case had no price, or the record was made before this was kept. */
  rateStructure: RateStructure.nullable(),
  /** The one that holds now. */
  inForce: z.boolean(),
  /** It stood, and stands still until the decision on the changed terms takes its place. */
  suspended: z.boolean(),
})
export type Decision = z.output<typeof Decision>

/** A decision that the caller may record now, or why not. */
export const DecisionWay = z.object({
  action: Code,
  label: z.string(),
  outcome: Outcome,
  level: Level,
  enabled: z.boolean(),
  reasonDisabled: z.string().nullable(),
  /** It lacks nothing but what is done on the page of the decision itself. */
  isClose: z.boolean(),
  toStage: z.string(),
})
export type DecisionWay = z.output<typeof DecisionWay>

const Params = z.object({ id: IdParam })

/** Everything on which a case is decided, and what was decided. */
export const DecisionSheet = z.object({
  caseId: Id,
  type: CaseType,
  number: z.string(),
  clientName: z.string(),
  programme: z.string().nullable(),
  stage: Code,
  stageName: z.string(),
  version: z.int(),
  requested: LoanTerms,
  figures: LoanFigures,
  /** What the last record before this stage proposes. */
  proposed: Decision.nullable(),
  ways: z.array(DecisionWay),
  decisions: z.array(Decision),
  /** Conditions that a decision begins with: those that were proposed, or those of the earlier one that still hold. */
  conditions: z.array(KeptCondition),
  /** What conditions are usually about in the product and the programme. */
  templates: z.array(ConditionTemplate),
  /** Reasons that a decision may name, with those that the client is not told. */
  reasons: z.array(Option.extend({ silent: z.boolean(), outcome: Outcome.nullable() })),
})
export type DecisionSheet = z.output<typeof DecisionSheet>
export const getDecisions = endpoint({
  method: 'GET',
  path: '/underwriting/:id/decisions',
  summary: 'Решения по заявке и основания для них',
  access: signedIn,
  params: Params,
  response: DecisionSheet,
})

/** What terms would mean, and whether the caller may approve them. */
export const evaluateTerms = endpoint({
  method: 'POST',
  path: '/underwriting/:id/evaluate',
  summary: 'Показатели и полномочия при таких условиях кредита',
  access: signedIn,
  params: Params,
  body: LoanTerms,
  response: z.object({
    ...LoanFigures.shape,
    exposure: Exposure.nullable(),
    deviations: z.array(Deviation),
    line: AuthorityLine,
    rateNotice: RateNotice,
  }),
  reads: true,
})

/**
 * Records a decision and carries it out in one transaction. 409 with the reason: the machine or a condition does not allow
 * it, the caller's authority does not suffice, or the case has changed since it was read.
 */
export const recordDecision = endpoint({
  method: 'POST',
  path: '/underwriting/:id/decisions',
  summary: 'Подписать решение по заявке',
  access: signedIn,
  params: Params,
  body: z.object({
    action: Code,
    version: Version,
    ...LoanTerms.shape,
    /** The last day; null: as long as decisions of the product hold. */
    validTo: DateText.nullable().default(null),
    reasons: z.array(Code).max(10).default([]),
    /** Of an approval and of a proposal. */
    conditions: z.array(ConditionTerms).max(20).default([]),
    /** What the client and the partner are told. */
    clientText: text(2_000).default(''),
    comment: requiredText(4_000),
  }),
  response: DecisionSheet,
  idempotent: true,
})

/** The decision that the case stands on as a letter to the client; for everybody who may read the case. */
export const getDecisionNotice = endpoint({
  method: 'GET',
  path: '/underwriting/:id/notice',
  summary: 'Уведомление клиента о решении, PDF',
  access: signedIn,
  params: Params,
  produces: 'file',
})
