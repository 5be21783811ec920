import {
  dayCounts,
  feeKinds,
  firstPayments,
  interestPeriods,
  nonWorkingDayRules,
  paymentRoundings,
  repaymentModes,
  repaymentSources,
  scheduleKinds,
} from '@ipoteka-office/contract/calculator/calculators.ts'
import { type Control, type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { Icon } from '#ui/icon.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import styles from './calculator.module.css'
import { levelChoices, type OfferValues } from './calculator-state.ts'
import type { WithProduct } from './product-section.tsx'

const ProductSection = latePart(async () => (await import('./product-section.tsx')).ProductSection)
const TermByPayment = latePart(async () => (await import('./term-by-payment.tsx')).TermByPayment)
const ProductTermByPayment = latePart(async () => (await import('./product-term.tsx')).ProductTermByPayment)

const options = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([code, name]) => ({ code, name }))

type Part = { control: Control<OfferValues> }

/** Choices of the terms: field, label and its words. */
const choices = [
  ['kind', 'Вид графика', scheduleKinds],
  ['dayCount', 'Счёт дней', dayCounts],
  ['interestPeriod', 'Процентный период', interestPeriods],
  ['firstPayment', 'Первый платёж', firstPayments],
  ['nonWorkingDays', 'Нерабочий день', nonWorkingDayRules],
  ['rounding', 'Округление платежа', paymentRoundings],
  ['levelPayment', 'Равный платёж', levelChoices],
] as const

function MainSection({ form, byProduct }: { form: UseFormReturn<OfferValues>; byProduct: boolean }) {
  const { control } = form
  return (
    <FormSection title="Кредит">
      <Field control={control} name="amount" label="Сумма, ₽">
        {(input) => <MoneyInput {...input} />}
      </Field>
      {!byProduct && (
        <Field control={control} name="rate" label="Ставка, % годовых">
          {(input) => <MoneyInput {...input} />}
        </Field>
      )}
      <Field control={control} name="months" label="Срок, месяцев">
        {(input) => <NumberInput {...input} min={1} max={600} />}
      </Field>
      {byProduct ? <ProductTermByPayment form={form} /> : <TermByPayment form={form} />}
      <Field control={control} name="issueDate" label="Дата выдачи">
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={control} name="paymentDay" label="День платежа" hint="Пусто — день выдачи">
        {(input) => <NumberInput {...input} min={1} max={31} />}
      </Field>
    </FormSection>
  )
}

function RulesSection({ control }: Part) {
  return (
    <FormSection title="Правила графика">
      {choices.map(([name, label, labels]) => (
        <Field key={name} control={control} name={name} label={label}>
          {({ value, ...input }) => <SingleSelect {...input} value={value} options={options(labels)} />}
        </Field>
      ))}
      <Field control={control} name="interestOnlyMonths" label="Только проценты, месяцев">
        {(input) => <NumberInput {...input} max={120} />}
      </Field>
    </FormSection>
  )
}

function RatesSection({ control }: Part) {
  const { fields, append, remove } = useFieldArray({ control, name: 'rateChanges' })
  return (
    <FormSection title="Льготы и изменения ставки">
      <Field control={control} name="subsidyRate" label="Льготная ставка, %">
        {(input) => <MoneyInput {...input} />}
      </Field>
      <Field control={control} name="subsidyMonths" label="Льготный период, месяцев">
        {(input) => <NumberInput {...input} min={1} max={600} />}
      </Field>
      <Field control={control} name="surchargePoints" label="Надбавка без страхования, п. п.">
        {(input) => <MoneyInput {...input} />}
      </Field>
      <Field control={control} name="surchargeFrom" label="Страховки нет с">
        {(input) => <DateInput {...input} />}
      </Field>
      {fields.map((field, index) => (
        <div key={field.id} className={styles.line}>
          <Field control={control} name={`rateChanges.${index}.from`} label="Новая ставка с" span="full">
            {(input) => <DateInput {...input} />}
          </Field>
          <Field control={control} name={`rateChanges.${index}.rate`} label="Ставка, %" span="full">
            {(input) => <MoneyInput {...input} />}
          </Field>
          <RemoveLine label="Убрать изменение ставки" onClick={() => remove(index)} />
        </div>
      ))}
      <div className={styles.wide}>
        <Button onClick={() => append({ from: '', rate: null })}>
          <Icon name="plus" /> Изменение ставки
        </Button>
      </div>
    </FormSection>
  )
}

