import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import {
  catalogues,
  type ProductFilter,
  type ProductRow,
  type ProductSort,
  type ProductTab,
  productTabs,
} from '@ipoteka-office/contract/products/product-rows.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import { lendingsOf, type ProductReader } from './product-reader.ts'

/** A row of the list before what the person may do with it. */
export interface ListedProduct extends Omit<ProductRow, 'actions'> {
  /** Of the version that is prepared: its state and those who wrote or sent it. */
  readonly prepared: { readonly state: ProductRow['state']; readonly people: readonly number[] } | null
  readonly isOverKey: boolean
}

/** Whose list it is and what of it is asked for. */
export interface ProductScope extends ProductReader {
  readonly filter: ProductFilter
}

/** Condition on a version `v`: the person’s partner, or one above it, may offer it. */
export const isOfferedTo = ({ isAhml, partnerId }: Actor): RawBuilder<boolean> =>
  isAhml ? sql<boolean>`true` : sql<boolean>`offered_to(v.partner_ids, v.partner_profiles, ${partnerId}::int)`

const isPrepared = sql`v.state IN ('DRAFT', 'ON_APPROVAL', 'CORRECTION', 'APPROVED')`
const isWaiting = sql`w.state IN ('ON_APPROVAL', 'APPROVED')`

/** 0: in force; 1: is going to be; 2: is prepared; 3: nothing of it is ahead. */
const rank = (today: string) => sql`CASE WHEN v.in_force @> ${today}::date THEN 0
  WHEN v.state = 'RELEASED' AND lower(v.in_force) > ${today}::date THEN 1 WHEN ${isPrepared} THEN 2 ELSE 3 END`

/**
 * Each product `p` with the version `v` that its row shows: the one in force, or the nearest to it; where people wait for
 * an approval, the one that waits. People of partners are shown what is in force and offered to them, and nothing else.
 */
function shownFrom({ actor, today }: ProductReader, tab: ProductTab): RawBuilder<unknown> {
  // Looked for by its product: by the day alone the index of days would be walked for every product anew.
  const only = actor.isAhml
    ? sql`true`
    : sql`coalesce(v.in_force @> ${today}::date, false) AND ${isOfferedTo(actor)}`
  const first = tab === 'APPROVAL' ? sql`(v.state IN ('ON_APPROVAL', 'APPROVED')) DESC, ` : sql``
  return sql`product p JOIN LATERAL (
      SELECT v.id, v.number, v.state, v.name, v.search_text, v.rate_from, v.rate_to, v.over_key, v.points, v.partner_ids, v.partner_profiles,
        v.region_codes, v.valid_from, v.valid_to, v.in_force, v.version, ${rank(today)} AS rank
      FROM product_version v WHERE v.product_id = p.id AND ${only}
      ORDER BY ${first}${rank(today)}, CASE WHEN v.state = 'RELEASED' AND lower(v.in_force) > ${today}::date
        THEN lower(v.in_force) END, v.number DESC LIMIT 1) v ON true`
}

const hasWaiting = sql`EXISTS (SELECT FROM product_version w WHERE w.product_id = p.id AND ${isWaiting})`
const tabs = ({ actor }: ProductReader): Record<ProductTab, RawBuilder<unknown>> => ({
  PRODUCT: sql`p.kind = 'PRODUCT' AND v.rank < 3`,
  OPTION: sql`p.kind = 'OPTION' AND v.rank < 3`,
  PROMOTION: sql`p.kind = 'PROMOTION' AND v.rank < 3`,
  // What waits and what has been is the bank’s own.
  APPROVAL: actor.isAhml ? hasWaiting : sql`false`,
  ARCHIVE: actor.isAhml ? sql`v.rank = 3` : sql`false`,
})

const words = (search: string) => search.split(/\s+/).filter(Boolean).slice(0, 8)
const changedAt = sql`(SELECT max(c.changed_at) FROM product_version c WHERE c.product_id = p.id)`

/** A rate between two: of a product some of its rates. What is made of the key rate is not told to people of partners. */
function ofRates({ actor }: ProductReader, { rateMin, rateMax }: ProductFilter): RawBuilder<unknown>[] {
  if (rateMin === null && rateMax === null) return []
  return [
    ...(actor.isAhml ? [] : [sql`NOT v.over_key`]),
    ...(rateMin === null ? [] : [sql`v.rate_to >= ${rateMin}::numeric`]),
    ...(rateMax === null ? [] : [sql`v.rate_from <= ${rateMax}::numeric`]),
  ]
}

