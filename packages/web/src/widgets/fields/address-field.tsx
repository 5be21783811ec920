import { lowered } from '#lib/words.ts'
import { type Address, addressLevels } from '@ipoteka-office/contract/common/address.ts'
import { editAddress } from '@ipoteka-office/contract/common/address-typing.ts'
import { trimEndOf } from '@ipoteka-office/contract/common/trim-ends.ts'
import type { AddressSuggestion } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { useRef } from 'react'
import type { FieldPathByValue, FieldValues, UseFormReturn } from 'react-hook-form'
import { Field } from '#ui/form/field.tsx'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import type { ControlProps } from '#ui/input/text-input.tsx'
import { searchAddresses } from './suggestions.ts'

const isWhole = ({ level }: Address) => level === 'house' || level === 'block' || level === 'flat'

/** What is known of the address besides its text. */
function noteOf(address: Address): string | null {
  const { value, postalCode, fiasId, level } = address
  if (value === '') return null
  if (!fiasId) return 'Записан как текст: выберите подсказку, чтобы заполнить индекс и коды'
  const found =
    level && !isWhole(address)
      ? `найден до уровня «${lowered(addressLevels[level])}»`
      : 'из справочника адресов'
  return [postalCode && `Индекс ${postalCode}`, found].filter(Boolean).join(', ')
}

/** An input of an address; what was chosen last stays known while its text is edited, so that an undone slip costs nothing. */
function AddressInput({
  value: address,
  onChange,
  onPicked,
  onBlur,
  ...input
}: ControlProps & {
  value: Address
  onChange: (address: Address) => void
  onPicked: ((address: Address) => void) | undefined
  onBlur: () => void
}) {
  const chosen = useRef({ address, text: address.value })
  // Another address came from elsewhere: a loaded card, a chosen organisation.
  if (chosen.current.text !== address.value) chosen.current = { address, text: address.value }
  const edit = (text: string) => {
    chosen.current.text = text
    onChange(editAddress(chosen.current.address, text))
  }
  return (
    <SuggestInput<AddressSuggestion>
      {...input}
      value={address.value}
      onChange={edit}
      onPick={({ address: found }) => {
        chosen.current = { address: found, text: found.value }
        onChange(found)
        onPicked?.(found)
      }}
      continueWith={({ address: found }) => (isWhole(found) ? null : found.value)}
      onBlur={() => {
        const trimmed = trimEndOf(address.value, /[\s,]/)
        if (trimmed !== address.value) edit(trimmed)
        onBlur()
      }}
      search={searchAddresses}
    />
  )
}

/**
 * An address: free text, or suggestions that lead from the region down to the house and bring index and identifiers.
 * House and flat that are written after the chosen part keep them.
 */
export function AddressField<T extends FieldValues>({
  form: { control },
  name,
  label,
  disabled = false,
  onPicked,
}: {
  form: Pick<UseFormReturn<T>, 'control'>
  /** Of an `Address`; `{value: ''}` is none. */
  name: FieldPathByValue<T, Address>
  label: string
  disabled?: boolean
  /** Called with an address that was chosen, not typed. */
  onPicked?: (address: Address) => void
}) {
  return (
    <Field control={control} name={name} label={label} span="full" disabled={disabled}>
      {(input) => {
        const address: Address = input.value
        const note = input.invalid ? null : noteOf(address)
        return (
          <>
            <AddressInput {...input} value={address} onPicked={onPicked} />
            {note && <span className="muted small">{note}</span>}
          </>
        )
      }}
    </Field>
  )
}
