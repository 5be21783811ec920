import type { Offer } from '@ipoteka-office/contract/underwriting/offers.ts'
import { formatMoney, formatPercent, formatRoubles, formatTerm } from '#lib/format.ts'

/** «4 800 000 ₽ на 20 лет под 17,5 %, платёж 72 310 ₽». */
export function offerText({ amount, termMonths, rate, payment }: Offer): string {
  const loan = `${formatRoubles(amount)} на ${formatTerm(termMonths)} под ${formatPercent(rate, 3)}`
  return payment === null ? loan : `${loan}, платёж ${formatMoney(payment)}`
}

/** What the client does first, in words; empty: nothing. */
export const demandsOf = ({ addedIncome, paidOff }: Offer): string[] => [
  ...(addedIncome === null ? [] : [`созаёмщик с доходом не меньше ${formatRoubles(addedIncome)} в месяц`]),
  ...(paidOff.length === 0 ? [] : [`погасить: ${paidOff.join(', ')}`]),
]