const ofBeginning = ({ beginsFrom, beginsTo }: ProductFilter): RawBuilder<unknown>[] => [
  ...(beginsFrom === null ? [] : [sql`v.valid_from >= ${beginsFrom}::date`]),
  ...(beginsTo === null ? [] : [sql`v.valid_from <= ${beginsTo}::date`]),
]

const ofNumber = ({ numberFrom, numberTo }: ProductFilter): RawBuilder<unknown>[] => [
  ...(numberFrom === null ? [] : [sql`v.number >= ${numberFrom}::int`]),
  ...(numberTo === null ? [] : [sql`v.number <= ${numberTo}::int`]),
]

function conditions(reader: ProductReader, filter: ProductFilter): RawBuilder<unknown>[] {
  const { actor } = reader
  const { types, states, onDay, regions, partnerIds, ownerIds, changedFrom, changedTo } = filter
  const lendings = lendingsOf(actor, 'List').filter((one) =>
    (catalogues[filter.catalogue] as readonly string[]).includes(one),
  )
  // Which partners others are, and what the bank does before a release, is not told by a filter either.
  const ofBank = actor.isAhml
    ? [
        ...(partnerIds.length > 0
          ? [
              sql`EXISTS (SELECT FROM unnest(${partnerIds}::int[]) AS wanted (id)
                WHERE offered_to(v.partner_ids, v.partner_profiles, wanted.id))`,
            ]
          : []),
        ...(onDay === null
          ? []
          : [
              sql`EXISTS (SELECT FROM product_version d WHERE d.product_id = p.id AND coalesce(d.in_force @> ${onDay}::date, false))`,
            ]),
        ...(changedFrom === null ? [] : [sql`${changedAt} >= ${changedFrom}::date`]),
        ...(changedTo === null ? [] : [sql`${changedAt} < ${changedTo}::date + 1`]),
      ]
    : []
  return [
    sql`p.lending = ANY(${lendings}::text[])`,
    ...words(filter.search).map((word) => sql`v.search_text LIKE search_form(${anywhere(word)})`),
    ...(types.length > 0 ? [sql`p.type_code = ANY(${types}::text[])`] : []),
    ...(states.length > 0 ? [sql`v.state = ANY(${states}::text[])`] : []),
    ...(regions.length > 0 ? [sql`(v.region_codes = '{}' OR v.region_codes && ${regions}::text[])`] : []),
    ...(ownerIds.length > 0 ? [sql`p.owner_id = ANY(${ownerIds}::int[])`] : []),
    ...ofRates(reader, filter),
    ...ofBeginning(filter),
    ...ofNumber(filter),
    ...(filter.withCases ? [sql`${openCases(actor)} > 0`] : []),
    ...ofBank,
  ]
}

const all = (list: readonly RawBuilder<unknown>[]) => sql.join([...list], sql` AND `)
const sourceOf = (scope: ProductScope) =>
  sql`FROM ${shownFrom(scope, scope.filter.tab)} WHERE ${all([
    ...conditions(scope, scope.filter),
    tabs(scope)[scope.filter.tab],
  ])}`

/** Open cases of a product `p` by the price that each has; people of partners count those that they see. */
const openCases = (actor: Actor) => sql`(SELECT coalesce(sum(t.count), 0)::int FROM product_case_tallied t
  WHERE t.product_id = p.id AND ${visibleTo(actor, 't.partner_id')})`

const typeOf = (
  alias: string,
) => sql`(SELECT t.name FROM reference_item t WHERE t.code = ${sql.ref(`${alias}.type_code`)}
  AND t.dictionary = CASE ${sql.ref(`${alias}.lending`)} WHEN 'MORTGAGE' THEN 'product/type'
    WHEN 'CASH_LOAN' THEN 'cashLoan/productType' ELSE 'creditCard/productType' END)`

const sortKeys = (actor: Actor): Record<ProductSort['field'], RawBuilder<unknown>> => ({
  code: sql`p.code`,
  name: sql`v.name`,
  type: typeOf('p'),
  state: sql`v.state`,
  validFrom: sql`v.valid_from`,
  changedAt,
  openCases: openCases(actor),
  // The place in the order would tell people of partners what a rate over the key rate is made of.
  rateFrom: actor.isAhml
    ? sql`coalesce(v.rate_from, v.points)`
    : sql`CASE WHEN NOT v.over_key THEN coalesce(v.rate_from, v.points) END`,
})

