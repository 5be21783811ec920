import type { ParamSpec } from '@ipoteka-office/contract/products/eligibility/asker.ts'
import { type Control, useController } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import type { ProductValues } from '../card/product-values.ts'
import styles from './parts.module.css'

interface ValueProps {
  readonly control: Control<ProductValues>
  readonly disabled: boolean
  readonly name: `eligibility.${number}.values.${string}`
  readonly spec: ParamSpec
  readonly isLoan: boolean
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const decimalOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

const units: Partial<Record<ParamSpec['kind'], string>> = {
  MONEY: '₽',
  PERCENT: '%',
  AREA: 'м²',
  YEARS: 'лет',
}
const labelOf = ({ kind, label }: ParamSpec) => {
  const unit = units[kind]
  return unit === undefined ? label : `${label}, ${unit}`
}

/** A sum, a share or an area. */
function DecimalValue({ spec, ...field }: ValueProps) {
  return (
    <Field {...field} label={labelOf(spec)} span="quarter" required={!spec.optional}>
      {({ value, onChange, ...input }) => (
        <MoneyInput
          {...input}
          value={decimalOf(value)}
          decimals={spec.kind === 'PERCENT' ? 4 : 2}
          onChange={(decimal) => onChange(decimal ?? '')}
        />
      )}
    </Field>
  )
}

function YearsValue({ spec, ...field }: ValueProps) {
  return (
    <Field {...field} label={labelOf(spec)} span="quarter" required={!spec.optional}>
      {({ value, onChange, ...input }) => (
        <NumberInput
          {...input}
          value={decimalOf(value) === null ? null : Number(value)}
          min={0}
          max={99}
          onChange={(count) => onChange(count === null ? '' : String(count))}
        />
      )}
    </Field>
  )
}

function DayValue({ spec, ...field }: ValueProps) {
  return (
    <Field {...field} label={labelOf(spec)} span="quarter" required={!spec.optional}>
      {({ value, ...input }) => <DateInput {...input} value={textOf(value)} />}
    </Field>
  )
}

function WordsValue({ spec, ...field }: ValueProps) {
  return (
    <Field {...field} label={labelOf(spec)} span="half" required={!spec.optional}>
      {({ value, ...input }) => <TextInput {...input} value={textOf(value)} maxLength={200} />}
    </Field>
  )
}

/** Of which dictionary the codes of a kind are. */
const dictionaries: Readonly<Partial<Record<ParamSpec['kind'], string>>> = {
  GOALS: 'loanGoals',
  EMPLOYMENTS: 'employmentType',
}

/** Consumer loans have a list of employments of their own. */
const ofLoans: typeof dictionaries = { EMPLOYMENTS: 'loanAppEmploymentType' }

function CodesValue({ spec, isLoan, ...field }: ValueProps) {
  const own = isLoan ? ofLoans[spec.kind] : undefined
  const options = useDictionary(own ?? dictionaries[spec.kind] ?? 'region')
  return (
    <Field {...field} label={labelOf(spec)} span="half" required={!spec.optional}>
      {({ value, onChange, ...input }) => (
        <MultiSelect
          {...input}
          options={options}
          placeholder="Не выбраны"
          value={{ codes: Array.isArray(value) ? value.map(String) : [], all: false }}
          onChange={({ codes }) => onChange(codes)}
        />
      )}
    </Field>
  )
}

/** Words by region: a row for each, in the order of their codes. */
function ByRegionValue({ control, disabled, name, spec }: ValueProps) {
  const { field } = useController({ control, name })
  const regions = useDictionary('region')
  const rows = (field.value ?? {}) as Readonly<Record<string, string>>
  const { wordsLabel = 'Слова' } = spec
  const put = (code: string, words: string) => field.onChange({ ...rows, [code]: words })
  const codes = Object.keys(rows).toSorted()
  return (
    <div className={styles.whole} role="group" aria-label={spec.label}>
      <p className="muted">{spec.label}</p>
      {codes.map((code) => {
        const region = regions.find((one) => one.code === code)?.name ?? code
        return (
          <div key={code} className={styles.row}>
            <span>{region}</span>
            <TextInput
              aria-label={`${wordsLabel}: ${region}`}
              value={rows[code] ?? ''}
              maxLength={300}
              disabled={disabled}
              onChange={(words) => put(code, words)}
            />
            {!disabled && (
              <Button
                look="quiet"
                aria-label={`Удалить: ${region}`}
                onClick={() =>
                  field.onChange(Object.fromEntries(Object.entries(rows).filter(([one]) => one !== code)))
                }
              >
                <Icon name="trash" />
              </Button>
            )}
          </div>
        )
      })}
      {!disabled && (
        <SingleSelect
          aria-label={`Добавить регион: ${spec.label}`}
          options={regions.filter(({ code }) => !codes.includes(code))}
          value={null}
          placeholder="Добавить регион"
          onChange={(code) => put(code, '')}
        />
      )}
    </div>
  )
}

const kinds = {
  MONEY: DecimalValue,
  PERCENT: DecimalValue,
  AREA: DecimalValue,
  YEARS: YearsValue,
  DAY: DayValue,
  TEXT: WordsValue,
  REGIONS: CodesValue,
  GOALS: CodesValue,
  EMPLOYMENTS: CodesValue,
  BY_REGION: ByRegionValue,
} as const

/** A value of a requirement by its kind. */
export function AskerValue(props: ValueProps) {
  const { spec, control, disabled, name } = props
  if (spec.kind === 'FLAG')
    return (
      <div className={styles.checks}>
        <CheckField control={control} name={name} label={spec.label} disabled={disabled} />
      </div>
    )
  const Value = kinds[spec.kind]
  return <Value {...props} />
}
