import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type {
  AccreditationState,
  PartnerFilter,
  PartnerItem,
  PartnerRow,
  PartnerSort,
} from '@ipoteka-office/contract/partners.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { knownTotal, refuseDeepPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import { partnerRow } from './partner-shape.repo.ts'

/** A text as a LIKE pattern that finds it anywhere, with its own signs taken literally. */
export const anywhere = (text: string) => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const maxWords = 6
/** Every word is somewhere in the names, ИНН or ОГРН. */
const found = (search: string): RawBuilder<boolean>[] =>
  search
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, maxWords)
    .map((word) => sql<boolean>`p.search_text LIKE search_form(${anywhere(word)})`)

/** Partners with a role in force whose best accreditation is in one of the states. */
function accredited(states: readonly (AccreditationState | 'NONE')[], today: string): RawBuilder<boolean> {
  const named = states.filter((state) => state !== 'NONE')
  const rank = sql`accreditation_rank(a.status, a.date_from, a.date_to, ${today}::date)`
  const state = sql`(ARRAY['ACTIVE', 'EXPIRING', 'PENDING', 'FUTURE', 'SUSPENDED', 'EXPIRED', 'REVOKED'])[min(${rank})]`
  const inState = sql<boolean>`p.id IN (
    SELECT r.partner_id FROM accreditation a JOIN partner_role r ON r.id = a.partner_role_id AND NOT r.not_active
    GROUP BY r.id HAVING ${state} = ANY(${named}::text[]))`
  const without = sql<boolean>`EXISTS (
    SELECT FROM partner_role r WHERE r.partner_id = p.id AND NOT r.not_active
      AND NOT EXISTS (SELECT FROM accreditation a WHERE a.partner_role_id = r.id))`
  if (named.length === states.length) return inState
  return named.length === 0 ? without : sql<boolean>`(${inState} OR ${without})`
}

const worksIn = (regions: readonly string[]) => sql<boolean>`(p.region_code = ANY(${regions}::text[])
  OR p.id IN (SELECT g.partner_id FROM partner_region g WHERE g.region_code = ANY(${regions}::text[])))`

/** What the filter asks of the partner `p`, visibility included. */
export function partnerConditions(actor: Actor, filter: PartnerFilter, today: string): RawBuilder<boolean>[] {
  const { search = '', roles, regions, accreditation, notActive, parentId, level } = filter
  return [
    visibleTo(actor, 'p.id'),
    ...found(search),
    ...(roles?.length ? [sql<boolean>`p.roles && ${roles}::text[]`] : []),
    ...(regions?.length ? [worksIn(regions)] : []),
    ...(accreditation?.length ? [accredited(accreditation, today)] : []),
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

/** A page of partners; the ids come first, so that names and roles are read for its rows alone. */
export async function findPartnerRows(
  db: Db,
  conditions: readonly RawBuilder<boolean>[],
  today: string,
  query: PageQuery & { sort: PartnerSort },
): Promise<Page<PartnerRow>> {
  refuseDeepPage(query)
  const where = all(conditions)
  const { rows } = await sql<PartnerRow>`
    WITH chosen AS MATERIALIZED (
      SELECT p.id, row_number() OVER () AS place FROM (
        SELECT p.id FROM partner p WHERE ${where} ORDER BY ${inOrder(query.sort)}
        LIMIT ${query.size} OFFSET ${query.page * query.size}) p)
    SELECT ${partnerRow(today)} FROM chosen JOIN partner p ON p.id = chosen.id ORDER BY chosen.place`.execute(
    db,
  )
  return toPage(rows, knownTotal(rows.length, query) ?? (await count(db, where)), query)
}

async function count(db: Db, where: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM partner p WHERE ${where}`.execute(db)
  return rows[0]?.count ?? 0
}

/** How many partners the filter has. */
export const countPartners = (db: Db, actor: Actor, filter: PartnerFilter, today: string): Promise<number> =>
  count(db, all(partnerConditions(actor, filter, today)))

/** The ids of the whole filter in the order of the list: what an export writes, whatever changes while it does. */
export async function findPartnerIds(
  db: Db,
  actor: Actor,
  { filter, sort, today }: { filter: PartnerFilter; sort: PartnerSort; today: string },
): Promise<number[]> {
  const where = all(partnerConditions(actor, filter, today))
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM partner p WHERE ${where} ORDER BY ${inOrder(sort)}`.execute(db)
  return rows.map(({ id }) => id)
}

/** The named partners in the order of the ids. */
export async function findPartnersByIds(
  db: Db,
  ids: readonly number[],
  today: string,
): Promise<PartnerRow[]> {
  const { rows } = await sql<PartnerRow>`
    SELECT ${partnerRow(today)} FROM unnest(${ids}::int[]) WITH ORDINALITY AS chosen(id, place)
    JOIN partner p ON p.id = chosen.id ORDER BY chosen.place`.execute(db)
  return rows
}

/** Active partners for a select, by name. */
export async function findForSelect(
  db: Db,
  actor: Actor,
  filter: Pick<PartnerFilter, 'search' | 'roles' | 'regions'>,
  size: number,
): Promise<(PartnerItem & { inn: string })[]> {
  const where = all(partnerConditions(actor, { ...filter, notActive: false }, '1900-01-01'))
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
  { size, today }: { size: number; today: string },
): Promise<PartnerRow[]> {
  const { regionCode, branchTypeCode, search } = filter
  const where = all([
    ...partnerConditions(
      actor,
      { search, notActive: false, ...(regionCode && { regions: [regionCode] }) },
      today,
    ),
    sql<boolean>`p.ancestor_ids @> ARRAY[${partnerId}::int]`,
    ...(branchTypeCode ? [sql<boolean>`p.branch_type_code = ${branchTypeCode}`] : []),
  ])
  const { rows } = await sql<PartnerRow>`
    SELECT ${partnerRow(today)} FROM partner p WHERE ${where}
    ORDER BY p.region_code IS NOT DISTINCT FROM ${regionCode ?? null}::text DESC, p.short_name, p.id LIMIT ${size}`.execute(
    db,
  )
  return rows
}
