import { type Fact, type FactCode, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { searchPartners } from '#widgets/fields/partner-options.ts'
import styles from './condition-builder.module.css'
import type { PartValue } from './condition-values.ts'
import { capital, type FactBook } from './fact-book.ts'

interface ValueProps {
  code: FactCode
  /** Several values may be given. */
  several: boolean
  value: PartValue
  onChange: (value: PartValue) => void
  book: FactBook
  disabled: boolean
  invalid: boolean
  /** Said in an empty field. */
  placeholder?: string
  'aria-describedby'?: string
}

type Shared = Pick<ValueProps, 'disabled' | 'invalid' | 'placeholder' | 'aria-describedby'> & {
  'aria-label': string
}

const textOf = (value: PartValue): string => (typeof value === 'string' ? value : '')
const listOf = (value: PartValue): string[] => (Array.isArray(value) ? value : [])

/** «Ромашка; Лютик» ↔ two values. */
const splitTexts = (text: string): string[] => text.split(';').map((part) => part.trimStart())

function ListedValue({ code, several, value, onChange, book, shared }: ValueProps & { shared: Shared }) {
  const { kind } = factOf(code)
  const options = book.options(code)
  const search = kind === 'partner' ? { search: searchPartners } : {}
  if (several)
    return (
      <MultiSelect
        placeholder="Выберите значения"
        {...shared}
        {...search}
        options={options}
        value={{ codes: listOf(value), all: false }}
        onChange={({ codes }) => onChange(codes)}
      />
    )
  return (
    <LookupSelect
      placeholder="Выберите значение"
      {...shared}
      {...search}
      options={options}
      value={textOf(value) || null}
      onChange={onChange}
    />
  )
}

function TextValue({ several, value, onChange, shared }: ValueProps & { shared: Shared }) {
  return (
    <TextInput
      placeholder={several ? 'Несколько — через «;»' : 'Значение'}
      {...shared}
      maxLength={200}
      value={several ? listOf(value).join('; ') : textOf(value)}
      onChange={(text) => onChange(several ? (text === '' ? [] : splitTexts(text)) : text)}
    />
  )
}

const unitOf = ({ kind, unit }: Fact): string => {
  if (kind === 'money') return '₽'
  return kind === 'percent' ? '%' : (unit ?? '')
}

function AmountValue({ code, value, onChange, shared }: ValueProps & { shared: Shared }) {
  const fact = factOf(code)
  const unit = unitOf(fact)
  return (
    <span className={styles.amount}>
      {fact.kind === 'number' ? (
        <NumberInput
          {...shared}
          value={typeof value === 'number' ? value : null}
          onChange={onChange}
          {...(fact.min !== undefined && { min: fact.min })}
          {...(fact.max !== undefined && { max: fact.max })}
        />
      ) : (
        <MoneyInput {...shared} value={textOf(value) || null} onChange={onChange} />
      )}
      {unit && <span aria-hidden="true">{unit}</span>}
    </span>
  )
}

/** The value that a fact is compared with: a field by its kind. */
export function ValueInput(props: ValueProps) {
  const { code, value, onChange, disabled, invalid, placeholder } = props
  const fact = factOf(code)
  const describedBy = props['aria-describedby']
  const shared: Shared = {
    'aria-label': `Значение: ${fact.label}`,
    disabled,
    invalid,
    ...(placeholder && { placeholder }),
    ...(describedBy && { 'aria-describedby': describedBy }),
  }
  switch (fact.kind) {
    case 'enum':
    case 'partner':
      return <ListedValue {...props} shared={shared} />
    case 'boolean':
      return (
        <SingleSelect
          {...shared}
          options={[
            { code: 'true', name: capital(fact.yes ?? 'да') },
            { code: 'false', name: capital(fact.no ?? 'нет') },
          ]}
          value={typeof value === 'boolean' ? String(value) : null}
          onChange={(chosen) => onChange(chosen === 'true')}
        />
      )
    case 'date':
      return <DateInput {...shared} value={textOf(value)} onChange={onChange} />
    case 'text':
      return <TextValue {...props} shared={shared} />
    case 'number':
    case 'money':
    case 'percent':
      return <AmountValue {...props} shared={shared} />
  }
}
