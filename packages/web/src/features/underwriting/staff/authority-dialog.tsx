import { listRegions } from '@ipoteka-office/contract/references/reference-options.ts'
import { authorityFields as of } from '@ipoteka-office/contract/underwriting/authority-fields.ts'
import {
  AuthorityProduct,
  authorityProducts,
  deviationKinds,
} from '@ipoteka-office/contract/underwriting/authority.ts'
import {
  type GivenAuthority,
  requestAuthority,
  requestAuthorityChange,
  type Underwriter,
} from '@ipoteka-office/contract/underwriting/underwriter-card.ts'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { EntryDialog, useEntryForm } from '#widgets/record/entry-dialog.tsx'
import { type AuthorityForm, formIssues, toBody, toForm } from './authority-form.ts'
import { refreshUnderwriters } from './refresh-underwriters.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
const productOptions = optionsOf(authorityProducts)
const deviationOptions = optionsOf(deviationKinds)

/** Asks a second person to give an authority, or to put another one in the place of `before`. */
export function AuthorityDialog({
  underwriter,
  before,
  onClose,
}: {
  underwriter: Underwriter
  before: GivenAuthority | null
  onClose: () => void
}) {
  const { id, fullName, version } = underwriter
  const today = bankDay(serverNow())
  const regions = useReferenceOptions(listRegions).options
  const entry = useEntryForm<AuthorityForm>({
    values: toForm(before, today),
    issues: (form) => formIssues(form, underwriter, { before, today }),
    save: async (form) => {
      const body = { ...toBody(form), version }
      await (before === null
        ? call(requestAuthority, { params: { id: String(id) }, body })
        : call(requestAuthorityChange, { params: { id: String(id), authorityId: String(before.id) }, body }))
      await refreshUnderwriters()
    },
    saved: 'Запрос отправлен: его подтверждает другой сотрудник',
    onDone: onClose,
  })
  const { control } = entry.form
  const product = useWatch({ control, name: 'product' })
  return (
    <EntryDialog
      title={before === null ? `Новые полномочия: ${fullName}` : `Изменить полномочия: ${fullName}`}
      entry={entry}
      saveText="Отправить на подтверждение"
      onClose={onClose}
    >
      <Field control={control} name="product" label={of.product.label} required disabled={before !== null}>
        {({ onChange, ...input }) => (
          <SingleSelect
            {...input}
            options={productOptions}
            onChange={(code) => onChange(AuthorityProduct.parse(code))}
          />
        )}
      </Field>
      <Field
        control={control}
        name="maxExposure"
        label={of.maxExposure.label}
        required
        hint={of.maxExposure.hint}
      >
        {(input) => <MoneyInput {...input} />}
      </Field>
      {product === 'MORTGAGE' && (
        <Field
          control={control}
          name="maxLoanToValue"
          label={of.maxLoanToValue.label}
          span="quarter"
          hint={of.maxLoanToValue.hint}
        >
          {(input) => <MoneyInput {...input} decimals={2} />}
        </Field>
      )}
      <Field
        control={control}
        name="maxDebtLoad"
        label={of.maxDebtLoad.label}
        span="quarter"
        hint={of.maxDebtLoad.hint}
      >
        {(input) => <MoneyInput {...input} decimals={2} />}
      </Field>
      <Field control={control} name="regions" label={of.regions.label} hint={of.regions.hint} span="full">
        {({ value, onChange, ...input }) => (
          <MultiSelect
            {...input}
            options={regions}
            known={before?.regions ?? []}
            value={{ codes: value, all: false }}
            onChange={({ codes }) => onChange([...codes])}
            placeholder="Все регионы"
          />
        )}
      </Field>
      <Field control={control} name="deviations" label={of.deviations.label} span="full">
        {({ value, onChange, ...input }) => (
          <MultiSelect
            {...input}
            options={deviationOptions}
            value={{ codes: value, all: false }}
            onChange={({ codes }) => onChange([...codes])}
            placeholder="Никакие"
          />
        )}
      </Field>
      <Field control={control} name="validFrom" label={of.validFrom.label} required hint={of.validFrom.hint}>
        {(input) => <DateInput {...input} />}
      </Field>
      <PlainField control={control} fields={of} name="validTo" />
      <Field control={control} name="reason" label={of.reason.label} span="full" required>
        {(input) => <TextArea {...input} maxLength={1_000} />}
      </Field>
    </EntryDialog>
  )
}
