import { itemFields } from '@ipoteka-office/contract/references/reference-fields.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import {
  type Dictionary,
  type DictionaryItem,
  type ItemChange,
  ReferenceCodeInput,
} from '@ipoteka-office/contract/references/reference-items.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import type { FieldErrors } from 'react-hook-form'
import { formatDate } from '#lib/dates.ts'
import { emptyValue } from '#lib/format.ts'
import type { Difference, Side } from '#widgets/record/difference.ts'

type AttributeValue = DictionaryItem['attributes'][string]

/** What the form of an item edits: numbers and dates as they are typed. */
export interface ItemValues {
  code: string
  name: string
  active: boolean
  validFrom: string
  validTo: string
  parentCode: string | null
  attributes: Record<string, string | boolean>
}

const typedValue = ({ type }: ReferenceAttribute, value: AttributeValue | undefined): string | boolean => {
  if (type === 'boolean') return value === true
  if (value === null || value === undefined) return ''
  return type === 'number' ? String(value).replace('.', ',') : String(value)
}

const emptyItem = {
  code: '',
  name: '',
  active: true,
  validFrom: null,
  validTo: null,
  parentCode: null,
  attributes: {} as DictionaryItem['attributes'],
}

/** The values a form begins with; of a new item all are empty. */
export function toItemValues(
  { attributes }: Pick<Dictionary, 'attributes'>,
  item: DictionaryItem | null,
): ItemValues {
  const { code, name, active, validFrom, validTo, parentCode, attributes: own } = item ?? emptyItem
  return {
    code,
    name,
    active,
    validFrom: validFrom ?? '',
    validTo: validTo ?? '',
    parentCode,
    attributes: Object.fromEntries(
      attributes.map((attribute) => [attribute.key, typedValue(attribute, own[attribute.key])]),
    ),
  }
}

const numberOf = (text: string) => Number(text.replace(/\s/g, '').replace(',', '.'))
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text)

function savedValue({ type }: ReferenceAttribute, value: string | boolean | undefined): AttributeValue {
  if (typeof value === 'boolean') return value
  const text = value?.trim() ?? ''
  if (text === '') return null
  return type === 'number' ? numberOf(text) : text
}

/** The item as the server takes it; attributes that the form does not know are sent back as they were. */
export function toItemInput(
  values: ItemValues,
  { attributes }: Pick<Dictionary, 'attributes'>,
  item: DictionaryItem | null,
): Omit<ItemChange, 'version'> {
  const known = attributes.flatMap((attribute) => {
    const saved = savedValue(attribute, values.attributes[attribute.key])
    const isEmpty = saved === null || (saved === false && item?.attributes[attribute.key] === undefined)
    return isEmpty ? [] : [[attribute.key, saved] as const]
  })
  const keys = new Set(attributes.map(({ key }) => key))
  const unknown = Object.entries(item?.attributes ?? {}).filter(([key]) => !keys.has(key))
  return {
    name: values.name.trim(),
    active: values.active,
    validFrom: values.validFrom || null,
    validTo: values.validTo || null,
    parentCode: values.parentCode,
    attributes: Object.fromEntries([...unknown, ...known]),
  }
}

function attributeIssue(attribute: ReferenceAttribute, value: string | boolean | undefined): string | null {
  if (typeof value === 'boolean') return null
  const text = value?.trim() ?? ''
  if (text === '') return attribute.required ? messages.required : null
  if (attribute.type === 'number' && !Number.isFinite(numberOf(text))) return 'Введите число'
  if (attribute.type === 'date' && !isDay(text)) return 'Укажите дату'
  return null
}

function periodIssues({ validFrom, validTo }: ItemValues): [string, string][] {
  const wrong = (['validFrom', 'validTo'] as const).filter((field) => {
    const value = field === 'validFrom' ? validFrom : validTo
    return value !== '' && !isDay(value)
  })
  if (wrong.length > 0) return wrong.map((field) => [field, 'Укажите дату'])
  const ends = validFrom !== '' && validTo !== '' && validTo < validFrom
  return ends ? [['validTo', 'Не раньше даты начала']] : []
}

/** What is wrong with the values, as the form shows it; the code is checked where it is entered. */
export function itemErrors(
  values: ItemValues,
  { attributes }: Pick<Dictionary, 'attributes'>,
  isNew: boolean,
): FieldErrors<ItemValues> {
  const issue = (message: string) => ({ type: 'invalid', message })
  const code = isNew ? ReferenceCodeInput.safeParse(values.code).error?.issues[0]?.message : undefined
  const wrong = attributes.flatMap((attribute) => {
    const message = attributeIssue(attribute, values.attributes[attribute.key])
    return message === null ? [] : [[attribute.key, issue(message)] as const]
  })
  return {
    ...(code !== undefined && { code: issue(code) }),
    ...(values.name.trim() === '' && { name: issue(messages.required) }),
    ...Object.fromEntries(periodIssues(values).map(([field, message]) => [field, issue(message)])),
    ...(wrong.length > 0 && { attributes: Object.fromEntries(wrong) }),
  }
}

/** A value of an attribute in words. */
export function attributeText({ type }: ReferenceAttribute, value: AttributeValue | undefined): string {
  if (value === null || value === undefined || value === '') return emptyValue
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет'
  if (type === 'date') return formatDate(String(value))
  return typeof value === 'number' ? value.toLocaleString('ru-RU', { maximumFractionDigits: 10 }) : value
}

/** The fields in which the form and the item on the server differ, both sides in words. */
export function itemDifferences(
  mine: ItemValues,
  server: DictionaryItem,
  dictionary: Pick<Dictionary, 'attributes'>,
): Difference[] {
  const input = toItemInput(mine, dictionary, server)
  const row = (key: string, label: string, own: string, theirs: string): Difference => ({
    key,
    label,
    mine: own,
    server: theirs,
  })
  const state = (active: boolean) => (active ? 'Действует' : 'Отключён')
  return [
    row('name', itemFields.name.label, input.name, server.name),
    row('active', itemFields.active.label, state(input.active), state(server.active)),
    row('validFrom', itemFields.validFrom.label, formatDate(input.validFrom), formatDate(server.validFrom)),
    row('validTo', itemFields.validTo.label, formatDate(input.validTo), formatDate(server.validTo)),
    row(
      'parentCode',
      itemFields.parentCode.label,
      input.parentCode ?? emptyValue,
      server.parentCode ?? emptyValue,
    ),
    ...dictionary.attributes.map((attribute) =>
      row(
        `attributes.${attribute.key}`,
        attribute.label,
        attributeText(attribute, input.attributes[attribute.key]),
        attributeText(attribute, server.attributes[attribute.key]),
      ),
    ),
  ].filter((difference) => difference.mine !== difference.server)
}

/** The form after a side was chosen for every field that differed. */
export function mergeItem(
  mine: ItemValues,
  server: DictionaryItem,
  dictionary: Pick<Dictionary, 'attributes'>,
  choice: Readonly<Record<string, Side>>,
): ItemValues {
  const theirs = toItemValues(dictionary, server)
  const isMine = (key: string) => choice[key] === 'mine'
  const fields = (['name', 'active', 'validFrom', 'validTo', 'parentCode'] as const).filter(isMine)
  const attributes = dictionary.attributes.filter(({ key }) => isMine(`attributes.${key}`))
  return {
    ...theirs,
    ...Object.fromEntries(fields.map((field) => [field, mine[field]])),
    attributes: {
      ...theirs.attributes,
      ...Object.fromEntries(attributes.map(({ key }) => [key, mine.attributes[key] ?? ''])),
    },
  }
}
