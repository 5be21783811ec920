import type { Address } from '@ipoteka-office/contract/common/address.ts'
import type { Option } from '@ipoteka-office/contract/common/scalars.ts'
import { findPartner } from '@ipoteka-office/contract/partners/partners.ts'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#api/call.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormSection } from '#ui/form/form-section.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { AddressField } from '#widgets/fields/address-field.tsx'
import { partnerFieldLabels as labels, type PartnerNames, type PartnerValues } from './partner-values.ts'
import type { PartnerDictionaries } from './use-partner-dictionaries.ts'

/** Finds active partners by a part of the name, ИНН or ОГРН: their ids are the codes. */
export async function findPartnerOptions(text: string, signal: AbortSignal): Promise<Option[]> {
  const found = await call(findPartner, { query: { query: text } }, { signal })
  return found.map(({ id, shortName, inn }) => ({ code: String(id), name: `${shortName}, ИНН ${inn}` }))
}

/** The region of the chosen legal address, where none is chosen yet. */
export function fillRegion({ getValues, setValue }: Part['form'], { regionCode }: Address): void {
  if (getValues('regionCode') === null && regionCode)
    setValue('regionCode', regionCode, { shouldDirty: true, shouldValidate: true })
}

interface Part {
  form: UseFormReturn<PartnerValues>
  disabled: boolean
}

/** A choice of a dictionary that may be left empty. */
export function DictionaryField({
  form,
  name,
  disabled,
  dictionaries,
  known,
}: Part & {
  name: Exclude<keyof PartnerDictionaries, 'businessProfileCodes'>
  dictionaries: PartnerDictionaries
  known?: PartnerNames
}) {
  return (
    <Field control={form.control} name={name} label={labels[name]} disabled={disabled}>
      {(input) => <LookupSelect {...input} options={dictionaries[name]} known={known?.[name]?.[0] ?? null} />}
    </Field>
  )
}

/** Both names and the numbers of the registers. */
export function IdentityFields({ form, disabled }: Part) {
  const { control } = form
  return (
    <>
      {(['shortName', 'fullName'] as const).map((name) => (
        <Field key={name} control={control} name={name} label={labels[name]} span="full" disabled={disabled}>
          {(input) => <TextInput {...input} />}
        </Field>
      ))}
      {(['inn', 'kpp', 'ogrn'] as const).map((name) => (
        <Field key={name} control={control} name={name} label={labels[name]} disabled={disabled}>
          {(input) => <TextInput {...input} inputMode={name === 'kpp' ? 'text' : 'numeric'} />}
        </Field>
      ))}
    </>
  )
}

/** The head organisation. */
export function ParentField({ form, disabled, known }: Part & { known: Option | null }) {
  return (
    <Field control={form.control} name="parentId" label={labels.parentId} disabled={disabled}>
      {(input) => (
        <LookupSelect
          {...input}
          known={known}
          search={findPartnerOptions}
          placeholder="Нет, самостоятельный"
        />
      )}
    </Field>
  )
}

/** All fields of a partner's main data. */
export function PartnerFields({
  form,
  disabled,
  dictionaries,
  known,
}: Part & { dictionaries: PartnerDictionaries; known: PartnerNames }) {
  const part = { form, disabled, dictionaries, known }
  return (
    <>
      <FormSection title="Организация">
        <IdentityFields form={form} disabled={disabled} />
        <DictionaryField {...part} name="okopfCode" />
        <DictionaryField {...part} name="branchTypeCode" />
        <DictionaryField {...part} name="companyGroupCode" />
        <ParentField form={form} disabled={disabled} known={known.parentId?.[0] ?? null} />
        <DictionaryField {...part} name="regionCode" />
        <Field
          control={form.control}
          name="businessProfileCodes"
          label={labels.businessProfileCodes}
          span="full"
          disabled={disabled}
        >
          {(input) => (
            <MultiSelect
              {...input}
              options={dictionaries.businessProfileCodes}
              known={known.businessProfileCodes ?? []}
              placeholder="Выберите профили"
            />
          )}
        </Field>
      </FormSection>
      <FormSection title="Адреса">
        {(['legalAddress', 'actualAddress', 'postalAddress'] as const).map((name) => (
          <AddressField
            key={name}
            form={form}
            name={name}
            label={labels[name]}
            disabled={disabled}
            {...(name === 'legalAddress' && { onPicked: (address) => fillRegion(form, address) })}
          />
        ))}
      </FormSection>
      <FormSection title="Помещение">
        <DictionaryField {...part} name="tenancyTypeCode" />
        <DictionaryField {...part} name="tenantTypeCode" />
        <Field control={form.control} name="tenancyTo" label={labels.tenancyTo} disabled={disabled}>
          {(input) => <DateInput {...input} />}
        </Field>
      </FormSection>
    </>
  )
}
