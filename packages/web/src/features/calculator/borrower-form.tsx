import { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import { useQuery } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { type FormFigures, useFiguresOn } from '#api/figures.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { useSettled } from '#lib/use-settled.ts'
import { checkedForm } from '#ui/form/checked-form.ts'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { BorrowerResult } from './borrower-result.tsx'
import styles from './calculator.module.css'
import { type BorrowerInput } from './calculator-state.ts'
import { SaveCalculation } from './save-calculation.tsx'

interface BorrowerValues {
  income: string | null
  otherPayments: string | null
  rate: string | null
  months: number | null
  amount: string | null
  price: string | null
  appraisedValue: string | null
  downPayment: string | null
  debtLoadLimit: string | null
  loanToValueLimit: string | null
  programmeMax: string | null
}

const labels: Record<keyof BorrowerValues, string> = {
  income: 'Доход в месяц, ₽',
  otherPayments: 'Платежи по другим кредитам, ₽',
  rate: 'Ставка, % годовых',
  months: 'Срок, месяцев',
  amount: 'Желаемая сумма, ₽',
  price: 'Цена, ₽',
  appraisedValue: 'Оценка, ₽',
  downPayment: 'Первоначальный взнос, ₽',
  debtLoadLimit: 'Предел ПДН, %',
  loanToValueLimit: 'Предел К/З, %',
  programmeMax: 'Предел программы, ₽',
}
const moneyFields = [
  'income',
  'otherPayments',
  'rate',
  'amount',
  'price',
  'appraisedValue',
  'downPayment',
  'debtLoadLimit',
  'loanToValueLimit',
  'programmeMax',
] as const

function toInput(values: BorrowerValues, today: string): BorrowerInput | null {
  const { rate, months, otherPayments, debtLoadLimit, loanToValueLimit, ...rest } = values
  if (rate === null || months === null) return null
  return {
    ...rest,
    rate,
    months,
    issueDate: today,
    obligations: otherPayments === null ? [] : [{ kind: 'PAYMENT', payment: otherPayments }],
    ...(debtLoadLimit !== null && { debtLoadLimit }),
    ...(loanToValueLimit !== null && { loanToValueLimit }),
  }
}

/** What a borrower can take: limits, debt load and loan to value as the person types. */
export function BorrowerForm() {
  const figures = useFiguresOn(bankDay(serverNow()))
  return figures ? <BorrowerFields figures={figures} /> : <DelayedLoader />
}

/** The form begins with the bank's bounds of today. */
function BorrowerFields({ figures }: { figures: FormFigures }) {
  const form = useForm<BorrowerValues>({
    ...checkedForm<BorrowerValues>('Заёмщик калькулятора'),
    defaultValues: {
      income: '150000.00',
      otherPayments: null,
      rate: '17.35',
      months: 240,
      amount: null,
      price: '8100000.00',
      appraisedValue: null,
      downPayment: '1620000.00',
      debtLoadLimit: figures['calculator-debt-load'],
      loanToValueLimit: figures['calculator-loan-to-value'],
      programmeMax: null,
    },
  })
  const { control } = form
  const input = toInput(useSettled(useWatch({ control }) as BorrowerValues), bankDay(serverNow()))
  const answer = useQuery({
    ...query(evaluateCreditor, { body: input ?? { rate: '0', months: 1 } }),
    enabled: input !== null,
  })
  const result = answer.data
  return (
    <div className={styles.columns}>
      <FormCard>
        <FormSection title="Заёмщик и объект">
          {moneyFields.map((name) => (
            <Field key={name} control={control} name={name} label={labels[name]}>
              {({ value, ...field }) => <MoneyInput {...field} value={value} />}
            </Field>
          ))}
          <Field control={control} name="months" label={labels.months}>
            {(field) => <NumberInput {...field} min={1} max={600} />}
          </Field>
        </FormSection>
      </FormCard>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {result && input && (
        <BorrowerResult result={result}>
          <SaveCalculation calculation={{ kind: 'BORROWER', inputs: input }} />
        </BorrowerResult>
      )}
    </div>
  )
}
