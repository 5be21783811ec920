import { parameterValueFields as fields } from '@ipoteka-office/contract/parameters/value-fields.ts'
import type { ParameterSpec } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import type { Control, UseFormReturn } from 'react-hook-form'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { Field } from '#ui/form/field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import styles from './parameters.module.css'
import type { ValueForm } from './value-form.ts'

interface ValueFieldProps {
  readonly spec: ParameterSpec
  readonly form: UseFormReturn<ValueForm>
}

function TableField({ spec, form }: ValueFieldProps) {
  const { control } = form
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' })
  const codes = useDictionary(
    spec.cell?.kind === 'CODE' ? spec.cell.dictionary : '',
    spec.cell?.kind === 'CODE',
  )
  const options = codes.map(({ code, name }) => ({ code, name }))
  return (
    <fieldset className={styles.table}>
      <legend>Значение по сумме</legend>
      {fields.map((row, at) => (
        <div key={row.id} className={styles.tableRow}>
          {at === fields.length - 1 ? (
            <p className={styles.rest}>{at === 0 ? 'Любая сумма' : 'Все суммы больше'}</p>
          ) : (
            <Field control={control} name={`rows.${at}.upTo`} label="До суммы включительно" required>
              {(input) => <MoneyInput {...input} />}
            </Field>
          )}
          <Cell spec={spec} control={control} at={at} options={options} />
          <Button
            look="quiet"
            disabledReason={fields.length === 1 ? 'Одна строка нужна всегда' : null}
            onClick={() => remove(at)}
          >
            Убрать
          </Button>
        </div>
      ))}
      <Button onClick={() => append({ upTo: null, number: null, code: '' })}>Добавить строку</Button>
    </fieldset>
  )
}

function Cell({
  spec,
  control,
  at,
  options,
}: {
  spec: ParameterSpec
  control: Control<ValueForm>
  at: number
  options: { code: string; name: string }[]
}) {
  if (spec.cell?.kind === 'CODE')
    return (
      <Field control={control} name={`rows.${at}.code`} label={fields.value.label} required>
        {(input) => <SingleSelect {...input} options={options.length === 0 ? undefined : options} />}
      </Field>
    )
  return (
    <Field control={control} name={`rows.${at}.number`} label="Часов" required>
      {(input) => <NumberInput {...input} />}
    </Field>
  )
}

function CodesField({ spec, form }: ValueFieldProps) {
  const codes = useDictionary(spec.dictionary ?? '')
  const options = codes.map(({ code, name }) => ({ code, name }))
  return (
    <Field control={form.control} name="codes" label={fields.value.label} span="full">
      {({ value, onChange, ...input }) => (
        <MultiSelect
          {...input}
          options={options}
          value={{ codes: value, all: false }}
          onChange={({ codes: chosen }) => onChange([...chosen])}
        />
      )}
    </Field>
  )
}

/** The control of a parameter's value, by its kind. */
export function ValueField({ spec, form }: ValueFieldProps) {
  const { control } = form
  const { kind, unit } = spec
  if (kind === 'TABLE') return <TableField spec={spec} form={form} />
  if (kind === 'CODES') return <CodesField spec={spec} form={form} />
  if (kind === 'FLAG') return <CheckField control={control} name="flag" label="Да" />
  if (kind === 'MONEY' || kind === 'PERCENT')
    return (
      <Field
        control={control}
        name="decimal"
        label={kind === 'MONEY' ? 'Новое значение, ₽' : 'Новое значение, %'}
        required
      >
        {(input) => <MoneyInput {...input} decimals={kind === 'MONEY' ? 2 : 4} />}
      </Field>
    )
  if (kind === 'DATE')
    return (
      <Field control={control} name="day" label="Новое значение" required>
        {(input) => <DateInput {...input} />}
      </Field>
    )
  if (kind === 'TEXT' || kind === 'LINK')
    return (
      <Field control={control} name="text" label="Новое значение" span="full" hint="Пусто — не указано">
        {(input) => <TextInput {...input} maxLength={300} />}
      </Field>
    )
  return (
    <Field
      control={control}
      name="number"
      label={unit === undefined ? 'Новое значение' : `Новое значение, ${unit}`}
      required
    >
      {(input) => <NumberInput {...input} />}
    </Field>
  )
}
