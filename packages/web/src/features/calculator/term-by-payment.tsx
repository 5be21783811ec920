import { evaluateTerm } from '@ipoteka-office/contract/calculator/calculators.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { mutation } from '#api/query.ts'
import { formatTerm } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './calculator.module.css'
import { type OfferValues, toSchedule } from './calculator-state.ts'

/** The other way round: the payment that can be borne, and the term that follows from it. */
export function TermByPayment({ form }: { form: UseFormReturn<OfferValues> }) {
  const [payment, setPayment] = useState<string | null>(null)
  const find = useMutation({ ...mutation(evaluateTerm), onError: notifyFailure })
  const { amount, rate } = form.watch()
  const missing = amount === null || rate === null || payment === null
  const run = () => {
    if (missing) return
    find.mutate(
      { body: { amount, rate, payment, schedule: toSchedule(form.getValues()) } },
      { onSuccess: ({ months }) => months !== null && form.setValue('months', Math.min(months, 600)) },
    )
  }
  const answer = find.data
  return (
    <PaymentAsked
      payment={payment}
      onPayment={setPayment}
      isPending={find.isPending}
      missing={missing ? 'Укажите сумму, ставку и платёж' : null}
      onFind={run}
      answer={answer?.message ?? (answer?.months ? `Срок: ${formatTerm(answer.months)}` : '')}
    />
  )
}

/** The payment that is asked for, and what was found. */
export function PaymentAsked({
  payment,
  onPayment,
  isPending,
  missing,
  onFind,
  answer,
}: {
  payment: string | null
  onPayment: (payment: string | null) => void
  isPending: boolean
  missing: string | null
  onFind: () => void
  answer: string
}) {
  return (
    <div className={styles.byPayment}>
      <label htmlFor="calculator-payment">Или посильный платёж, ₽</label>
      <div className={styles.inline}>
        <MoneyInput id="calculator-payment" value={payment} onChange={onPayment} />
        <Button onClick={onFind} loading={isPending} disabledReason={missing}>
          Найти срок
        </Button>
      </div>
      <p className="small muted" aria-live="polite">
        {answer}
      </p>
    </div>
  )
}
