import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import { checkContact } from '@ipoteka-office/contract/common/contact-value.ts'
import { unitCodeText } from '@ipoteka-office/contract/common/passport.ts'
import type { SectionField } from '@ipoteka-office/contract/sections/fields.ts'
import type { BankSuggestion, PartySuggestion } from '@ipoteka-office/contract/suggestions.ts'
import type { FieldValues } from 'react-hook-form'
import { DateInput } from '#ui/date-input.tsx'
import { DigitsInput } from '#ui/digits-input.tsx'
import type { FieldInput } from '#ui/field.tsx'
import { LookupSelect } from '#ui/lookup-select.tsx'
import { MoneyInput } from '#ui/money-input.tsx'
import { NumberInput } from '#ui/number-input.tsx'
import type { Option } from '#ui/option-search.ts'
import { SuggestInput } from '#ui/suggest-input.tsx'
import { TextArea, TextInput } from '#ui/text-input.tsx'
import { searchBanks, searchParties } from '../suggestions.ts'
import { bankFields, partyFields } from './section-layout.ts'
import type { FormNames } from './section-names.ts'

type Input = FieldInput<FieldValues, string>

const optionsOf = (field: SectionField, names: FormNames): readonly Option[] =>
  field.choices === undefined
    ? names.options(field.dictionary)
    : Object.entries(field.choices).map(([code, name]) => ({ code, name }))

/** «+79123456789» as people write it. */
const phoneText = (value: string) => value.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')

function PhoneInput({ value, onChange, onBlur, ...input }: Input) {
  const text: string = value
  return (
    <TextInput
      placeholder="+7 900 000-00-00"
      inputMode="tel"
      {...input}
      value={phoneText(text)}
      onChange={onChange}
      onBlur={() => {
        const checked = checkContact(1, text)
        if ('value' in checked && checked.value !== text) onChange(checked.value)
        onBlur()
      }}
    />
  )
}

/** A month of a year: shown «11.2026», its value is `2026-11`. */
function MonthInput({ value, onChange, ...input }: Input) {
  const text: string = value
  const digits = text.replace(/^(\d{4})-(\d{2})$/, '$2$1').replace(/\D/g, '')
  return (
    <DigitsInput
      {...input}
      pattern="00.0000"
      placeholder="ММ.ГГГГ"
      value={digits}
      onChange={(next) => onChange(next.replace(/^(\d{2})(\d{4})$/, '$2-$1'))}
    />
  )
}

/** What else a chosen organisation fills. */
export type OnParty = (party: PartySuggestion) => void

function NameInput({ name, onParty, ...input }: Input & { name: string; onParty: OnParty }) {
  const { value, onChange, ...rest } = input
  if (bankFields.has(name))
    return (
      <SuggestInput<BankSuggestion>
        {...rest}
        value={value}
        onChange={onChange}
        onPick={({ value: bank }) => onChange(bank)}
        search={searchBanks}
      />
    )
  return (
    <SuggestInput<PartySuggestion>
      {...rest}
      value={value}
      onChange={onChange}
      onPick={(party) => {
        onChange(party.value)
        onParty(party)
      }}
      search={searchParties}
    />
  )
}

const lastName = (path: string) => path.split('.').at(-1) ?? path

function LineInput({ path, onParty, ...input }: Input & { path: string; onParty: OnParty }) {
  const name = lastName(path)
  return name in partyFields || bankFields.has(name) ? (
    <NameInput {...input} name={name} onParty={onParty} />
  ) : (
    <TextInput {...input} />
  )
}

const patterns: Readonly<Record<string, string>> = {
  SNILS: '000-000-000 00',
  PASSPORT: '00 00 000000',
  INN: '000000000000',
}

/** The control of a field by its kind. */
export function SectionControl({
  path,
  field,
  input,
  names,
  onParty,
}: {
  path: string
  field: SectionField
  input: Input
  names: FormNames
  onParty: OnParty
}) {
  // A number that is hidden cannot be edited: it goes back as it came and stays what it is.
  if (isMasked(input.value)) return <TextInput {...input} readOnly />
  switch (field.kind) {
    case 'LONG_TEXT':
      return <TextArea {...input} />
    case 'MONEY':
      return <MoneyInput {...input} />
    case 'PERCENT':
      return <MoneyInput {...input} decimals={3} />
    case 'WHOLE':
    case 'MONTHS':
      return <NumberInput {...input} />
    case 'DATE':
      return <DateInput {...input} />
    case 'MONTH':
      return <MonthInput {...input} />
    case 'CHOICE':
    case 'REFERENCE':
      return <LookupSelect {...input} options={optionsOf(field, names)} />
    case 'PHONE':
      return <PhoneInput {...input} />
    case 'UNIT_CODE':
      return (
        <TextInput
          {...input}
          inputMode="numeric"
          placeholder="000-000"
          onChange={(text) => input.onChange(unitCodeText(text))}
        />
      )
    case 'SNILS':
    case 'PASSPORT':
    case 'INN':
      return (
        <DigitsInput
          {...input}
          pattern={patterns[field.kind] ?? ''}
          placeholder={patterns[field.kind] ?? ''}
        />
      )
    default:
      return <LineInput {...input} path={path} onParty={onParty} />
  }
}
