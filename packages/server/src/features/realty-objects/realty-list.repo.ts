import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import {
  type RealtyFilter,
  type RealtyRow,
  type RealtySort,
  type RealtyTab,
  realtyTabs,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import type { AppraisalFigures } from '@ipoteka-office/contract/realty-objects/realty-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import { caseShape, duplicatesOf } from './realty-objects.repo.ts'

/** Who reads, on which day of the bank and by which figures of it. */
export interface RealtyReader {
  readonly actor: Actor
  readonly today: string
  readonly figures: AppraisalFigures
}

const hasDuplicate = (actor: Actor) => sql`o.cadastral_number IS NOT NULL AND EXISTS (
  SELECT FROM realty_object d JOIN case_file df ON df.id = d.case_id
  WHERE d.cadastral_number = o.cadastral_number AND d.case_id <> o.case_id AND d.removed_at IS NULL
    AND ${visibleTo(actor, 'df.partner_id')})`

/** A report that ends within the days of warning counts too. */
const tabs = ({ actor, today, figures }: RealtyReader): Record<RealtyTab, RawBuilder<unknown>> => {
  const present = sql`o.removed_at IS NULL`
  return {
    all: present,
    duplicates: sql`${present} AND ${hasDuplicate(actor)}`,
    appraisal: sql`${present} AND o.appraised_on <
      (${today}::date + ${figures['appraisal-warning'] + 1}::int - make_interval(months => ${figures['appraisal-validity']}::int))`,
    encumbered: sql`${present} AND o.live_encumbrances > 0`,
    removed: sql`o.removed_at IS NOT NULL`,
  }
}

const words = (search: string) => search.split(/\s+/).filter(Boolean).slice(0, 8)

function conditions(actor: Actor, filter: Omit<RealtyFilter, 'tab'>): RawBuilder<unknown>[] {
  const { types, regions, roles, priceFrom, priceTo } = filter
  return [
    visibleTo(actor, 'f.partner_id'),
    ...words(filter.search).map((word) => {
      const pattern = anywhere(word)
      return sql`(o.search_text LIKE search_form(${pattern}) OR f.search_text LIKE search_form(${pattern}))`
    }),
    ...(types.length > 0 ? [sql`o.type_code = ANY(${types}::text[])`] : []),
    ...(regions.length > 0 ? [sql`o.region_code = ANY(${regions}::text[])`] : []),
    ...(roles.length > 0 ? [sql`o.role = ANY(${roles}::text[])`] : []),
    ...(priceFrom === undefined ? [] : [sql`o.price >= ${priceFrom}::numeric`]),
    ...(priceTo === undefined ? [] : [sql`o.price <= ${priceTo}::numeric`]),
  ]
}

const all = (list: readonly RawBuilder<unknown>[]) => sql.join([...list], sql` AND `)

const sortKeys: Record<RealtySort['field'], RawBuilder<unknown>> = {
  createdAt: sql`o.id`,
  address: sql`o.address ->> 'value'`,
  price: sql`o.price`,
  pricePerMetre: sql`o.price_per_metre`,
  area: sql`o.area`,
  appraisedOn: sql`o.appraised_on`,
}

const shape = (actor: Actor) => sql`o.id, ${caseShape(actor)} AS case, o.role,
  json_build_object('code', o.type_code, 'name', coalesce(t.name, o.type_code)) AS type, o.number,
  o.address ->> 'value' AS address,
  CASE WHEN o.region_code IS NOT NULL THEN
    json_build_object('code', o.region_code, 'name', coalesce(r.name, o.region_code)) END AS region,
  o.area::text AS area, o.price::text AS price, o.price_per_metre::text AS "pricePerMetre",
  o.market_value::text AS "marketValue", o.appraised_on::text AS "appraisedOn", jsonb_array_length(o.owners) AS owners,
  o.live_encumbrances AS encumbrances, ${duplicatesOf(actor)} AS duplicates, o.removed_at IS NOT NULL AS removed,
  o.created_at AS "createdAt", o.version`

const from = sql`realty_object o JOIN case_file f ON f.id = o.case_id`

/** Whose list it is and what of it is asked for. */
export interface RealtyScope extends RealtyReader {
  readonly filter: RealtyFilter
}

const conditionOf = (scope: RealtyScope) =>
  all([...conditions(scope.actor, scope.filter), tabs(scope)[scope.filter.tab]])

const orderOf = ({ field, direction }: RealtySort) => {
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`
  return sql`${sortKeys[field]} ${way} NULLS LAST, o.id ${way}`
}

/** The rows of `chosen (id, place)` in their places; names and duplicates are looked for these alone. */
const rowsOf = (actor: Actor, chosen: RawBuilder<unknown>) => sql<RealtyRow>`
  SELECT ${shape(actor)} FROM ${chosen} JOIN realty_object o ON o.id = chosen.id JOIN case_file f ON f.id = o.case_id
    JOIN partner p ON p.id = f.partner_id
    LEFT JOIN reference_item t ON t.dictionary = 'mortgageObjectType' AND t.code = o.type_code
    LEFT JOIN reference_item r ON r.dictionary = 'region' AND r.code = o.region_code
  ORDER BY chosen.place`

/** How many objects the scope has. */
export async function countFound(db: Db, scope: RealtyScope): Promise<number> {
  const { count } = await countByValues(
    db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM ${from} WHERE ${conditionOf(scope)}`,
  )
  return count
}

/** A page of the objects that the person sees. */
export async function findRealtyPage(
  db: Db,
  scope: RealtyScope,
  query: PageQuery & { sort: RealtySort },
): Promise<Page<RealtyRow>> {
  const order = orderOf(query.sort)
  const chosen = sql`(SELECT o.id, row_number() OVER (ORDER BY ${order}) AS place FROM ${from}
    WHERE ${conditionOf(scope)} ORDER BY ${order} LIMIT ${query.size} OFFSET ${query.page * query.size}) chosen`
  return readPage(query, {
    rows: () => queryByValues(db, rowsOf(scope.actor, chosen)),
    count: () => countFound(db, scope),
  })
}

/** Ids of the whole scope in the order of the list. */
export async function findRealtyIds(db: Db, scope: RealtyScope, sort: RealtySort): Promise<number[]> {
  const rows = await queryByValues(
    db,
    sql<{ id: number }>`SELECT o.id FROM ${from} WHERE ${conditionOf(scope)} ORDER BY ${orderOf(sort)}`,
  )
  return rows.map(({ id }) => id)
}

/** The rows of these ids in their order; the ids are of what the person sees. */
export async function findRealtyRows(db: Db, actor: Actor, ids: readonly number[]): Promise<RealtyRow[]> {
  const { rows } = await rowsOf(
    actor,
    sql`unnest(${ids}::int[]) WITH ORDINALITY AS chosen(id, place)`,
  ).execute(db)
  return rows
}

/** The counts of the tabs, in one pass. */
export async function countRealty(
  db: Db,
  reader: RealtyReader,
  filter: Omit<RealtyFilter, 'tab'>,
): Promise<Record<RealtyTab, number>> {
  const byTab = tabs(reader)
  const columns = (Object.keys(realtyTabs) as RealtyTab[]).map(
    (tab) => sql`count(*) FILTER (WHERE ${byTab[tab]})::int AS ${sql.ref(tab)}`,
  )
  const { count: _, ...counts } = await countByValues(
    db,
    sql<Record<RealtyTab, number> & { count: number }>`SELECT count(*)::int AS count, ${sql.join(columns)}
      FROM ${from} WHERE ${all(conditions(reader.actor, filter))}`,
  )
  return counts
}
