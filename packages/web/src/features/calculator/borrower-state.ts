import type { WholeCalculation } from '@ipoteka-office/contract/calculator/calculations.ts'
import { fromKopecks, toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { evaluateBorrowerByProduct } from '@ipoteka-office/contract/calculator/product-borrower.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import type { FormFigures } from '#api/figures.ts'
import { askedOf, type ByProduct, noProduct, toldIn } from './product-loan-state.ts'

/** What the server is asked about a borrower. */
export type BorrowerInput = RequestOf<typeof evaluateCreditor>['body']
export type ProductBorrowerInput = RequestOf<typeof evaluateBorrowerByProduct>['body']

export interface BorrowerValues {
  income: string | null
  otherPayments: string | null
  rate: string | null
  months: number | null
  amount: string | null
  price: string | null
  appraisedValue: string | null
  downPayment: string | null
  debtLoadLimit: string | null
  loanToValueLimit: string | null
  programmeMax: string | null
  /** The product that says rate and bounds; without one they are typed. */
  by: ByProduct
}

export const borrowerLabels: Readonly<Record<Exclude<keyof BorrowerValues, 'by'>, string>> = {
  income: 'Доход в месяц, ₽',
  otherPayments: 'Платежи по другим кредитам, ₽',
  rate: 'Ставка, % годовых',
  months: 'Срок, месяцев',
  amount: 'Желаемая сумма, ₽',
  price: 'Цена, ₽',
  appraisedValue: 'Оценка, ₽',
  downPayment: 'Первоначальный взнос, ₽',
  debtLoadLimit: 'Предел ПДН, %',
  loanToValueLimit: 'Предел К/З, %',
  programmeMax: 'Предел программы, ₽',
}

/** What is typed where no product says it. */
export const typedFields = [
  ...(['income', 'otherPayments', 'rate', 'amount', 'price', 'appraisedValue', 'downPayment'] as const),
  ...(['debtLoadLimit', 'loanToValueLimit', 'programmeMax'] as const),
]
/** What is the borrower’s own: the version says the rest. */
export const productFields = ['income', 'otherPayments', 'amount', 'appraisedValue', 'downPayment'] as const

/** A borrower to begin with, by the bank’s bounds of the day. */
export const newBorrower = (figures: FormFigures): BorrowerValues => ({
  income: '150000.00',
  otherPayments: null,
  rate: '17.35',
  months: 240,
  amount: null,
  price: '8100000.00',
  appraisedValue: null,
  downPayment: '1620000.00',
  debtLoadLimit: figures['calculator-debt-load'],
  loanToValueLimit: figures['calculator-loan-to-value'],
  programmeMax: null,
  by: { ...noProduct, propertyPrice: '8100000.00' },
})

const obligationsOf = (payments: string | null) =>
  payments === null ? [] : [{ kind: 'PAYMENT' as const, payment: payments }]

/** What the server is asked by typed bounds; null while the rate or the term is missing. */
export function toBorrower(values: BorrowerValues, today: string): BorrowerInput | null {
  const { rate, months, otherPayments, debtLoadLimit, loanToValueLimit, by: _, ...rest } = values
  if (rate === null || months === null) return null
  return {
    ...rest,
    rate,
    months,
    issueDate: today,
    obligations: obligationsOf(otherPayments),
    ...(debtLoadLimit !== null && { debtLoadLimit }),
    ...(loanToValueLimit !== null && { loanToValueLimit }),
  }
}

/** What the server is asked by the product that is chosen; null: none is. */
export function toProductBorrower(values: BorrowerValues, today: string): ProductBorrowerInput | null {
  const { by, income, otherPayments, appraisedValue, downPayment } = values
  if (by.productId === '') return null
  return {
    ...askedOf(values),
    issueDate: today,
    income,
    obligations: obligationsOf(otherPayments),
    appraisedValue,
    downPayment,
  }
}

type Content = WholeCalculation['content']
type Obligations = Extract<Content, { kind: 'BORROWER' }>['inputs']['obligations']

/** What is paid a month by the obligations that the form can show. */
function paymentsOf(obligations: Obligations): string | null {
  const payments = obligations.flatMap((one) => (one.kind === 'PAYMENT' ? [one.payment] : []))
  return payments.length === 0
    ? null
    : fromKopecks(payments.reduce((sum, payment) => sum + toKopecks(payment), 0n))
}

/** The form of a borrower that was kept; another calculation begins a new one. */
export function ofBorrower(content: Content, empty: BorrowerValues): BorrowerValues {
  if (content.kind !== 'BORROWER' && content.kind !== 'PRODUCT_BORROWER') return empty
  const { income, obligations, appraisedValue, downPayment } = content.inputs
  const own = { income, otherPayments: paymentsOf(obligations), appraisedValue, downPayment }
  if (content.kind === 'PRODUCT_BORROWER') return { ...empty, ...own, ...toldIn(content.inputs) }
  const { rate, months, amount, price, debtLoadLimit, loanToValueLimit, programmeMax } = content.inputs
  const { by } = empty
  return {
    ...{ ...own, rate, months, amount, price, debtLoadLimit, loanToValueLimit, programmeMax },
    by: { ...by, propertyPrice: price ?? by.propertyPrice },
  }
}
