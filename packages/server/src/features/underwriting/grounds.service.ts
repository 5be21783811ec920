import { isDebtor } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { CaseMeans } from '@ipoteka-office/contract/cases/case-means.ts'
import type { ObjectWorth } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { termsOfQuestionnaire } from '#features/products/terms/case-terms.service.ts'
import type { ProgrammeRule } from '@ipoteka-office/contract/products/eligibility/rule.ts'
import { termsRules } from '@ipoteka-office/contract/products/eligibility/terms-rules.ts'
import type { AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { Deviation, LoanFigures, LoanTerms } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { EngineAnswer } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import type { Db } from '#db/database.ts'
import type { TakenIncomes } from '@ipoteka-office/contract/cases/taken-means.ts'
import { meansOfCase } from '#features/cases/means/case-means.service.ts'
import { incomesTaken } from '#features/cases/means/taken-means.service.ts'
import {
  readQuestionnaire,
  type StoredQuestionnaire,
} from '#features/cases/sections/questionnaire.service.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { methodVersion } from '#features/calculator/loan.rules.ts'
import { checksOfCase } from '#features/full-applications/auto-checks.service.ts'
import { standingWords, type TakenRisk } from '#features/full-applications/check-words.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findDisputes, findRuns } from './runs/runs.repo.ts'
import { standingFactors } from './runs/runs.rules.ts'
import { findCaseRuns, type RunOfScorecard } from './scorecard/runs-of-scorecard.repo.ts'
import { findOtherLoans, type OtherLoan } from './decisions.repo.ts'
import { ledgerSourcesOf, readLedgerFacts, withLedgers } from './form/obligations/ledger-facts.service.ts'
import { keptOfLedger, type KeptLedger, obligationDeviations } from './form/obligations/kept-ledger.rules.ts'
import { incomeDeviations, type IncomeRow, type TakenInto, takenOf } from './form/taken.rules.ts'
import { findIncomes, findWorksheet } from './form/worksheet.repo.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The loan that a questionnaire asks for. */
export function requestedTerms({ sections }: Pick<StoredQuestionnaire, 'sections'>): LoanTerms {
  const { amount, termMonths, rate } = sections.CREDIT ?? sections.LOAN ?? {}
  return {
    amount: textOf(amount),
    termMonths: typeof termMonths === 'number' ? termMonths : null,
    rate: textOf(rate),
  }
}

const moneyOf = (value: unknown): bigint | null =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value) ? toKopecks(value) : null

/** The price stays what it is: what the bank does not lend, the client pays down. */
function downPaymentOn(credit: SectionValues, amount: string | null): SectionValues {
  const [paid, asked, lent] = [credit['downPayment'], credit['amount'], amount].map(moneyOf)
  if (typeof paid !== 'bigint' || typeof asked !== 'bigint' || typeof lent !== 'bigint' || lent > asked)
    return {}
  return { downPayment: fromKopecks(paid + asked - lent) }
}

/** The questionnaire as it would be on other terms. */
export function onTerms<Q extends Pick<StoredQuestionnaire, 'sections'>>(stored: Q, terms: LoanTerms): Q {
  const { CREDIT: credit, LOAN: loan } = stored.sections
  const changed =
    credit === undefined
      ? { LOAN: { ...loan, ...terms } }
      : { CREDIT: { ...credit, ...terms, ...downPaymentOn(credit, terms.amount) } }
  return { ...stored, sections: { ...stored.sections, ...changed } }
}

const figuresIn = ({ payment, fullLoanCost, debtLoad, loanToValue }: CaseMeans): LoanFigures => ({
  payment,
  fullLoanCost,
  debtLoad,
  loanToValue,
})

/** Everything on which a case is decided on certain terms. */
export interface Grounds {
  readonly stored: StoredQuestionnaire
  readonly requested: LoanTerms
  readonly terms: LoanTerms
  /** On the terms asked for by the client. */
  readonly before: LoanFigures
  readonly figures: LoanFigures
  readonly deviations: readonly Deviation[]
  /** The terms of the product in words, where the term of the loan is none of its terms. */
  readonly unfitTerm: string | null
  readonly risks: readonly TakenRisk[]
  /** The latest answer of the decision engine. */
  readonly run: ({ readonly id: number } & EngineAnswer) | null
  /** The latest score by the scorecard in use, with the facts that it follows from. */
  readonly score: RunOfScorecard | null
  readonly others: readonly OtherLoan[]
  /** What the mortgaged objects are worth. */
  readonly objects: readonly ObjectWorth[]
  /** What underwriters have taken in place of the agent's words. */
  readonly worksheet: readonly TakenInto[]
  /** The questionnaire with the ledgers of obligations in place of the agents' words. */
  readonly counted: Pick<StoredQuestionnaire, 'sections' | 'participants'>
  /** Obligations of those who owe, each once, with what counts of it and why. */
  readonly obligations: readonly KeptLedger[]
  /** Incomes a month that underwriters have taken, by participant. */
  readonly takenIncomes: TakenIncomes
  /** What was written in the grids of incomes: typed months, and what does not count. */
  readonly incomes: readonly Omit<IncomeRow, 'id'>[]
  /** Roubles: this loan and the others; null while the sum is not known. */
  readonly exposure: string | null
}

