import { versionLabel } from '@ipoteka-office/contract/products/version/version-words.ts'
import type { ReactNode } from 'react'
import type { Control, FieldPath } from 'react-hook-form'
import { Field, type FieldInput } from '#ui/form/field.tsx'
import { CheckField } from '#ui/input/check-field.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import type { Option, SearchOptions } from '#ui/select/option-search.ts'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import type { ProductValues } from '../card/product-values.ts'

/** What every part of the form is given. */
export interface PartProps {
  readonly control: Control<ProductValues>
  readonly disabled: boolean
}

type Name = FieldPath<ProductValues>
interface At extends PartProps {
  readonly name: Name
  readonly label?: string
  readonly span?: 'quarter' | 'half' | 'full'
  readonly hint?: ReactNode
  readonly required?: boolean
}
type Input = FieldInput<ProductValues, Name>

/** A code of words as options. */
export const optionsOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([code, name]) => ({ code, name }))

/** A field by its path: what it is called is said in one place for the form, the comparison and the history. */
function At({ draw, label, ...field }: At & { draw: (input: Input) => ReactNode }) {
  return (
    <Field {...field} label={label ?? versionLabel(field.name)}>
      {draw}
    </Field>
  )
}
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const decimalOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)

/** A line of text. */
export const TextAt = ({ max = 120, ...at }: At & { max?: number }) => (
  <At
    {...at}
    draw={({ value, ...input }) => <TextInput {...input} value={textOf(value)} maxLength={max} />}
  />
)
/** A line that may be left empty: null then. */
export const CodeAt = ({ max = 40, ...at }: At & { max?: number }) => (
  <At
    {...at}
    draw={({ value, onChange, ...input }) => (
      <TextInput
        {...input}
        value={textOf(value)}
        maxLength={max}
        onChange={(text) => onChange(text === '' ? null : text)}
      />
    )}
  />
)
/** A text of several lines. */
export const LongTextAt = ({ max = 2_000, ...at }: At & { max?: number }) => (
  <At {...at} draw={({ value, ...input }) => <TextArea {...input} value={textOf(value)} maxLength={max} />} />
)
/** A sum, percent or points as a decimal. */
export const DecimalAt = ({
  decimals = 2,
  negative = false,
  unit,
  ...at
}: At & { decimals?: number; negative?: boolean; unit: '₽' | '%' | 'п.' }) => (
  <At
    {...at}
    label={`${at.label ?? versionLabel(at.name)}, ${unit}`}
    draw={({ value, ...input }) => (
      <MoneyInput {...input} value={decimalOf(value)} decimals={decimals} negative={negative} />
    )}
  />
)
/** A whole number. */
export const CountAt = ({ min = 0, max, unit, ...at }: At & { min?: number; max: number; unit?: string }) => (
  <At
    {...at}
    label={`${at.label ?? versionLabel(at.name)}${unit ? `, ${unit}` : ''}`}
    draw={({ value, ...input }) => (
      <NumberInput {...input} value={typeof value === 'number' ? value : null} min={min} max={max} />
    )}
  />
)
/** One of a closed list. */
export const ChoiceAt = ({ options, ...at }: At & { options: readonly Option[] }) => (
  <At
    {...at}
    draw={({ value, ...input }) => (
      <SingleSelect {...input} options={options} value={textOf(value)} placeholder="Выберите" />
    )}
  />
)
/** One of a list that may be left empty. */
export const LookupAt = ({
  options,
  placeholder,
  ...at
}: At & { options: readonly Option[]; placeholder: string }) => (
  <At
    {...at}
    draw={({ value, ...input }) => (
      <LookupSelect {...input} options={options} value={decimalOf(value)} placeholder={placeholder} />
    )}
  />
)
/** A day. */
export const DayAt = (at: At) => (
  <At {...at} draw={({ value, ...input }) => <DateInput {...input} value={textOf(value)} />} />
)
/** Yes or no. */
export const FlagAt = ({ control, name, disabled, label }: At) => (
  <CheckField control={control} name={name} label={label ?? versionLabel(name)} disabled={disabled} />
)

interface Several extends At {
  /** What an empty list means: «Все регионы». */
  readonly placeholder: string
  /** The form keeps numbers, not codes. */
  readonly numbers?: boolean
  readonly search?: SearchOptions
}
/** Several of a list; an empty one does not restrict. */
export const SeveralAt = ({
  options,
  placeholder,
  numbers = false,
  search,
  ...at
}: Several & { options: readonly Option[] }) => (
  <At
    {...at}
    draw={({ value, onChange, ...input }) => (
      <MultiSelect
        {...input}
        options={options}
        placeholder={placeholder}
        {...(search && { search })}
        value={{ codes: Array.isArray(value) ? value.map(String) : [], all: false }}
        onChange={({ codes }) => onChange(numbers ? codes.map(Number) : codes)}
      />
    )}
  />
)
/** Several codes of a dictionary. */
export const DictionaryAt = ({ dictionary, ...at }: Several & { dictionary: string }) => (
  <SeveralAt {...at} options={useDictionary(dictionary)} />
)
/** One code of a dictionary. */
export const DictionaryOneAt = ({ dictionary, ...at }: At & { dictionary: string }) => (
  <ChoiceAt {...at} options={useDictionary(dictionary)} />
)
