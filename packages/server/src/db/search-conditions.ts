import { type RawBuilder, sql } from 'kysely'
import type { Compare, FieldKind, Search, SearchField, SearchValue } from '#lib/search-conditions.ts'
import { anywhere } from './like.ts'

const sqlTypes = { text: 'text', number: 'numeric', boolean: 'boolean', date: 'text' } as const
const signs = { EQ: '=', LT: '<', LE: '<=', GT: '>', GE: '>=' } as const

function typed(value: SearchValue, kind: FieldKind): RawBuilder<unknown> {
  return sql`${String(value)}::${sql.raw(sqlTypes[kind])}`
}

function meets(
  left: RawBuilder<unknown>,
  kind: FieldKind,
  predicate: Compare,
  value: SearchValue | SearchValue[] | null,
) {
  if (predicate === 'IS_NULL') return sql<boolean>`coalesce(${left}::text, '') = ''`
  if (predicate === 'IS_NOT_NULL') return sql<boolean>`coalesce(${left}::text, '') <> ''`
  if (predicate === 'LIKE')
    return sql<boolean>`search_form(${left}::text) LIKE search_form(${anywhere(String(value))}::text)`
  if (predicate === 'IN') {
    const values = (value as SearchValue[]).map(String)
    return sql<boolean>`${left} = ANY(${values}::text[]::${sql.raw(`${sqlTypes[kind]}[]`)})`
  }
  const right = typed(value as SearchValue, kind)
  if (predicate === 'NE') return sql<boolean>`${left} IS DISTINCT FROM ${right}`
  return sql<boolean>`${left} ${sql.raw(signs[predicate])} ${right}`
}

/** What a row has to meet, a part for each condition; `expression` says where a field is kept. */
export const meetsAll = <F extends SearchField>(
  { where }: Search<F>,
  expression: (field: F) => RawBuilder<unknown>,
): RawBuilder<boolean>[] =>
  where.map(
    ({ predicate, tests }) =>
      sql<boolean>`(${sql.join(
        tests.map(({ field, value }) => meets(expression(field), field.kind, predicate, value)),
        sql` OR `,
      )})`,
  )

/** The order asked for; what has no value comes last. */
export const orderOf = <F extends SearchField>(
  { sort }: Search<F>,
  expression: (field: F) => RawBuilder<unknown>,
): RawBuilder<unknown>[] =>
  sort.map(({ field, descending }) =>
    descending ? sql`${expression(field)} DESC NULLS LAST` : sql`${expression(field)} NULLS LAST`,
  )
