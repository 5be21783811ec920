import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Predicate, ReferenceCondition } from '@ipoteka-office/contract/reference-filters.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references.ts'

/** How values of a field compare. Dates are texts `YYYY-MM-DD`. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'date'

/** A field of a search: a property that every item has, or an attribute of the dictionary. */
export interface SearchField {
  /** As it was asked for: the name in the answer of a grouping. */
  readonly name: string
  readonly kind: FieldKind
  readonly source: { readonly column: string } | { readonly attribute: string }
  /** Where the name of a value is found. */
  readonly dictionary: string | null
}

export type Compare = Exclude<Predicate, 'SORT' | 'GROUP_BY' | 'DISTINCT'>
export type SearchValue = string | number | boolean

/** A search with its fields found and its values of the right kind. */
export interface Search {
  readonly where: readonly {
    readonly predicate: Compare
    /** Any of them may hold. */
    readonly tests: readonly {
      readonly field: SearchField
      readonly value: SearchValue | SearchValue[] | null
    }[]
  }[]
  readonly sort: readonly { readonly field: SearchField; readonly descending: boolean }[]
  readonly groupBy: readonly SearchField[]
  readonly distinct: readonly SearchField[]
}

const columns: Readonly<Record<string, { column: string; kind: FieldKind }>> = {
  code: { column: 'code', kind: 'text' },
  name: { column: 'name', kind: 'text' },
  order: { column: 'sort_order', kind: 'number' },
  sortorder: { column: 'sort_order', kind: 'number' },
  active: { column: 'active', kind: 'boolean' },
  validfrom: { column: 'valid_from', kind: 'date' },
  validto: { column: 'valid_to', kind: 'date' },
  parent: { column: 'parent_code', kind: 'text' },
  parentcode: { column: 'parent_code', kind: 'text' },
}

const kindOf = ({ type }: ReferenceAttribute): FieldKind => (type === 'code' ? 'text' : type)

function findField(
  name: string,
  dictionary: string,
  attributes: readonly ReferenceAttribute[],
): SearchField | null {
  const attribute = attributes.find(({ key }) => key === name)
  if (attribute)
    return { name, kind: kindOf(attribute), source: { attribute: name }, dictionary: attribute.dictionary }
  const key = name.replaceAll('_', '').toLowerCase()
  const own = Object.hasOwn(columns, key) ? columns[key] : undefined
  if (own === undefined) return null
  const { column, kind } = own
  return { name, kind, source: { column }, dictionary: column === 'parent_code' ? dictionary : null }
}

const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const readers: Readonly<Record<FieldKind, (value: SearchValue) => SearchValue | undefined>> = {
  text: String,
  number: (value) => {
    const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    return typeof number === 'number' && Number.isFinite(number) ? number : undefined
  },
  boolean: (value) => {
    if (typeof value === 'boolean') return value
    return value === 'true' ? true : value === 'false' ? false : undefined
  },
  date: (value) => (typeof value === 'string' && isDate(value) ? value : undefined),
}
const wanted: Readonly<Record<FieldKind, string>> = {
  text: 'Укажите текст',
  number: 'Укажите число',
  boolean: 'Укажите true или false',
  date: 'Укажите дату ГГГГ-ММ-ДД',
}

function readValue(field: SearchField, { predicate, value }: ReferenceCondition) {
  if (value === undefined || value === null || predicate.startsWith('IS_')) return null
  if (predicate === 'LIKE') return String(value)
  const read = readers[field.kind]
  if (!Array.isArray(value)) return read(value)
  const values = value.map(read)
  return values.every((one) => one !== undefined) ? values : undefined
}

interface Draft {
  readonly where: Search['where'][number][]
  readonly sort: Search['sort'][number][]
  readonly groupBy: SearchField[]
  readonly distinct: SearchField[]
}

function add(draft: Draft, condition: ReferenceCondition, fields: SearchField[], path: string): FieldError[] {
  const { predicate, value } = condition
  if (predicate === 'GROUP_BY') draft.groupBy.push(...fields)
  else if (predicate === 'DISTINCT') draft.distinct.push(...fields)
  else if (predicate === 'SORT') {
    const descending = String(value ?? 'asc').toLowerCase() === 'desc'
    draft.sort.push(...fields.map((field) => ({ field, descending })))
  } else {
    const tests = fields.map((field) => ({ field, value: readValue(field, condition) }))
    const wrong = tests.find((test) => test.value === undefined)
    if (wrong) return [{ path: `${path}.value`, message: `${wrong.field.name}: ${wanted[wrong.field.kind]}` }]
    draft.where.push({ predicate, tests: tests as Search['where'][number]['tests'] })
  }
  return []
}

function contradictions({ groupBy, distinct, sort }: Search): string[] {
  if (groupBy.length === 0) return []
  if (distinct.length > 0) return ['GROUP_BY и DISTINCT вместе не применяются']
  const isGrouped = (name: string) => groupBy.some((field) => field.name === name)
  return sort
    .filter(({ field }) => !isGrouped(field.name))
    .map(({ field }) => `Сортировка по «${field.name}» не входит в GROUP_BY`)
}

/** The search that the conditions mean, or what is wrong with them. */
export function readConditions(
  conditions: readonly ReferenceCondition[],
  dictionary: string,
  attributes: readonly ReferenceAttribute[],
): { search: Search; errors: FieldError[] } {
  const draft: Draft = { where: [], sort: [], groupBy: [], distinct: [] }
  const errors: FieldError[] = []
  for (const [index, condition] of conditions.entries()) {
    const path = `searchConditions.${index}`
    const names = condition.fields ?? [condition.field ?? '']
    const fields = names.map((name) => findField(name, dictionary, attributes))
    const unknown = names.filter((_, at) => fields[at] === null)
    if (unknown.length > 0)
      errors.push({ path: `${path}.field`, message: `Неизвестное поле «${unknown.join('», «')}»` })
    else errors.push(...add(draft, condition, fields as SearchField[], path))
  }
  errors.push(...contradictions(draft).map((message) => ({ path: 'searchConditions', message })))
  return { search: draft, errors }
}
