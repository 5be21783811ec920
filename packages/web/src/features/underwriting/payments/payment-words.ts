import { lowered } from '#lib/words.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  type PaymentLoad,
  type PaymentRowKind,
  paymentRowKinds,
} from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import { formatCount } from '#lib/digits.ts'

/** «новые: 120, без изменений: 3»; empty while the file is not read. */
export const countsText = ({ counts }: Pick<PaymentLoad, 'counts'>): string =>
  (Object.keys(paymentRowKinds) as PaymentRowKind[])
    .flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count === 0 ? [] : [`${lowered(paymentRowKinds[kind])}: ${formatCount(count)}`]
    })
    .join(', ')

/** «11.2026», «01.2025 — 11.2026». */
export function monthsText({ months }: Pick<PaymentLoad, 'months'>): string {
  const [first] = months
  const last = months.at(-1)
  if (first === undefined || last === undefined) return ''
  return first === last ? dayText(first.month) : `${dayText(first.month)} — ${dayText(last.month)}`
}
