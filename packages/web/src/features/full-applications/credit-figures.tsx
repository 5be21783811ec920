import {
  calculateLoan,
  hasCarried,
  type LoanCalculation,
  type ScheduleLine,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, formatDate } from '#lib/dates.ts'
import { formatMoney, formatPercent } from '#lib/format.ts'
import { countOf } from '#lib/plural.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import type { Column } from '#ui/table/table-columns.ts'
import { WholeTable } from '#ui/table/whole-table.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { downPaymentShare, termsOf } from './figures.ts'
import styles from './full-applications.module.css'

const columns: Column<ScheduleLine>[] = [
  { key: 'number', title: '№', width: 60, render: ({ number }) => number ?? '' },
  { key: 'date', title: 'Дата', width: 110, render: ({ date }) => formatDate(date) },
  {
    key: 'payment',
    title: 'Платёж',
    width: 140,
    align: 'right',
    render: ({ payment }) => formatMoney(payment),
  },
  {
    key: 'interest',
    title: 'Проценты',
    width: 140,
    align: 'right',
    render: ({ interest }) => formatMoney(interest),
  },
  {
    key: 'principal',
    title: 'Долг',
    width: 140,
    align: 'right',
    render: ({ principal }) => formatMoney(principal),
  },
  {
    key: 'carried',
    title: 'Перенесено процентов',
    width: 180,
    align: 'right',
    render: ({ carried }) => formatMoney(carried),
  },
  {
    key: 'balance',
    title: 'Остаток',
    width: 150,
    align: 'right',
    render: ({ balance }) => formatMoney(balance),
  },
]

function Schedule({ answer, onClose }: { answer: LoanCalculation; onClose: () => void }) {
  return (
    <Dialog open size="wide" title="График платежей" onClose={onClose}>
      <WholeTable
        label="График платежей"
        columns={columns.filter(({ key }) => key !== 'carried' || hasCarried(answer.schedule))}
        rows={answer.schedule}
        rowKey={({ date, number }) => `${date} ${number ?? ''}`}
        emptyTitle="Платежей нет"
      />
    </Dialog>
  )
}

function Figures({ answer, share }: { answer: LoanCalculation; share: string | null }) {
  const [open, setOpen] = useState(false)
  const facts = [
    ['Платёж', formatMoney(answer.firstPayment)],
    ['Проценты за весь срок', formatMoney(answer.totalInterest)],
    ['ПСК', formatPercent(answer.fullLoanCost.percent, 3)],
    ['Взнос', formatPercent(share)],
  ] as const
  return (
    <dl className={styles.facts} aria-live="polite">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>График</dt>
        <dd>
          <Button look="link" onClick={() => setOpen(true)}>
            {countOf(answer.monthsPaid, 'платёж', 'платежа', 'платежей')}
          </Button>
        </dd>
      </div>
      {open && <Schedule answer={answer} onClose={() => setOpen(false)} />}
    </dl>
  )
}

/** What the terms that are being typed come to: payment, interest, ПСК, the schedule. */
export function CreditFigures({ typed }: { typed: SectionValues }) {
  const allowed = useRights().mayCall(calculateLoan)
  const settled = useSettled(JSON.stringify(termsOf(typed, bankDay(serverNow()))))
  const terms = JSON.parse(settled) as ReturnType<typeof termsOf>
  const answer = useQuery({
    ...query(calculateLoan, {
      body: terms ?? { amount: '1', rate: '0', months: 1, issueDate: '2000-01-01' },
    }),
    enabled: allowed && terms !== null,
  })
  if (!allowed) return null
  return (
    <FormSection title="Расчёт" grid={false}>
      {terms === null && (
        <p className="muted">Укажите сумму, срок и ставку: посчитаем платёж, переплату и ПСК.</p>
      )}
      {terms !== null && answer.isError && <FailureBlock failure={answer.error} />}
      {terms !== null && answer.data && <Figures answer={answer.data} share={downPaymentShare(typed)} />}
    </FormSection>
  )
}
