import type { calculateLoan } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { wantedLoan } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { toKopecks } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'

type TermsInput = RequestOf<typeof calculateLoan>['body']

const money = (value: unknown): string | null =>
  typeof value === 'string' && /^\d{1,13}(\.\d{1,2})?$/.test(value) ? value : null

/** Terms for the schedule of a loan issued today. */
export function termsOf(credit: SectionValues, today: string): TermsInput | null {
  const loan = wantedLoan(credit)
  return loan && { ...loan, issueDate: today }
}

/** The share of the down payment in the price in percent with two digits, rounded down; null while it is not known. */
export function downPaymentShare(credit: SectionValues): string | null {
  const [price, paid] = [money(credit['propertyPrice']), money(credit['downPayment'])]
  if (price === null || paid === null || toKopecks(price) === 0n) return null
  const points = (toKopecks(paid) * 10_000n) / toKopecks(price)
  return `${points / 100n}.${String(points % 100n).padStart(2, '0')}`
}