function EarlySection({ control }: Part) {
  const { fields, append, remove } = useFieldArray({ control, name: 'earlyRepayments' })
  return (
    <FormSection title="Досрочные погашения">
      {fields.map((field, index) => (
        <div key={field.id} className={styles.line}>
          <Field control={control} name={`earlyRepayments.${index}.date`} label="Дата" span="full">
            {(input) => <DateInput {...input} />}
          </Field>
          <Field control={control} name={`earlyRepayments.${index}.amount`} label="Сумма, ₽" span="full">
            {(input) => <MoneyInput {...input} />}
          </Field>
          <Field control={control} name={`earlyRepayments.${index}.mode`} label="Что меняется" span="full">
            {(input) => <SingleSelect {...input} options={options(repaymentModes)} />}
          </Field>
          <Field control={control} name={`earlyRepayments.${index}.source`} label="Кто платит" span="full">
            {(input) => <SingleSelect {...input} options={options(repaymentSources)} />}
          </Field>
          <RemoveLine label="Убрать погашение" onClick={() => remove(index)} />
        </div>
      ))}
      <div className={styles.wide}>
        <Button onClick={() => append({ date: '', amount: null, mode: 'REDUCE_PAYMENT', source: 'CLIENT' })}>
          <Icon name="plus" /> Погашение
        </Button>
      </div>
    </FormSection>
  )
}

function FeesSection({ control }: Part) {
  const { fields, append, remove } = useFieldArray({ control, name: 'fees' })
  return (
    <FormSection title="Платежи при выдаче">
      {fields.map((field, index) => (
        <div key={field.id} className={styles.line}>
          <Field control={control} name={`fees.${index}.kind`} label="Что это" span="full">
            {(input) => <SingleSelect {...input} options={options(feeKinds)} />}
          </Field>
          <Field control={control} name={`fees.${index}.amount`} label="Сумма, ₽" span="full">
            {(input) => <MoneyInput {...input} />}
          </Field>
          <Field control={control} name={`fees.${index}.inFullLoanCost`} label="Входит в ПСК" span="full">
            {({ value, onChange, invalid: _, ...input }) => (
              <input
                type="checkbox"
                {...input}
                checked={value}
                onChange={(event) => onChange(event.target.checked)}
              />
            )}
          </Field>
          <RemoveLine label="Убрать платёж" onClick={() => remove(index)} />
        </div>
      ))}
      <div className={styles.wide}>
        <Button onClick={() => append({ kind: 'INSURANCE', amount: null, inFullLoanCost: true })}>
          <Icon name="plus" /> Платёж
        </Button>
      </div>
    </FormSection>
  )
}

function RemoveLine({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button look="quiet" aria-label={label} onClick={onClick}>
      <Icon name="trash" />
    </Button>
  )
}

/** The terms of one offer. */
export function OfferForm({ form }: { form: UseFormReturn<OfferValues> }) {
  const byProduct = useWatch({ control: form.control, name: 'by.productId' }) !== ''
  const maySee = useRights().all({ CreditProduct: ['Read'] }) || byProduct
  return (
    <FormCard>
      {maySee && <ProductSection form={form as unknown as UseFormReturn<WithProduct>} />}
      <MainSection form={form} byProduct={byProduct} />
      {byProduct ? <EarlySection control={form.control} /> : <TypedTerms control={form.control} />}
    </FormCard>
  )
}

/** What a product says itself where one is chosen. */
function TypedTerms({ control }: Part) {
  return (
    <>
      <RulesSection control={control} />
      <RatesSection control={control} />
      <EarlySection control={control} />
      <FeesSection control={control} />
    </>
  )
}
