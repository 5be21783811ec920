import { shortFormFields as fields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import { createLoanApplication } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import type { CaseDuplicate } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { useRef, useState } from 'react'
import type { Option } from '#ui/select/option-search.ts'
import { call } from '#api/call.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { DigitsInput } from '#ui/input/digits-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { DuplicatesDialog, duplicatesOf } from '#widgets/case-card/duplicates-dialog.tsx'
import { mineOf } from '#widgets/case-card/mine.ts'
import type { Wished } from '#widgets/case-card/wished.ts'
import type { CreateDialogProps } from '#widgets/case-list/case-type-views.ts'
import { EntryDialog, type EntryIssue, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { PersonNameFields } from '#widgets/fields/person-name-fields.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'

interface Values {
  lastName: string
  firstName: string
  middleName: string
  sex: 'MALE' | 'FEMALE' | null
  birthDate: string
  passport: string
  phone: string
  productType: string | null
  goal: string | null
  amount: string | null
  termMonths: number | null
  regionCode: string | null
}

const empty: Values = {
  lastName: '',
  firstName: '',
  middleName: '',
  sex: null,
  birthDate: '',
  passport: '',
  phone: '',
  productType: null,
  goal: null,
  amount: null,
  termMonths: null,
  regionCode: null,
}

/** An empty form with what an offer has said. */
const begun = ({ productType, goal, amount, regionCode, termMonths }: Wished): Values => ({
  ...empty,
  productType: productType ?? null,
  goal: goal ?? null,
  amount: amount ?? null,
  regionCode: regionCode ?? null,
  termMonths: termMonths === undefined ? null : Number(termMonths),
})

const { body: Body } = createLoanApplication

const toBody = ({ sex, birthDate, passport, phone, ...values }: Values) => ({
  ...values,
  productType: values.productType ?? '',
  goal: values.goal ?? '',
  amount: values.amount ?? '',
  termMonths: values.termMonths ?? 0,
  regionCode: values.regionCode ?? '',
  ...(sex !== null && { sex }),
  ...(birthDate !== '' && { birthDate }),
  ...(passport.trim() !== '' && { passport }),
  ...(phone.trim() !== '' && { phone }),
})

function issuesOf(values: Values): EntryIssue[] {
  const typed: Readonly<Record<string, unknown>> = { ...values }
  const { error } = Body.safeParse(toBody(values))
  return (error?.issues ?? []).map(({ path, message }) => {
    const value = typed[String(path[0])]
    return { path, message: value === null || value === '' ? messages.required : message }
  })
}

const names = { surname: 'lastName', name: 'firstName', patronymic: 'middleName', sex: 'sex' } as const

/** A new application: who takes the loan and what for; the rest is asked on its page. */
export function CreateLoanDialog({ onClose, onCreated, wished = {} }: CreateDialogProps) {
  const products = useReferenceOptions(referenceLists['cashLoan/productType']).options
  const goals = useReferenceOptions(referenceLists.cashLoanGoals).options
  const regions = useReferenceOptions(referenceLists.region).options
  const [found, setFound] = useState<CaseDuplicate[] | null>(null)
  const confirmed = useRef<number[]>([])
  const entry = useEntryForm<Values>({
    values: begun(wished),
    issues: issuesOf,
    save: async (values) => {
      const body = { ...toBody(values), confirmedDuplicates: confirmed.current }
      const { id } = await call(createLoanApplication, { body })
      onCreated(id)
    },
    saved: 'Заявка создана',
    onDone: onClose,
    onFailure: (failure) => {
      const list = duplicatesOf(failure)
      setFound(list)
      return list !== null
    },
  })
  const createAnyway = (list: readonly CaseDuplicate[]) => {
    confirmed.current = list.map(({ id }) => id)
    setFound(null)
    void entry.submit()
  }
  const { form } = entry
  const choice = (name: 'productType' | 'goal' | 'regionCode', label: string, options: readonly Option[]) => (
    <Field control={form.control} name={name} label={label}>
      {(input) => <LookupSelect {...input} options={options} />}
    </Field>
  )
  return (
    <EntryDialog
      title="Новая заявка на потребительский кредит"
      entry={entry}
      onClose={onClose}
      saveText="Создать"
    >
      <PersonNameFields form={form} paths={names} />
      <Field control={form.control} name="birthDate" label={fields.birthDate.label}>
        {(input) => <DateInput {...input} />}
      </Field>
      <Field control={form.control} name="passport" label={fields.passport.label}>
        {(input) => <DigitsInput {...input} pattern="00 00 000000" placeholder="00 00 000000" />}
      </Field>
      <Field control={form.control} name="phone" label={fields.phone.label}>
        {(input) => <TextInput {...input} inputMode="tel" placeholder="+7 900 000-00-00" />}
      </Field>
      {choice('productType', 'Тип продукта', products)}
      {choice('goal', 'Цель кредита', goals)}
      <Field control={form.control} name="amount" label="Сумма, ₽">
        {(input) => <MoneyInput {...input} />}
      </Field>
      <Field control={form.control} name="termMonths" label="Срок, мес.">
        {(input) => <NumberInput {...input} min={1} max={84} />}
      </Field>
      {choice('regionCode', 'Регион', regions)}
      {found && (
        <DuplicatesDialog
          found={found}
          mine={mineOf({ ...form.getValues() })}
          onClose={() => setFound(null)}
          onCreate={() => createAnyway(found)}
        />
      )}
    </EntryDialog>
  )
}
