import { z } from 'zod'
import { CaseHead, CasePhase } from '../cases/cases.ts'
import { PersonDifference } from '../cases/earlier-answers.ts'
import { DateText } from '../common/amounts.ts'
import { IdParam, Id, Instant } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { AutoCheck, getProgrammeRules } from '../full-applications/full-applications.ts'
import { listCaseRealty } from '../realty-objects/realty-objects.ts'
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
