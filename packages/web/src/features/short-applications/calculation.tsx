import {
  calculateShortApplication,
  calculationWishes,
  type ShortCalculation,
} from '@ipoteka-office/contract/short-applications/short-calculation.ts'
import { incomeOfAll } from '@ipoteka-office/contract/cases/monthly-means.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form'
import { query } from '#api/query.ts'
import { formatMoney, formatPercent, formatTerm } from '#lib/format.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import styles from './short-applications.module.css'

type Sum = string | null
type Find = keyof typeof calculationWishes
const finds = Object.entries(calculationWishes).map(([code, name]) => ({ code, name }))
const watched = [
  'objectPrice',
  'downPayment',
  'amount',
  'months',
  'rate',
  'income',
  'obligations',
  'coBorrowers',
] as const

/** Asks anew when the typing has stopped; nothing while the rate is not known. */
function useCalculation(form: UseFormReturn<FieldValues>, find: Find, payment: string | null) {
  const [objectPrice, downPayment, amount, months, rate, own, obligations, coBorrowers] = useWatch({
    control: form.control,
    name: [...watched],
  }) as [Sum, Sum, Sum, Sum, Sum, Sum, Sum, { income?: Sum }[] | null]
  const income = incomeOfAll([own, ...(coBorrowers ?? []).map((one) => one.income ?? null)])
  const typed = useSettled(
    JSON.stringify({ find, objectPrice, downPayment, amount, months, rate, income, obligations, payment }),
    300,
  )
  const body = JSON.parse(typed) as { rate: string | null; find: Find }
  return useQuery({
    ...query(calculateShortApplication, { body: { ...body, rate: body.rate ?? '0' } }),
    enabled: body.rate !== null && body.rate !== '',
  }).data
}

function Results({ found }: { found: ShortCalculation }) {
  const facts: [string, string][] = [
    ['Сумма', found.amount === null ? '−' : formatMoney(found.amount)],
    ['Срок', formatTerm(found.months)],
    ['Платёж', found.payment === null ? '−' : formatMoney(found.payment)],
    ['Проценты за весь срок', found.totalInterest === null ? '−' : formatMoney(found.totalInterest)],
    ['К/З', found.loanToValue === null ? '−' : formatPercent(found.loanToValue)],
    ['ПДН', found.debtLoad === null ? '−' : formatPercent(found.debtLoad)],
    ['Взнос', found.downPaymentShare === null ? '−' : formatPercent(found.downPaymentShare)],
  ]
  return (
    <>
      <dl className={styles.facts} aria-label="Расчёт">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {found.message !== null && <p role="status">{found.message}</p>}
    </>
  )
}

/** Amount, term and payment by one another while the form is filled in; what is found can be put into the form. */
export function Calculation({ form }: { form: UseFormReturn<FieldValues> }) {
  const id = useId()
  const [find, setFind] = useState<Find>('PAYMENT')
  const [payment, setPayment] = useState<string | null>(null)
  const found = useCalculation(form, find, find === 'PAYMENT' ? null : payment)
  const field = find === 'AMOUNT' ? 'amount' : 'months'
  const value = found && (find === 'AMOUNT' ? found.amount : found.months)
  return (
    <section className={styles.calculation} aria-label="Калькулятор">
      <div className={styles.row}>
        <label htmlFor={`${id}-find`}>Рассчитать</label>
        <div className={styles.find}>
          <SingleSelect
            id={`${id}-find`}
            options={finds}
            value={find}
            onChange={(code) => setFind(code as Find)}
          />
        </div>
        {find !== 'PAYMENT' && (
          <>
            <label htmlFor={`${id}-payment`}>по платежу</label>
            <div className={styles.find}>
              <MoneyInput id={`${id}-payment`} value={payment} onChange={setPayment} />
            </div>
            <Button
              disabled={value === null || value === undefined}
              onClick={() => form.setValue(field, value, { shouldDirty: true, shouldValidate: true })}
            >
              Подставить в заявку
            </Button>
          </>
        )}
      </div>
      {found ? <Results found={found} /> : <p className="muted">Укажите сумму, срок и ставку.</p>}
    </section>
  )
}
