import { shortFormFields as fields } from '@ipoteka-office/contract/cases/sections/first-forms.ts'
import {
  type Passport,
  type PassportContext,
  passportWarnings,
  unitCodeText,
} from '@ipoteka-office/contract/common/person/passport.ts'
import type { UnitSuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import {
  type FieldPathByValue,
  type FieldValues,
  type PathValue,
  type UseFormReturn,
  useWatch,
} from 'react-hook-form'
import { DateInput } from '#ui/input/date-input.tsx'
import { DigitsInput } from '#ui/input/digits-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import { searchUnits } from './suggestions.ts'

/** Where the form keeps the passport; series and number are ten digits, the date is `2026-11-20`. */
export type PassportPaths<T extends FieldValues> = Readonly<
  Record<keyof Passport, FieldPathByValue<T, string>>
>

/** Series and number, date of issue, unit code and issuer: a unit that is chosen by its code or name fills both. */
export function PassportFields<T extends FieldValues>({
  form: { control, setValue },
  paths,
  context,
  disabled = false,
}: {
  form: UseFormReturn<T>
  paths: PassportPaths<T>
  /** Today, and the date of birth where the form knows it: what is unusual is said under the fields. */
  context: PassportContext
  disabled?: boolean
}) {
  const [seriesNumber, issuedOn, unitCode] = useWatch({
    control,
    name: [paths.seriesNumber, paths.issuedOn, paths.unitCode],
  })
  const warnings = passportWarnings({ seriesNumber, issuedOn, unitCode }, context)
  const hintAt = (path: keyof Passport) => warnings.find((one) => one.path === path)?.message
  const fill = ({ data }: UnitSuggestion) => {
    const options = { shouldDirty: true, shouldValidate: true }
    setValue(paths.unitCode, data.code as PathValue<T, typeof paths.unitCode>, options)
    setValue(paths.issuer, data.name as PathValue<T, typeof paths.issuer>, options)
  }
  return (
    <>
      <Field
        control={control}
        name={paths.seriesNumber}
        label={fields.passport.label}
        hint={hintAt('seriesNumber')}
        disabled={disabled}
      >
        {(input) => <DigitsInput {...input} pattern="00 00 000000" />}
      </Field>
      <Field
        control={control}
        name={paths.issuedOn}
        label="Дата выдачи"
        hint={hintAt('issuedOn')}
        span="quarter"
        disabled={disabled}
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <Field
        control={control}
        name={paths.unitCode}
        label={fields.passportUnitCode.label}
        hint={hintAt('unitCode')}
        span="quarter"
        disabled={disabled}
      >
        {({ value, onChange, ...input }) => (
          <SuggestInput<UnitSuggestion>
            {...input}
            inputMode="numeric"
            placeholder="000-000"
            digits={6}
            value={unitCodeText(value)}
            onChange={(text) => onChange(unitCodeText(text))}
            onPick={fill}
            search={searchUnits}
            minLength={3}
          />
        )}
      </Field>
      <Field control={control} name={paths.issuer} label="Кем выдан" span="full" disabled={disabled}>
        {({ value, onChange, ...input }) => (
          <SuggestInput<UnitSuggestion>
            {...input}
            value={value}
            onChange={onChange}
            onPick={fill}
            search={searchUnits}
            minLength={3}
          />
        )}
      </Field>
    </>
  )
}
