import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Predicate, SearchCondition } from '@ipoteka-office/contract/search/search-conditions.ts'

/** How values of a field compare. Dates are texts `YYYY-MM-DD`. */
export type FieldKind = 'text' | 'number' | 'boolean' | 'date'

/** A field of a search; the rest of it says where the area keeps it. */
export interface SearchField {
  /** As it was asked for: the name in the answer of a grouping. */
  readonly name: string
  readonly kind: FieldKind
}

/** The predicates that a row meets or not. */
export type Compare = Exclude<Predicate, 'SORT' | 'GROUP_BY' | 'DISTINCT'>
export type SearchValue = string | number | boolean

/** A search with its fields found and its values of the right kind. */
export interface Search<F extends SearchField> {
  readonly where: readonly {
    readonly predicate: Compare
    /** Any of them may hold. */
    readonly tests: readonly {
      readonly field: F
      readonly value: SearchValue | SearchValue[] | null
    }[]
  }[]
  readonly sort: readonly { readonly field: F; readonly descending: boolean }[]
  readonly groupBy: readonly F[]
  readonly distinct: readonly F[]
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

function readValue(field: SearchField, { predicate, value }: SearchCondition) {
  if (value === undefined || value === null || predicate.startsWith('IS_')) return null
  if (predicate === 'LIKE') return String(value).trim()
  const read = readers[field.kind]
  if (!Array.isArray(value)) return read(value)
  const values = value.map(read)
  return values.every((one) => one !== undefined) ? values : undefined
}

interface Draft<F extends SearchField> {
  readonly where: Search<F>['where'][number][]
  readonly sort: Search<F>['sort'][number][]
  readonly groupBy: F[]
  readonly distinct: F[]
}

function add<F extends SearchField>(
  draft: Draft<F>,
  condition: SearchCondition,
  fields: F[],
  path: string,
): FieldError[] {
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
    draft.where.push({ predicate, tests: tests as Search<F>['where'][number]['tests'] })
  }
  return []
}

function contradictions({ groupBy, distinct, sort }: Search<SearchField>): string[] {
  if (groupBy.length === 0) return []
  if (distinct.length > 0) return ['GROUP_BY и DISTINCT вместе не применяются']
  const isGrouped = (name: string) => groupBy.some((field) => field.name === name)
  return sort
    .filter(({ field }) => !isGrouped(field.name))
    .map(({ field }) => `Сортировка по «${field.name}» не входит в GROUP_BY`)
}

/** Where a name that is no field stands: in the one `field`, or in its place of `fields`. */
const pathOf = ({ fields }: SearchCondition, path: string, at: number) =>
  fields === undefined ? `${path}.field` : `${path}.fields.${at}`

/** Names what looks like a name; anything else that was sent is not told back. */
const unknownField = (name: string) =>
  /^[\w./-]{1,60}$/.test(name) ? `Неизвестное поле «${name}»` : 'Такого поля нет'

/** The search that the conditions mean, or what is wrong with them; `find` knows the fields of the area. */
export function readConditions<F extends SearchField>(
  conditions: readonly SearchCondition[],
  find: (name: string) => F | null,
): { search: Search<F>; errors: FieldError[] } {
  const draft: Draft<F> = { where: [], sort: [], groupBy: [], distinct: [] }
  const errors: FieldError[] = []
  for (const [index, condition] of conditions.entries()) {
    const path = `searchConditions.${index}`
    const names = condition.fields ?? [condition.field ?? '']
    const fields = names.map(find)
    const unknown = names.flatMap((name, at) =>
      fields[at] === null ? [{ path: pathOf(condition, path, at), message: unknownField(name) }] : [],
    )
    errors.push(...(unknown.length > 0 ? unknown : add(draft, condition, fields as F[], path)))
  }
  errors.push(...contradictions(draft).map((message) => ({ path: 'searchConditions', message })))
  return { search: draft, errors }
}
