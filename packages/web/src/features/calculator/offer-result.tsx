import {
  exportLoanCalculation,
  type LoanCalculation,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import { type ReactNode, useState } from 'react'
import { download } from '#api/download.ts'
import { formatDate } from '#lib/dates.ts'
import { formatMoney, formatPercent, formatTerm } from '#lib/format.ts'
import { Button } from '#ui/button.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './calculator.module.css'
import type { TermsInput } from './calculator-state.ts'
import { ScheduleChart } from './schedule-chart.tsx'
import { ScheduleTable } from './schedule-table.tsx'
import { WorkedSteps } from './worked-steps.tsx'

/** The figures by which offers are compared, in the order people ask for them. */
export const offerFacts: { label: string; of: (answer: LoanCalculation) => string }[] = [
  { label: 'Платёж', of: (a) => formatMoney(a.firstPayment) },
  { label: 'ПСК', of: (a) => formatPercent(a.fullLoanCost.percent, 3) },
  { label: 'ПСК в деньгах', of: (a) => formatMoney(a.fullLoanCost.money) },
  { label: 'Проценты за весь срок', of: (a) => formatMoney(a.totalInterest) },
  { label: 'Все платежи', of: (a) => formatMoney(a.totalPayments) },
  { label: 'Наибольший платёж', of: (a) => formatMoney(a.maxPayment) },
  { label: 'Эффективная ставка', of: (a) => formatPercent(a.effectiveRate, 3) },
  { label: 'Срок на деле', of: (a) => formatTerm(a.monthsPaid) },
  { label: 'Последний платёж', of: (a) => formatDate(a.lastDate) },
]

function ExportButtons({ terms }: { terms: TermsInput }) {
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (format: 'xlsx' | 'csv' | 'pdf') => {
    setBusy(format)
    try {
      await download(exportLoanCalculation, { body: { terms, format } })
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(null)
    }
  }
  return (
    <div className={styles.inline}>
      <Button loading={busy === 'xlsx'} onClick={() => void run('xlsx')}>
        XLSX
      </Button>
      <Button loading={busy === 'csv'} onClick={() => void run('csv')}>
        CSV
      </Button>
      <Button loading={busy === 'pdf'} onClick={() => void run('pdf')}>
        PDF
      </Button>
    </div>
  )
}

/** What an offer comes to: the figures, the chart, the schedule and how it was computed. */
export function OfferResult({
  answer,
  children,
}: {
  answer: LoanCalculation
  /** Buttons beside those of the files. */
  children?: ReactNode
}) {
  return (
    <FormCard>
      <FormSection title="Итог" grid={false}>
        <div className={styles.facts} aria-live="polite">
          {offerFacts.map(({ label, of }) => (
            <dl key={label}>
              <dt>{label}</dt>
              <dd>{of(answer)}</dd>
            </dl>
          ))}
        </div>
        <div className={styles.inline}>
          <ExportButtons terms={answer.terms} />
          {children}
        </div>
      </FormSection>
      <FormSection title="По годам" grid={false}>
        <ScheduleChart schedule={answer.schedule} />
      </FormSection>
      <FormSection title="График платежей" grid={false}>
        <ScheduleTable schedule={answer.schedule} />
      </FormSection>
      <FormSection title="Как посчитано" grid={false}>
        <WorkedSteps steps={[...answer.steps, ...answer.fullLoanCost.steps]} version={answer.methodVersion} />
      </FormSection>
    </FormCard>
  )
}