const byCode: ProductSort = { field: 'code', direction: 'asc' }
const orderOf = (actor: Actor, { field, direction }: ProductSort = byCode) => {
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`
  return sql`${sortKeys(actor)[field]} ${way} NULLS LAST, p.id ${way}`
}

const rowShape = (actor: Actor) => sql`p.id, p.kind, p.lending, p.code, v.name,
  json_build_object('code', p.type_code, 'name', coalesce(${typeOf('p')}, p.type_code)) AS type, v.state, v.number,
  ${actor.isAhml ? sql`(SELECT w.number FROM product_version w WHERE w.product_id = p.id AND ${isWaiting})` : sql`NULL`} AS waiting,
  v.valid_from::text AS "validFrom", (CASE WHEN v.in_force IS NULL THEN v.valid_to ELSE upper(v.in_force) - 1 END)::text AS "validTo",
  v.rate_from::text AS "rateFrom", v.rate_to::text AS "rateTo", v.over_key AS "isOverKey", v.points::text AS points,
  ${actor.isAhml ? sql`cardinality(v.partner_ids)` : sql`0`} AS partners,
  ${actor.isAhml ? sql`cardinality(v.partner_profiles)` : sql`0`} AS "partnerProfiles", cardinality(v.region_codes) AS regions,
  ${openCases(actor)} AS "openCases", json_build_object('id', o.id, 'fullName', o.full_name) AS owner,
  ${actor.isAhml ? changedAt : sql`lower(v.in_force)::timestamptz`} AS "changedAt", v.version,
  ${
    actor.isAhml
      ? sql`(SELECT json_build_object('state', w.state, 'people', w.contributors || w.sent_by) FROM product_version w
          WHERE w.product_id = p.id AND w.state IN ('DRAFT', 'ON_APPROVAL', 'CORRECTION', 'APPROVED'))`
      : sql`NULL`
  } AS prepared`

/** The rows of `chosen (id, place)` in their places. */
const rowsOf = (reader: ProductReader, tab: ProductTab, chosen: RawBuilder<unknown>) => sql<ListedProduct>`
  SELECT ${rowShape(reader.actor)} FROM ${chosen} JOIN (${shownFrom(reader, tab)}) ON p.id = chosen.id
    JOIN employee o ON o.id = p.owner_id ORDER BY chosen.place`

/** Whose products there are in the lendings. */
export async function findOwners(db: Db, lendings: readonly string[]): Promise<PersonRef[]> {
  const { rows } = await sql<PersonRef>`
    SELECT e.id, e.full_name AS "fullName" FROM employee e
    WHERE EXISTS (SELECT FROM product p WHERE p.owner_id = e.id AND p.lending = ANY(${lendings}::text[]))
    ORDER BY e.full_name, e.id`.execute(db)
  return rows
}

/** How many products the scope has. */
export const countFound = (db: Db, scope: ProductScope): Promise<number> => countOf(db, sourceOf(scope))

/** A page of the products that the person sees. */
export function findProductPage(
  db: Db,
  scope: ProductScope,
  query: PageQuery & { readonly sort: ProductSort | undefined },
): Promise<Page<ListedProduct>> {
  const order = orderOf(scope.actor, query.sort)
  const chosen = sql`(SELECT p.id, row_number() OVER (ORDER BY ${order}) AS place ${sourceOf(scope)}
    ORDER BY ${order} LIMIT ${query.size} OFFSET ${query.page * query.size}) chosen`
  return readPage(query, {
    rows: async () => (await rowsOf(scope, scope.filter.tab, chosen).execute(db)).rows,
    count: () => countFound(db, scope),
  })
}

/** Ids of the whole scope in the order of the list. */
export async function findProductIds(
  db: Db,
  scope: ProductScope,
  sort: ProductSort | undefined,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT p.id ${sourceOf(scope)} ORDER BY ${orderOf(
    scope.actor,
    sort,
  )}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The rows of these ids in their order; the ids are of what the person sees. */
export async function findListed(
  db: Db,
  reader: ProductReader,
  tab: ProductTab,
  ids: readonly number[],
): Promise<ListedProduct[]> {
  const chosen = sql`unnest(${ids}::int[]) WITH ORDINALITY AS chosen(id, place)`
  return (await rowsOf(reader, tab, chosen).execute(db)).rows
}

/** The counts of the tabs under one filter. */
export async function countTabs(
  db: Db,
  reader: ProductReader,
  filter: ProductFilter,
): Promise<Record<ProductTab, number>> {
  const counts = await Promise.all(
    (Object.keys(productTabs) as ProductTab[]).map(
      async (tab) => [tab, await countFound(db, { ...reader, filter: { ...filter, tab } })] as const,
    ),
  )
  return Object.fromEntries(counts) as Record<ProductTab, number>
}
