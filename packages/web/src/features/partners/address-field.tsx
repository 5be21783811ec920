import type { PartnerAddress } from '@ipoteka-office/contract/partners.ts'
import type { Control } from 'react-hook-form'
import { Field } from '#ui/field.tsx'
import { SuggestInput } from '#ui/suggest-input.tsx'
import { searchAddresses } from '#widgets/suggestions.ts'
import { addressOf, type PartnerValues, partnerFieldLabels } from './partner-values.ts'

const noteOf = ({ value, postalCode, fiasId }: PartnerAddress) => {
  if (value === '') return null
  const known = [postalCode && `Индекс ${postalCode}`, fiasId && 'адрес из справочника'].filter(Boolean)
  return known.length > 0 ? known.join(', ') : 'Записан как текст: выберите подсказку, чтобы заполнить индекс'
}

/** An address: free text, or a suggestion that brings its index and codes. */
export function AddressField({
  control,
  name,
  disabled,
  onPicked,
}: {
  control: Control<PartnerValues>
  name: 'legalAddress' | 'actualAddress' | 'postalAddress'
  disabled: boolean
  /** Called with an address that was chosen, not typed. */
  onPicked?: (address: PartnerAddress) => void
}) {
  return (
    <Field control={control} name={name} label={partnerFieldLabels[name]} span="full" disabled={disabled}>
      {({ value, onChange, ...input }) => (
        <>
          <SuggestInput
            {...input}
            value={value.value}
            // What is typed over a chosen address is no longer that address.
            onChange={(text) => onChange({ value: text })}
            onPick={(item) => {
              const address = addressOf(item)
              onChange(address)
              onPicked?.(address)
            }}
            search={searchAddresses}
          />
          {!input.invalid && noteOf(value) && <span className="muted small">{noteOf(value)}</span>}
        </>
      )}
    </Field>
  )
}