/** The terms of the product in words, where the term of the loan is what breaks them. */
const termAmong = (broken: readonly ProgrammeRule[]): string | null =>
  broken.find(({ code }) => code === 'term')?.title ?? null

type Findings = Awaited<ReturnType<typeof checksOfCase>>

/** The kind of lending a case is of. */
export function productOf({ type }: Pick<CaseRow, 'type'>): AuthorityProduct {
  const { product } = caseTypes[type]
  if (product === null) throw new Error(`${type} is no loan`)
  return product
}

/** What an offer supposes beside the terms: an obligation paid off, an income that joins. */
type Alter = (stored: StoredQuestionnaire) => StoredQuestionnaire
/** Reads what a case is decided by; on the terms that were asked for where no others are given. */
export const groundsOf = (
  engine: BankFigures,
  db: Db,
  row: Pick<CaseRow, 'id' | 'type'>,
  given: LoanTerms | null,
): Promise<Grounds> => groundsWith(engine, db, row, given, (stored) => stored)

/** The same where the questionnaire says something else beside. */
export async function groundsWith(
  engine: BankFigures,
  db: Db,
  row: Pick<CaseRow, 'id' | 'type'>,
  given: LoanTerms | null,
  alter: Alter,
): Promise<Grounds> {
  const stored = await readQuestionnaire(db, row.id, row.type)
  const requested = requestedTerms(stored)
  const terms = given ?? requested
  const changed = alter(onTerms(stored, terms))
  const before = await meansOfCase(db, engine, row.id, stored)
  const means = given === null ? before : await meansOfCase(db, engine, row.id, changed)
  const held = await termsOfQuestionnaire(engine, db, row.id, changed)
  const broken = termsRules(held, changed, bankDay(engine.clock), means.objects).filter(
    ({ state }) => state === 'FAIL',
  )
  const others = await findOtherLoans(db, row.id)
  const worksheet = takenOf(await findWorksheet(db, row.id))
  const ledgers = await readLedgerFacts(db, [row.id])
  const obligations = changed.participants
    .filter(({ role }) => isDebtor(role))
    .map((person) => keptOfLedger(person.id, ledgerSourcesOf(person, ledgers)))
  const takenIncomes = await incomesTaken(db, row.id)
  const checks = await checksOfCase(db, row.id)
  const run = (await findRuns(db, row.id)).find(({ answer }) => answer !== null)
  const score = (await findCaseRuns(db, row.id)).find(({ role }) => role === 'CHAMPION')
  const standing = standingFactors(run?.answer, run === undefined ? [] : await findDisputes(db, row.id))
  const { stops, risks } = await standingWords(db, row.id, checks, bankDay(engine.clock))
  const total = others.reduce((sum, { amount }) => sum + toKopecks(amount), toKopecks(terms.amount ?? '0'))
  return {
    stored,
    requested,
    terms,
    before: figuresIn(before),
    figures: figuresIn(means),
    unfitTerm: termAmong(broken),
    deviations: [
      ...broken.map(({ title, datum }): Deviation => ({ kind: 'PROGRAMME', text: `${title}: ${datum}` })),
      ...stops.map((text): Deviation => ({ kind: 'STOP_FACTOR', text })),
      ...standing.map(
        ({ name, value, norm }): Deviation => ({
          kind: 'STOP_FACTOR',
          text: `СПР: ${name}: ${value}, норма ${norm}`,
        }),
      ),
      ...incomeDeviations(worksheet, stored),
      ...obligationDeviations(obligations, stored),
    ],
    risks,
    run: run?.answer === undefined || run.answer === null ? null : { id: run.id, ...run.answer },
    score: score ?? null,
    others,
    objects: means.objects,
    worksheet,
    counted: withLedgers(stored, ledgers),
    obligations,
    takenIncomes,
    incomes: (await findIncomes(db, row.id)).map(({ id: _, ...grid }) => grid),
    exposure: terms.amount === null ? null : fromKopecks(total),
  }
}

/** What a decision keeps of its grounds, so that it can be defended when they have changed. */
export const snapshotOf = (
  {
    stored: { sections, participants },
    requested,
    before,
    others,
    deviations,
    risks,
    run,
    score,
    worksheet,
    obligations,
    incomes,
  }: Grounds,
  checks: Findings,
): object => ({
  methods: { calculators: methodVersion },
  requested,
  before,
  others,
  deviations,
  risks,
  run,
  score,
  worksheet,
  obligations,
  incomes,
  questionnaire: { sections, participants },
  checks: checks.map(({ code, participantId, state, text, answeredAt, validUntil }) => ({
    code,
    participantId,
    state,
    text,
    answeredAt,
    validUntil,
  })),
})
