import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'
import type { SearchCondition } from '@ipoteka-office/contract/search/search-conditions.ts'
import { type FieldKind, readConditions, type Search, type SearchField } from '#lib/search-conditions.ts'

/** A field of a dictionary: a property that every item has, or an attribute. */
export interface ReferenceField extends SearchField {
  readonly source: { readonly column: string } | { readonly attribute: string }
  /** Where the name of a value is found. */
  readonly dictionary: string | null
}

export type ReferenceSearch = Search<ReferenceField>

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
): ReferenceField | null {
  const attribute = attributes.find(({ key }) => key === name)
  if (attribute)
    return { name, kind: kindOf(attribute), source: { attribute: name }, dictionary: attribute.dictionary }
  const key = name.replaceAll('_', '').toLowerCase()
  const own = Object.hasOwn(columns, key) ? columns[key] : undefined
  if (own === undefined) return null
  const { column, kind } = own
  return { name, kind, source: { column }, dictionary: column === 'parent_code' ? dictionary : null }
}

/** The search in a dictionary that the conditions mean, or what is wrong with them. */
export const readReferenceConditions = (
  conditions: readonly SearchCondition[],
  dictionary: string,
  attributes: readonly ReferenceAttribute[],
): { search: ReferenceSearch; errors: FieldError[] } =>
  readConditions(conditions, (name) => findField(name, dictionary, attributes))
