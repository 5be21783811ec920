import type { Offer } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { emptyValue, formatMoney, formatPercent, formatRoubles } from '#lib/format.ts'

/** A range of figures: one where both ends are the same. */
const rangeOf = (lowest: string | null, highest: string | null, format: (text: string) => string): string => {
  if (lowest === null || highest === null) return emptyValue
  return lowest === highest ? format(lowest) : `${format(lowest)} – ${format(highest)}`
}
/** A rate with its three decimals. */
export const rateText = (rate: string) => formatPercent(rate, 3)

/** Figures of an offer by their names: the card and the comparison show the same. */
export const offerFigures: readonly { readonly label: string; readonly of: (offer: Offer) => string }[] = [
  { label: 'Ставка', of: ({ lowest, highest }) => rangeOf(lowest.rate, highest.rate, rateText) },
  {
    label: 'Платёж в месяц',
    of: ({ lowest, highest }) => rangeOf(lowest.payment, highest.payment, formatMoney),
  },
  {
    label: 'Переплата',
    of: ({ lowest, highest }) => rangeOf(lowest.overpayment, highest.overpayment, formatRoubles),
  },
  { label: 'ПСК', of: ({ lowest, highest }) => rangeOf(lowest.fullLoanCost, highest.fullLoanCost, rateText) },
]
