import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { PartnerItem } from '@ipoteka-office/contract/partners/partner-names.ts'
import type {
  AccreditationState,
  PartnerFilter,
  PartnerRow,
  PartnerSort,
} from '@ipoteka-office/contract/partners/partners.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { knownTotal, refuseDeepPage } from '#lib/paging.ts'
import { visibleByPath } from '#lib/visibility.ts'
import { partnerRow } from './partner-shape.repo.ts'

const maxWords = 6
/** Every word is somewhere in the names, ИНН or ОГРН. */
const found = (search: string): RawBuilder<boolean>[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => sql<boolean>`p.search_text LIKE search_form(${anywhere(word)})`)

/** The rows of the states where an index finds them: few of all. Null: they are among the many. */
function few(states: readonly string[], { today, soon }: Horizon): RawBuilder<boolean> | null {
  const only = (...known: string[]) => states.length > 0 && states.every((state) => known.includes(state))
  if (only('EXPIRING'))
    return sql<boolean>`a.status = 'ACTIVE' AND a.date_to BETWEEN ${today}::date AND ${soon}::date`
  if (only('EXPIRED')) return sql<boolean>`a.status = 'ACTIVE' AND a.date_to < ${today}::date`
  if (only('FUTURE')) return sql<boolean>`a.status = 'ACTIVE' AND a.date_from > ${today}::date`
  if (only('PENDING', 'SUSPENDED', 'REVOKED'))
    return sql<boolean>`a.status <> 'ACTIVE' AND a.status = ANY(${states}::text[])`
  return null
}

/** Partners with a role in force whose best accreditation is in one of the states. */
function accredited(states: readonly (AccreditationState | 'NONE')[], horizon: Horizon): RawBuilder<boolean> {
  const named = states.filter((state) => state !== 'NONE')
  const of = (fn: 'accreditation_state' | 'accreditation_rank', alias: string) => sql`${sql.raw(fn)}(
    ${sql.ref(`${alias}.status`)}, ${sql.ref(`${alias}.date_from`)}, ${sql.ref(`${alias}.date_to`)}, ${horizon.today}::date, ${horizon.soon}::date)`
  // Rows of the state that no better one of the same role speaks before.
  const isBest = sql`${of('accreditation_state', 'a')} = ANY(${named}::text[])
    AND EXISTS (SELECT FROM partner_role r WHERE r.id = a.partner_role_id AND NOT r.not_active)
    AND NOT EXISTS (SELECT FROM accreditation b WHERE b.partner_role_id = a.partner_role_id
      AND ${of('accreditation_rank', 'b')} < ${of('accreditation_rank', 'a')})`
  const found = few(named, horizon)
  // OFFSET 0 keeps the many from being collected: a page looks at the partners that it comes by.
  const inState =
    found === null
      ? sql<boolean>`EXISTS (SELECT FROM accreditation a WHERE a.partner_id = p.id AND ${isBest} OFFSET 0)`
      : sql<boolean>`p.id IN (SELECT a.partner_id FROM accreditation a WHERE ${found} AND ${isBest})`
  const without = sql<boolean>`EXISTS (
    SELECT FROM partner_role r WHERE r.partner_id = p.id AND NOT r.not_active
      AND NOT EXISTS (SELECT FROM accreditation a WHERE a.partner_role_id = r.id))`
  if (named.length === states.length) return inState
  return named.length === 0 ? without : sql<boolean>`(${inState} OR ${without})`
}

/** Own region and those where the partner works are one column, kept by the database. */
const worksIn = (regions: readonly string[]) => sql<boolean>`p.region_codes && ${regions}::text[]`

/** What the filter asks of the partner `p`, visibility included. */
export function partnerConditions(
  actor: Actor,
  filter: PartnerFilter,
  horizon: Horizon,
): RawBuilder<boolean>[] {
  const { search = '', roles, regions, accreditation, notActive, parentId, level } = filter
  return [
    visibleByPath(actor, 'p.ancestor_ids'),
    ...found(search),
    ...(roles?.length ? [sql<boolean>`p.roles && ${roles}::text[]`] : []),
    ...(regions?.length ? [worksIn(regions)] : []),
    ...(accreditation?.length ? [accredited(accreditation, horizon)] : []),
    ...(typeof notActive === 'boolean' ? [sql<boolean>`p.not_active = ${notActive}`] : []),
    ...(parentId ? [sql<boolean>`p.parent_id = ${parentId}`] : []),
    ...(level
      ? [level === 'HEAD' ? sql<boolean>`p.parent_id IS NULL` : sql<boolean>`p.parent_id IS NOT NULL`]
      : []),
  ]
}

/** Every partner but the one. */
export const isNot = (id: number): RawBuilder<boolean> => sql<boolean>`p.id <> ${id}`

