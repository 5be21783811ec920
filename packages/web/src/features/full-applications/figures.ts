import type { calculateLoan, evaluateCreditor } from '@ipoteka-office/contract/calculators.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  fromKopecks,
  type QuestionnaireData,
  type QuestionnaireParticipant,
  toKopecks,
} from '@ipoteka-office/contract/section-completeness.ts'
import { debtorRoles } from '@ipoteka-office/contract/sections/personal.ts'
import type { SectionValues } from '@ipoteka-office/contract/sections/fields.ts'

type TermsInput = RequestOf<typeof calculateLoan>['body']
type CreditorInput = RequestOf<typeof evaluateCreditor>['body']

const money = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value) ? value : null
const rateOf = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,3}(\.\d{1,3})?$/.test(value) ? value : null
const rowsOf = (value: unknown): SectionValues[] =>
  Array.isArray(value)
    ? value.filter((row): row is SectionValues => typeof row === 'object' && row !== null)
    : []

interface Loan {
  readonly amount: string
  readonly rate: string
  readonly months: number
}

/** Amount, rate and term; null while one of them is missing. */
export function loanOf(credit: SectionValues): Loan | null {
  const [amount, rate, months] = [money(credit['amount']), rateOf(credit['rate']), credit['termMonths']]
  if (amount === null || rate === null || typeof months !== 'number' || toKopecks(amount) === 0n) return null
  return { amount, rate, months }
}

/** Terms for the schedule of a loan issued today. */
export function termsOf(credit: SectionValues, today: string): TermsInput | null {
  const loan = loanOf(credit)
  return loan && { ...loan, issueDate: today }
}

const sum = (amounts: readonly (string | null)[]): string =>
  fromKopecks(amounts.reduce((total, amount) => total + toKopecks(amount ?? '0'), 0n))

const debtors = ({ participants }: QuestionnaireData): QuestionnaireParticipant[] =>
  participants.filter(({ role }) => (debtorRoles as readonly string[]).includes(role))

/** Monthly income of all who owe: what is confirmed, and where nothing is, what is declared. */
export const incomeOf = (data: QuestionnaireData): string =>
  sum(
    debtors(data).flatMap(({ sections }) =>
      rowsOf(sections.INCOME?.['incomes']).map((row) => money(row['confirmed']) ?? money(row['declared'])),
    ),
  )

/** Monthly payments of all who owe, but for what this deal repays. */
export const paymentsOf = (data: QuestionnaireData): string =>
  sum(
    debtors(data).flatMap(({ sections }) =>
      rowsOf(sections.OBLIGATIONS?.['obligations'])
        .filter((row) => row['repaidByDeal'] !== true)
        .map((row) => money(row['payment'])),
    ),
  )

/** The question of debt load and loan to value; null while the loan is not known. */
export function creditorOf(data: QuestionnaireData): CreditorInput | null {
  const credit = data.sections.CREDIT ?? data.sections.LOAN ?? {}
  const loan = loanOf(credit)
  if (!loan) return null
  const payments = paymentsOf(data)
  return {
    ...loan,
    income: incomeOf(data),
    obligations: toKopecks(payments) === 0n ? [] : [{ kind: 'PAYMENT', payment: payments }],
    price: money(credit['propertyPrice']),
    downPayment: money(credit['downPayment']),
  }
}

/** The share of the down payment in the price in percent with two digits, rounded down; null while it is not known. */
export function downPaymentShare(credit: SectionValues): string | null {
  const [price, paid] = [money(credit['propertyPrice']), money(credit['downPayment'])]
  if (price === null || paid === null || toKopecks(price) === 0n) return null
  const points = (toKopecks(paid) * 10_000n) / toKopecks(price)
  return `${points / 100n}.${String(points % 100n).padStart(2, '0')}`
}
