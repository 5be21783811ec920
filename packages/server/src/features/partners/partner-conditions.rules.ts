import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { SearchCondition } from '@ipoteka-office/contract/search/search-conditions.ts'
import { readConditions, type Search } from '#lib/search-conditions.ts'

/** A field of the filtered partner search. */
export interface PartnerField {
  readonly name: 'fullName' | 'shortName'
  readonly kind: 'text'
}

export type PartnerSearch = Search<PartnerField>

const find = (name: string): PartnerField | null =>
  name === 'fullName' || name === 'shortName' ? { name, kind: 'text' } : null

/** The search of partners that the conditions mean, or what is wrong with them: an empty part of a name asks nothing. */
export function readPartnerConditions(conditions: readonly SearchCondition[]): {
  search: PartnerSearch
  errors: FieldError[]
} {
  const { search, errors } = readConditions(conditions, find)
  if (search.groupBy.length > 0)
    errors.push({ path: 'searchConditions', message: 'Партнёры не группируются: уберите GROUP_BY' })
  const where = search.where.filter(
    ({ predicate, tests }) => predicate !== 'LIKE' || tests.some(({ value }) => value !== ''),
  )
  return { search: { ...search, where }, errors }
}
