import { z } from 'zod'
import { CaseHead, CasePhase } from '../cases/cases.ts'
import { PersonDifference } from '../cases/earlier-answers.ts'
import { DateText } from '../common/amounts.ts'
import { IdParam, Id, Instant } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { AutoCheck, getProgrammeRules } from '../full-applications/full-applications.ts'
import { listCaseRealty } from '../realty-objects/realty-objects.ts'
import { CaseCondition } from './conditions/conditions.ts'
import { AuthorityLine, DecisionSheet, Deviation, Exposure, LoanFigures } from './decisions.ts'

const Income = z.object({
  payer: z.string(),
  /** Roubles a month; null: not told. `taken` is what the calculators take. */
  declared: z.string().nullable(),
  confirmed: z.string().nullable(),
  taken: z.string().nullable(),
})

/** A score with its advice in words: the pages of scorecards are not needed to read it. */
const Scored = z.object({
  at: Instant,
  scorecard: z.object({ number: z.int(), title: z.string() }),
  score: z.int(),
  advice: z.enum(['APPROVE', 'REVIEW', 'REJECT']),
  adviceName: z.string(),
})

/** Everything on which a simple case is decided; sums are roubles, shares percent. */
export const CaseSummary = z.object({
  head: CaseHead.pick({
    id: true,
    type: true,
    number: true,
    clientName: true,
    programme: true,
    stageName: true,
    partner: true,
    region: true,
    createdAt: true,
  }),
  requested: DecisionSheet.shape.requested,
  figures: LoanFigures,
  /** The same with the rate so many points higher. */
  stress: z.object({ points: z.string(), ...LoanFigures.shape }),
  norms: z.object({ debtLoad: z.string(), loanToValue: z.string().nullable() }),
  /** What the bank's scorecard says, and the version that is computed beside it; null: it was never computed. */
  score: Scored.extend({ beside: Scored.nullable() }).nullable(),
  /** What the decision engine advises; null: it has not answered. */
  advice: z.object({ text: z.string(), limit: z.string().nullable(), notes: z.array(z.string()) }).nullable(),
  exposure: Exposure.nullable(),
  deviations: z.array(Deviation),
  line: AuthorityLine,
  /** What those who owe live on, by the incomes that are taken; null where no income is known. */
  budget: z.object({
    /** How many live on the incomes. */
    family: z.int(),
    income: z.string().nullable(),
    /** П/Д: the payment of this loan, percent of the income. */
    paymentShare: z.string().nullable(),
    /** Roubles a month that are left to each after all payments, with what is the least, and under stress. */
    residual: z.object({ value: z.string().nullable(), norm: z.string(), stress: z.string().nullable() }),
  }),
  /** Of a consumer loan. */
  loan: z
    .object({
      goal: z.string().nullable(),
      refinanced: z.array(
        z.object({ creditor: z.string(), balance: z.string().nullable(), rate: z.string().nullable() }),
      ),
      coolingOff: z.object({ hours: z.int(), reason: z.string() }).nullable(),
      selfBan: z.array(z.object({ name: z.string(), stateName: z.string(), answeredAt: Instant.nullable() })),
    })
    .nullable(),
  /** Conditions of the decision that stands; before it those that an approval would bring by itself. */
  conditions: z.array(
    CaseCondition.pick({ text: true, point: true, owner: true, dueOn: true }).extend({
      /** Null: it would come with the approval. */
      stateName: z.string().nullable(),
    }),
  ),
  participants: z.array(
    z.object({
      id: Id,
      roleName: z.string(),
      name: z.string(),
      light: z.enum(['OK', 'WARN', 'FAIL', 'NONE']),
      /** What stands against them, in words. */
      notes: z.array(z.string()),
      incomes: z.array(Income),
      /** All that is taken, by the calculators. */
      taken: z.string(),
    }),
  ),
  objects: listCaseRealty.response.shape.objects,
  checks: z.array(AutoCheck),
  /** Answers of checks in spite of which the bank goes on. */
  risks: z.array(
    z.object({
      check: z.string(),
      subject: z.string(),
      answer: z.string(),
      reason: z.string(),
      by: z.string(),
      validTo: DateText,
    }),
  ),
  rules: getProgrammeRules.response,
  chronology: CasePhase.shape.stages,
  decisions: DecisionSheet.shape.decisions,
  /** What the main borrower says otherwise than in the application before; null: there is none. */
  earlier: z.object({ latestAt: Instant, differences: z.array(PersonDifference) }).nullable(),
})
export type CaseSummary = z.output<typeof CaseSummary>

/** For people of the bank who hold `Underwriting.List`. */
export const getCaseSummary = endpoint({
  method: 'GET',
  path: '/underwriting/:id/summary',
  summary: 'Сводка по заявке',
  access: signedIn,
  params: z.object({ id: IdParam }),
  response: CaseSummary,
})
