import { dictionaryFields } from '@ipoteka-office/contract/references/reference-fields.ts'
import {
  type Dictionary,
  DictionaryChange,
  DictionaryInput,
} from '@ipoteka-office/contract/references/reference-items.ts'
import { type AttributeType, attributeTypes } from '@ipoteka-office/contract/references/references.ts'
import type { FieldErrors } from 'react-hook-form'
import { emptyValue } from '#lib/format.ts'
import type { Difference, Side } from '#widgets/record/difference.ts'
import { fieldErrorsOf } from '#ui/form/form-errors.ts'

/** What the form of a dictionary edits. */
export interface DictionaryValues {
  code: string
  title: string
  description: string
  hierarchical: boolean
  attributes: {
    key: string
    label: string
    type: AttributeType
    required: boolean
    dictionary: string | null
  }[]
}

/** The values a form begins with; of a new dictionary all are empty. */
export const toDictionaryValues = (dictionary: Dictionary | null): DictionaryValues => ({
  code: dictionary?.code ?? '',
  title: dictionary?.title ?? '',
  description: dictionary?.description ?? '',
  hierarchical: dictionary?.hierarchical ?? false,
  attributes: dictionary?.attributes.map((attribute) => ({ ...attribute })) ?? [],
})

const cleaned = ({ attributes, ...values }: DictionaryValues): DictionaryValues => ({
  ...values,
  attributes: attributes.map((attribute) => ({
    ...attribute,
    dictionary: attribute.type === 'code' ? attribute.dictionary : null,
  })),
})

/** The description as the server takes it. */
export const toDictionaryInput = (values: DictionaryValues): DictionaryInput =>
  DictionaryInput.parse(cleaned(values))

/** The same of a dictionary that exists: its code is not changed. */
export const toDictionaryChange = (values: DictionaryValues, version: number): DictionaryChange =>
  DictionaryChange.parse({ ...cleaned(values), version })

/** What is wrong with the values, as the form shows it. */
export function dictionaryErrors(values: DictionaryValues, isNew: boolean): FieldErrors<DictionaryValues> {
  const checked = isNew
    ? DictionaryInput.safeParse(cleaned(values))
    : DictionaryChange.safeParse({ ...cleaned(values), version: 1 })
  const lookups = values.attributes.flatMap(({ type, dictionary }, at) =>
    type === 'code' && !dictionary
      ? [{ path: ['attributes', at, 'dictionary'], message: 'Выберите справочник' }]
      : [],
  )
  return fieldErrorsOf([...(checked.error?.issues ?? []), ...lookups])
}

const attributesText = (attributes: DictionaryValues['attributes']) =>
  attributes
    .map(
      ({ label, key, type, required, dictionary }) =>
        `${label} (${key}, ${attributeTypes[type]}${dictionary ? ` ${dictionary}` : ''}${required ? ', обязательный' : ''})`,
    )
    .join('; ') || emptyValue

const texts: { [F in Exclude<keyof DictionaryValues, 'code'>]: (values: DictionaryValues) => string } = {
  title: ({ title }) => title,
  description: ({ description }) => description || emptyValue,
  hierarchical: ({ hierarchical }) => (hierarchical ? 'Да' : 'Нет'),
  attributes: ({ attributes }) => attributesText(attributes),
}
const fields = Object.keys(texts) as (keyof typeof texts)[]

/** The fields in which the form and the dictionary on the server differ, both sides in words. */
export function dictionaryDifferences(mine: DictionaryValues, server: Dictionary): Difference[] {
  const theirs = toDictionaryValues(server)
  return fields
    .map((key) => ({
      key,
      label: dictionaryFields[key].label,
      mine: texts[key](cleaned(mine)),
      server: texts[key](theirs),
    }))
    .filter((difference) => difference.mine !== difference.server)
}

/** The form after a side was chosen for every field that differed. */
export function mergeDictionary(
  mine: DictionaryValues,
  server: Dictionary,
  choice: Readonly<Record<string, Side>>,
): DictionaryValues {
  const kept = fields.filter((field) => choice[field] === 'mine').map((field) => [field, mine[field]])
  return { ...toDictionaryValues(server), ...Object.fromEntries(kept) }
}
