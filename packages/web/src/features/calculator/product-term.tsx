import { findTermByProduct } from '@ipoteka-office/contract/calculator/by-product.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { mutation } from '#api/query.ts'
import { formatPercent, formatTerm } from '#lib/format.ts'
import { notifyFailure } from '#widgets/notify-failure.ts'
import type { OfferValues } from './calculator-state.ts'
import { toProductLoan } from './product-loan-state.ts'
import { PaymentAsked } from './term-by-payment.tsx'

/** The term that follows from a payment by a product: each term has its own rate, and terms are those of the version. */
export function ProductTermByPayment({ form }: { form: UseFormReturn<OfferValues> }) {
  const [payment, setPayment] = useState<string | null>(null)
  const find = useMutation({ ...mutation(findTermByProduct), onError: notifyFailure })
  const missing = form.watch('amount') === null || payment === null
  const run = () => {
    const loan = toProductLoan(form.getValues())
    if (loan === null || payment === null) return
    const { earlyRepayments: _early, ...asked } = loan
    find.mutate(
      { body: { ...asked, payment } },
      { onSuccess: ({ months }) => months !== null && form.setValue('months', months) },
    )
  }
  const { months = null, rate = null, message = null } = find.data ?? {}
  const found =
    months === null || rate === null ? '' : `Срок: ${formatTerm(months)}, ставка ${formatPercent(rate, 3)}`
  return (
    <PaymentAsked
      payment={payment}
      onPayment={setPayment}
      isPending={find.isPending}
      missing={missing ? 'Укажите сумму и платёж' : null}
      onFind={run}
      answer={message ?? found}
    />
  )
}
