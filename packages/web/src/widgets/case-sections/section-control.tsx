import { phoneText } from '@ipoteka-office/contract/common/person/phone-text.ts'
import { isMasked } from '@ipoteka-office/contract/common/masks.ts'
import { checkContact } from '@ipoteka-office/contract/common/person/contact-value.ts'
import { unitCodeText } from '@ipoteka-office/contract/common/person/passport.ts'
import type { FieldSpec, FieldKind } from '@ipoteka-office/contract/common/fields.ts'
import type { BankSuggestion, PartySuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { DateInput } from '#ui/input/date-input.tsx'
import { DigitsInput } from '#ui/input/digits-input.tsx'
import type { FieldInput } from '#ui/form/field.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import type { Option } from '#ui/select/option-search.ts'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { searchBanks, searchParties } from '../fields/suggestions.ts'
import { bankFields, partyFields } from './section-layout.ts'
import type { FormNames } from './section-names.ts'

type Input = FieldInput<FieldValues, string>

const optionsOf = (field: FieldSpec, names: FormNames): readonly Option[] =>
  field.choices === undefined
    ? names.options(field.dictionary)
    : Object.entries(field.choices).map(([code, name]) => ({ code, name }))

/** As people write it, with spaces that the caret goes over; while it is typed it stays as it is. */
const shownPhone = (value: string) =>
  /^\+7\d{10}$/.test(value) ? phoneText(value).replaceAll('\u00a0', ' ') : value

function PhoneInput({ value, onChange, onBlur, ...input }: Input) {
  const text: string = value
  return (
    <TextInput
      placeholder="+7 900 000-00-00"
      inputMode="tel"
      {...input}
      value={shownPhone(text)}
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

interface ControlParts {
  readonly path: string
  readonly field: FieldSpec
  readonly input: Input
  readonly names: FormNames
  readonly onParty: OnParty
}

const Line = ({ path, input, onParty }: ControlParts) => (
  <LineInput {...input} path={path} onParty={onParty} />
)
const Whole = ({ input }: ControlParts) => <NumberInput {...input} />
const Choice = ({ field, input, names }: ControlParts) => (
  <LookupSelect {...input} options={optionsOf(field, names)} />
)
const digits = (pattern: string, placeholder = pattern) =>
  function Digits({ input }: ControlParts) {
    return <DigitsInput {...input} pattern={pattern} placeholder={placeholder} />
  }

/** Controls by kind; addresses, e-mail, answers and groups have fields of their own. */
const controls: Partial<Record<FieldKind, (parts: ControlParts) => ReactNode>> = {
  TEXT: Line,
  LONG_TEXT: ({ input }) => <TextArea {...input} />,
  MONEY: ({ input }) => <MoneyInput {...input} />,
  PERCENT: ({ input }) => <MoneyInput {...input} decimals={3} />,
  WHOLE: Whole,
  MONTHS: Whole,
  DATE: ({ input }) => <DateInput {...input} />,
  MONTH: ({ input }) => <MonthInput {...input} />,
  CHOICE: Choice,
  REFERENCE: Choice,
  PHONE: ({ input }) => <PhoneInput {...input} />,
  INN: digits('000000000000', ''),
  SNILS: digits('000-000-000 00'),
  PASSPORT: digits('00 00 000000'),
  UNIT_CODE: ({ input: { value, onChange, ...input } }) => (
    <DigitsInput
      {...input}
      pattern="000-000"
      value={(value as string).replace('-', '')}
      onChange={(text) => onChange(unitCodeText(text))}
    />
  ),
}

/** The control of a field by its kind. */
export function SectionControl(parts: ControlParts) {
  // A number that is hidden cannot be edited: it goes back as it came and stays what it is.
  if (isMasked(parts.input.value)) return <TextInput {...parts.input} readOnly />
  const Control = controls[parts.field.kind] ?? Line
  return <Control {...parts} />
}