/** In one direction throughout, so that an index answers both ways. */
const sortKeys: Record<PartnerSort['field'], readonly string[]> = {
  shortName: ['p.short_name', 'p.id'],
  inn: ['p.inn', 'p.id'],
  region: ['p.region_code', 'p.short_name', 'p.id'],
  createdAt: ['p.created_at', 'p.id'],
  notActive: ['p.not_active', 'p.short_name', 'p.id'],
}

const inOrder = ({ field, direction }: PartnerSort) => {
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`
  return sql.join(sortKeys[field].map((key) => sql`${sql.ref(key)} ${way}`))
}

const all = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`${sql.join([...conditions], sql` AND `)}`

/** What has so many rows at most is found first and sorted then; more are read in their order until the page is full. */
const sortedLater = 10_000

/** A page of partners; the ids come first, so that names and roles are read for its rows alone. */
export async function findPartnerRows(
  db: Db,
  conditions: readonly RawBuilder<boolean>[],
  horizon: Horizon,
  query: PageQuery & { sort: PartnerSort },
): Promise<Page<PartnerRow>> {
  refuseDeepPage(query)
  const where = all(conditions)
  const total = await count(db, where)
  const rows = await queryByValues(
    db,
    sql<PartnerRow>`
    WITH chosen AS MATERIALIZED (
      SELECT p.id, row_number() OVER () AS place FROM (
        SELECT p.id FROM (
          SELECT p.id, p.short_name, p.inn, p.region_code, p.created_at, p.not_active FROM partner p
          WHERE ${where} ${total <= sortedLater ? sql`OFFSET 0` : sql``}) p
        ORDER BY ${inOrder(query.sort)} LIMIT ${query.size} OFFSET ${query.page * query.size}) p)
    SELECT ${partnerRow(horizon)} FROM chosen JOIN partner p ON p.id = chosen.id ORDER BY chosen.place`,
  )
  return toPage(rows, knownTotal(rows.length, query) ?? total, query)
}

async function count(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const counted = await countByValues(
    db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM partner p WHERE ${where}`,
  )
  return counted.count
}

/** How many partners the filter has. */
export const countPartners = (
  db: Db,
  actor: Actor,
  filter: PartnerFilter,
  horizon: Horizon,
): Promise<number> => count(db, all(partnerConditions(actor, filter, horizon)))

/** The ids of the whole filter in the order of the list: what an export writes, whatever changes while it does. */
export async function findPartnerIds(
  db: Db,
  actor: Actor,
  { filter, sort, horizon }: { filter: PartnerFilter; sort: PartnerSort; horizon: Horizon },
): Promise<number[]> {
  const where = all(partnerConditions(actor, filter, horizon))
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM partner p WHERE ${where} ORDER BY ${inOrder(sort)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The named partners in the order of the ids. */
export async function findPartnersByIds(
  db: Db,
  ids: readonly number[],
  horizon: Horizon,
): Promise<PartnerRow[]> {
  const { rows } = await sql<PartnerRow>`
    SELECT ${partnerRow(horizon)} FROM unnest(${ids}::int[]) WITH ORDINALITY AS chosen(id, place)
    JOIN partner p ON p.id = chosen.id ORDER BY chosen.place`.execute(db)
  return rows
}

/** The filter of a select does not ask about accreditations. */
const unasked: Horizon = { today: '1900-01-01', soon: '1900-01-01' }

/** Active partners for a select, by name. */
export async function findForSelect(
  db: Db,
  actor: Actor,
  filter: Pick<PartnerFilter, 'search' | 'roles' | 'regions'>,
  size: number,
): Promise<(PartnerItem & { inn: string })[]> {
  const where = all(partnerConditions(actor, { ...filter, notActive: false }, unasked))
  const { rows } = await sql<PartnerItem & { inn: string }>`
    SELECT p.id, p.short_name AS "shortName", p.full_name AS "fullName", p.inn FROM partner p
    WHERE ${where} ORDER BY p.short_name, p.id LIMIT ${size}`.execute(db)
  return rows
}

/** Active partners of the subtree that work in the region; those at home there come first, then by name. */
export async function findSuitable(
  db: Db,
  actor: Actor,
  partnerId: number,
  filter: {
    regionCode?: string | undefined
    branchTypeCode?: string | undefined
    search?: string | undefined
  },
  { size, horizon }: { size: number; horizon: Horizon },
): Promise<PartnerRow[]> {
  const { regionCode, branchTypeCode, search } = filter
  const where = all([
    ...partnerConditions(
      actor,
      { search, notActive: false, ...(regionCode && { regions: [regionCode] }) },
      horizon,
    ),
    sql<boolean>`p.ancestor_ids @> ARRAY[${partnerId}::int]`,
    ...(branchTypeCode ? [sql<boolean>`p.branch_type_code = ${branchTypeCode}`] : []),
  ])
  const { rows } = await sql<PartnerRow>`
    SELECT ${partnerRow(horizon)} FROM partner p WHERE ${where}
    ORDER BY p.region_code IS NOT DISTINCT FROM ${regionCode ?? null}::text DESC, p.short_name, p.id LIMIT ${size}`.execute(
    db,
  )
  return rows
}
