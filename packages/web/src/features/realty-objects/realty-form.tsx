import { realtyFields } from '@ipoteka-office/contract/realty-objects/realty-fields.ts'
import {
  realtyNumberTypes,
  realtyRoles,
  rightKinds,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { type Ownership, ownerships } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { buildingFields } from '@ipoteka-office/contract/cases/sections/building.ts'
import { realtyListFields } from '@ipoteka-office/contract/cases/sections/realty-lists.ts'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { cx } from '#ui/class-names.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { Field } from '#ui/form/field.tsx'
import formStyles from '#ui/form/form.module.css'
import { FormCard, FormSection } from '#ui/form/form-section.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { MoneyInput } from '#ui/input/money-input.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { AddressField } from '#widgets/fields/address-field.tsx'
import { type FieldsPlace, SectionFieldsGrid } from '#widgets/case-sections/section-fields.tsx'
import { dictionariesOf, type FormNames, useFormNames } from '#widgets/case-sections/section-names.ts'
import { RealtyOwners } from './realty-owners.tsx'
import { ownersFor, type RealtyValues } from './realty-values.ts'

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([code, name]) => ({ code, name }))
const roles = optionsOf(realtyRoles)
const numberTypes = optionsOf(realtyNumberTypes)
const rights = optionsOf(rightKinds)
const kindsOfOwnership = optionsOf(ownerships)
const dictionaries = ['mortgageObjectType', ...dictionariesOf(buildingFields)]
const buildingNames = Object.keys(buildingFields)
const around = { sections: {}, participant: null }

type Part = { form: UseFormReturn<RealtyValues>; disabled: boolean; names: FormNames }

function ObjectSection({ form: { control, setValue }, form, disabled, names }: Part) {
  return (
    <FormSection title="Объект">
      <Field control={control} name="type" label={realtyFields.type.label} disabled={disabled}>
        {({ onChange, ...input }) => (
          <LookupSelect
            {...input}
            options={names.options('mortgageObjectType')}
            onChange={(code) => {
              onChange(code)
              // The fields of the building look at the type beside them.
              setValue('building.type', code)
            }}
          />
        )}
      </Field>
      <Field
        control={control}
        name="role"
        label={realtyFields.role.label}
        hint="Предмет ипотеки уйдёт в залог банку"
        disabled={disabled}
      >
        {(input) => <SingleSelect {...input} options={roles} />}
      </Field>
      <Field
        control={control}
        name="numberType"
        label={realtyFields.numberType.label}
        span="quarter"
        disabled={disabled}
      >
        {(input) => <SingleSelect {...input} options={numberTypes} />}
      </Field>
      <Field
        control={control}
        name="number"
        label={realtyFields.number.label}
        hint="Из выписки ЕГРН, например 78:12:0007021:2016"
        disabled={disabled}
      >
        {(input) => <TextInput {...input} autoComplete="off" />}
      </Field>
      <Field
        control={control}
        name="area"
        label={realtyFields.area.label}
        span="quarter"
        hint="Общая, по выписке"
        disabled={disabled}
      >
        {(input) => <MoneyInput {...input} />}
      </Field>
      <AddressField form={form} name="address" label={realtyFields.address.label} disabled={disabled} />
      <Field
        control={control}
        name="price"
        label={realtyFields.price.label}
        hint="По договору или предварительному договору"
        disabled={disabled}
      >
        {(input) => <MoneyInput {...input} />}
      </Field>
    </FormSection>
  )
}

function RightsSection({ form: { control, setValue, getValues }, form, disabled }: Omit<Part, 'names'>) {
  return (
    <FormSection title="Права">
      <Field control={control} name="rightKind" label={realtyFields.rightKind.label} disabled={disabled}>
        {(input) => <LookupSelect {...input} options={rights} />}
      </Field>
      <Field control={control} name="ownership" label={realtyFields.ownership.label} disabled={disabled}>
        {({ onChange, ...input }) => (
          <LookupSelect
            {...input}
            options={kindsOfOwnership}
            onChange={(code) => {
              onChange(code)
              const ownership = code !== null && code in ownerships ? (code as Ownership) : null
              setValue('owners', ownership === null ? [] : ownersFor(ownership, getValues('owners')), {
                shouldDirty: true,
              })
            }}
          />
        )}
      </Field>
      <Field
        control={control}
        name="extractDate"
        label={realtyFields.extractDate.label}
        span="quarter"
        hint="Дата на самой выписке"
        disabled={disabled}
      >
        {(input) => <DateInput {...input} />}
      </Field>
      <RealtyOwners form={form} disabled={disabled} />
    </FormSection>
  )
}

/** The fields of an object: what it is, whose, what lies on it, what it is worth, what it is like. */
export function RealtyForm({ form, disabled }: Omit<Part, 'names'>) {
  const names = useFormNames(dictionaries)
  const type = useWatch({ control: form.control, name: 'type' })
  // The grid of described fields knows no shape of values but the description.
  const place = { form: form as unknown as FieldsPlace['form'], around, names, disabled }
  const list = (title: string, name: keyof typeof realtyListFields) => (
    <FormSection title={title}>
      <SectionFieldsGrid place={place} fields={realtyListFields} names={[name]} />
    </FormSection>
  )
  return (
    <FormCard>
      <ObjectSection form={form} disabled={disabled} names={names} />
      <RightsSection form={form} disabled={disabled} />
      {list('Обременения', 'encumbrances')}
      {list('Оценка', 'appraisals')}
      <FormSection title="Характеристики">
        {type === null && (
          <p className={cx(formStyles.full, 'muted')}>
            Выберите тип объекта: от него зависит, что о нём нужно знать
          </p>
        )}
        <SectionFieldsGrid place={place} fields={buildingFields} names={buildingNames} prefix="building" />
      </FormSection>
      <FormSection title={realtyFields.comment.label}>
        <Field
          control={form.control}
          name="comment"
          label={realtyFields.comment.label}
          span="full"
          disabled={disabled}
        >
          {(input) => <TextArea {...input} />}
        </Field>
      </FormSection>
    </FormCard>
  )
}
