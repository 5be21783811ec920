import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import {
  type BlacklistFilter,
  type BlacklistRow,
  type BlacklistSort,
  type BlacklistTab,
  blacklistTabs,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import { anywhere } from '#db/like.ts'
import { searchedNumbers } from './searched-numbers.rules.ts'

/** Whose list it is, on which day, and what of it is asked for. */
export interface ListScope {
  readonly kind: BlacklistKind
  readonly today: string
  /** Days before the last one in which an entry is about to end. */
  readonly endingDays: number
  readonly filter: Omit<BlacklistFilter, 'tab'>
}

/** An entry of a list with the values of which its second line is made. */
export interface ListedEntry extends Omit<BlacklistRow, 'note'> {
  readonly data: Readonly<Record<string, unknown>>
  readonly source: string
  readonly basis: string
}

const isEnding = ({ today, endingDays }: ListScope) => sql`(b.state IN ('ACTIVE', 'ON_APPEAL')
  AND b.valid_to <= ${today}::date + ${endingDays}::int)`

const tabs = (scope: ListScope): Record<BlacklistTab, RawBuilder<unknown>> => ({
  acting: sql`b.state = 'ACTIVE'`,
  approval: sql`b.state = 'ON_APPROVAL'`,
  appeal: sql`b.state = 'ON_APPEAL'`,
  ending: isEnding(scope),
  draft: sql`b.state = 'DRAFT'`,
  ended: sql`b.state IN ('DECLINED', 'EXPIRED', 'REMOVED')`,
  all: sql`true`,
})

function found(search: string): RawBuilder<unknown>[] {
  if (search === '') return []
  const { id, numbers } = searchedNumbers(search)
  const words = search.split(/\s+/).filter(Boolean).slice(0, 8)
  const byWords = sql.join(
    words.map((word) => sql`i.search_text LIKE search_form(${anywhere(word)})`),
    sql` AND `,
  )
  const ways = [
    sql`(${byWords})`,
    ...(numbers.length > 0 ? [sql`i.numbers && ${[...numbers]}::text[]`] : []),
    ...(id === null ? [] : [sql`b.id = ${id}`]),
  ]
  return [sql`(${sql.join(ways, sql` OR `)})`]
}

const among = (column: RawBuilder<unknown>, values: readonly string[]) =>
  values.length === 0 ? [] : [sql`${column} = ANY(${[...values]}::text[])`]

function conditions({ kind, filter }: ListScope): RawBuilder<unknown> {
  const { search, levels, categories, sources, states, authors, validToFrom, validToTo } = filter
  return sql.join(
    [
      sql`b.kind = ${kind}`,
      ...found(search),
      ...among(sql`b.level`, levels),
      ...among(sql`b.category`, categories),
      ...among(sql`b.source`, sources),
      ...among(sql`b.state`, states),
      ...(authors.length === 0 ? [] : [sql`b.author_id = ANY(${[...authors]}::int[])`]),
      ...(validToFrom === undefined ? [] : [sql`b.valid_to >= ${validToFrom}::date`]),
      ...(validToTo === undefined ? [] : [sql`b.valid_to <= ${validToTo}::date`]),
    ],
    sql` AND `,
  )
}

const from = sql`blacklist_entry b JOIN blacklist_identity i ON i.entry_id = b.id`
const inTab = (scope: ListScope, tab: BlacklistTab) => sql`${conditions(scope)} AND ${tabs(scope)[tab]}`

/** How many entries the scope has in the tab. */
export async function countFound(db: Db, scope: ListScope, tab: BlacklistTab): Promise<number> {
  const { count } = await countByValues(
    db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM ${from} WHERE ${inTab(scope, tab)}`,
  )
  return count
}

/** The counts of the tabs, in one pass. */
export async function countTabs(db: Db, scope: ListScope): Promise<Record<BlacklistTab, number>> {
  const byTab = tabs(scope)
  const columns = (Object.keys(blacklistTabs) as BlacklistTab[]).map(
    (tab) => sql`count(*) FILTER (WHERE ${byTab[tab]})::int AS ${sql.ref(tab)}`,
  )
  const { count: _, ...counts } = await countByValues(
    db,
    sql<Record<BlacklistTab, number> & { count: number }>`SELECT count(*)::int AS count, ${sql.join(columns)}
      FROM ${from} WHERE ${conditions(scope)}`,
  )
  return counts
}

const sortKeys: Record<BlacklistSort['field'], RawBuilder<unknown>> = {
  id: sql`b.id`,
  title: sql`i.title`,
  level: sql`array_position(ARRAY['STOP', 'REVIEW', 'INFO'], b.level)`,
  validTo: sql`b.valid_to`,
  approvedAt: sql`b.approved_at`,
}
const orderOf = ({ field, direction }: BlacklistSort) => {
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`
  return sql`${sortKeys[field]} ${way} NULLS LAST, b.id ${way}`
}

/** Ids of the tab in the order of the list: all of them, or a page. */
export async function findIds(
  db: Db,
  scope: ListScope,
  {
    tab,
    sort,
    page,
  }: { readonly tab: BlacklistTab; readonly sort: BlacklistSort; readonly page?: PageQuery },
): Promise<number[]> {
  const limit = page === undefined ? sql`` : sql`LIMIT ${page.size} OFFSET ${page.page * page.size}`
  const rows = await queryByValues(
    db,
    sql<{
      id: number
    }>`SELECT b.id FROM ${from} WHERE ${inTab(scope, tab)} ORDER BY ${orderOf(sort)} ${limit}`,
  )
  return rows.map(({ id }) => id)
}

/** The entries of these ids in their order; the ids are of what the person may list. */
export async function findListed(
  db: Db,
  { today, endingDays }: Pick<ListScope, 'today' | 'endingDays'>,
  ids: readonly number[],
): Promise<ListedEntry[]> {
  const { rows } = await sql<ListedEntry>`
    SELECT b.id, b.kind, b.state, b.level, b.acting_level AS "actingLevel", b.category, b.source,
      b.valid_from::text AS "validFrom", b.valid_to::text AS "validTo", i.title, i.birth_date::text AS "birthDate",
      c.content -> 'data' AS data, c.content ->> 'basis' AS basis,
      json_build_object('id', a.id, 'fullName', a.full_name) AS author,
      CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'fullName', p.full_name) END AS approver,
      b.approved_at AS "approvedAt", b.created_at AS "createdAt", b.destroyed_at IS NOT NULL AS destroyed,
      coalesce(b.state IN ('ACTIVE', 'ON_APPEAL') AND b.valid_to <= ${today}::date + ${endingDays}::int, false) AS ending,
      b.version
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS chosen(id, place)
      JOIN blacklist_entry b ON b.id = chosen.id JOIN blacklist_identity i ON i.entry_id = b.id
      JOIN blacklist_content c ON c.entry_id = b.id AND c.number = b.content_number
      JOIN employee a ON a.id = b.author_id LEFT JOIN employee p ON p.id = b.approver_id
    ORDER BY chosen.place`.execute(db)
  return rows
}

/** Who has written entries of the list, by name. */
export async function findAuthors(db: Db, kind: BlacklistKind): Promise<PersonRef[]> {
  const { rows } = await sql<PersonRef>`SELECT e.id, e.full_name AS "fullName" FROM employee e
    WHERE e.id IN (SELECT b.author_id FROM blacklist_entry b WHERE b.kind = ${kind})
    ORDER BY e.full_name, e.id LIMIT 500`.execute(db)
  return rows
}
