import type {
  findTermByProduct,
  ProductCalculation,
  ProductLoan,
  ProductTerm,
} from '@ipoteka-office/contract/calculator/by-product.ts'
import type { ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import { calculate } from '#features/calculator/calculators.service.ts'
import { invalid } from '#http/errors.ts'
import { type LentBy, priceCatalogue } from '../offers.rules.ts'
import type { PricingParts } from '../price.service.ts'
import { askProduct, dayOfLoan, type Reader } from './asked-product.service.ts'
import { borrowerByProduct } from './borrower-by-product.service.ts'
import { shortestTerm, termRuns } from './term-by-product.rules.ts'

const boundsOf = ({ limits, paymentDays }: LentBy): ProductCalculation['bounds'] => ({
  minAmount: limits.minAmount,
  maxAmount: limits.maxAmount,
  maxLoanToValue: limits.maxLoanToValue,
  maxDebtLoad: limits.maxDebtLoad,
  paymentDays: [...paymentDays],
})

/** A client chooses the day of payments from those of the version. */
function checkPaymentDay({ paymentDays }: LentBy, day: number | null): void {
  if (day === null || paymentDays.length === 0 || paymentDays.includes(day)) return
  const message = `По этому продукту платят ${paymentDays.join(', ')} числа: выберите один из этих дней`
  throw invalid([{ path: 'paymentDay', message }])
}

async function productLoanOn(
  parts: PricingParts,
  reader: Reader,
  loan: ProductLoan,
): Promise<ProductCalculation> {
  const { question, catalogue, setup, isWorking, lent: ask } = await askProduct(parts, reader, loan)
  const { day, offers, misfits } = priceCatalogue(catalogue, question, setup, isWorking)
  const lent = ask({})
  if (lent !== null) checkPaymentDay(lent, loan.paymentDay)
  const terms = lent?.terms ?? null
  const { earlyRepayments } = loan
  return {
    day,
    offer: offers[0] ?? null,
    misfit: misfits[0] ?? null,
    bounds: lent === null ? null : boundsOf(lent),
    calculation:
      terms === null
        ? null
        : await calculate(reader.db, {
            ...terms,
            paymentDay: loan.paymentDay ?? terms.paymentDay,
            earlyRepayments,
          }),
  }
}

/** The calculator by a product. */
export const calculateProduct = (
  parts: PricingParts,
  reader: Reader,
  loan: ProductLoan,
): Promise<ProductCalculation> =>
  productLoanOn(parts, reader, { ...loan, day: dayOfLoan(parts, reader, loan) })

const wordsOf = (reasons: readonly { reason: string }[]) => reasons.map(({ reason }) => reason).join('; ')

/** The shortest term of the product that a payment is enough for, each term at its own rate. */
export async function findTerm(
  parts: PricingParts,
  reader: Reader,
  { payment, ...loan }: ProductTerm,
): Promise<ReplyOf<typeof findTermByProduct>> {
  const { termMonths: _any, ...facts } = loan.facts
  const day = dayOfLoan(parts, reader, loan)
  const asked = await askProduct(parts, reader, { ...loan, facts, day })
  const none = (message: string) => ({ months: null, rate: null, payment: null, message })
  const unpriced = asked.lent({})
  if (unpriced === null) {
    const [misfit] = priceCatalogue(asked.catalogue, asked.question, asked.setup, asked.isWorking).misfits
    return none(`Продукт не подходит: ${wordsOf(misfit?.reasons ?? []) || 'его вам не предлагают'}`)
  }
  if (typeof facts['amount'] !== 'string') return none('Укажите сумму кредита')
  const runs = termRuns((months) => asked.lent({ termMonths: months }), unpriced.limits)
  const found = shortestTerm(runs, payment, asked.isWorking)
  if (found !== null) return { ...found, message: null }
  const { maxMonths } = unpriced.limits
  return none(
    runs.length === 0
      ? 'Ни один срок продукта к этим условиям не подходит'
      : `И за наибольший срок продукта, ${maxMonths} мес., платёж больше: увеличьте его или уменьшите сумму`,
  )
}

/** The same for those who keep calculations. */
export const productLoans = (parts: PricingParts) => ({
  dayOf: (reader: Reader, loan: Pick<ProductLoan, 'day'>) => dayOfLoan(parts, reader, loan),
  calculate: (reader: Reader, loan: ProductLoan) => productLoanOn(parts, reader, loan),
  borrower: borrowerByProduct(parts),
})
