import type { CaseRow } from '@ipoteka-office/contract/cases/case-lists.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { JournalSort } from '@ipoteka-office/contract/underwriting/journal.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { queryByValues } from '#db/large-totals.ts'
import type { Actor } from '#lib/actor.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import type { Reader } from '#lib/shown-stages.ts'
import { isOpenTo, stageSinceFor, whereOpenTo } from '#lib/visibility.ts'
import { rememberedTotal } from './case-counts.repo.ts'
import { type CaseScope, conditionOf } from './case-filters.repo.ts'

/** Orders of all lists of cases; those of the journals alone stand in no call that partners have. */
export type ListSort = JournalSort

const sortKeys: Record<Exclude<ListSort['field'], 'dueAt'>, RawBuilder<unknown>> = {
  createdAt: sql`f.created_at`,
  amount: sql`coalesce(f.amount, 0)`,
  clientName: sql`f.client_name`,
  clientCategories: sql`coalesce(f.client_categories, '{}')`,
  engineResult: sql`coalesce(f.engine_result, '')`,
}

/** Cases without a deadline come last either way. */
const sortKeyOf = (reader: Reader, { field, direction }: ListSort) => {
  if (field !== 'dueAt') return sortKeys[field]
  const dueAt = whereOpenTo(reader, 'f.stage', sql`f.due_at`)
  return direction === 'desc' ? sql`coalesce(${dueAt}, '-infinity')` : sql`coalesce(${dueAt}, 'infinity')`
}

/** Rows found by words that are sorted after they are found; of more, the list is read in its order. */
const sortedLater = 30_000

/** What narrows a list to few rows, found first and sorted then: reading the list in its order would pass all the others. */
const isNarrow = ({ filter, own }: CaseScope) =>
  own?.isNarrow ||
  /\S{3}/.test(filter.search) ||
  ['MY', 'GROUPS', 'FAVORITES', 'TRANSFERRED'].includes(filter.owner)

/** `findFirst`: all are found before they are put in order; otherwise the list is read in its order. */
const idsInOrder = (scope: CaseScope, sort: ListSort, { findFirst }: { findFirst: boolean }) => {
  const way = sort.direction === 'asc' ? sql`ASC` : sql`DESC`
  return sql<{ id: number }>`SELECT x.id FROM (
    SELECT f.id, ${sortKeyOf(scope.reader, sort)} AS sort_key FROM case_file f
    WHERE ${conditionOf(scope, { frequentWords: !findFirst })} ${findFirst ? sql`OFFSET 0` : sql``}) x ORDER BY x.sort_key ${way}, x.id ${way}`
}

/** A page of ids, and how many rows there are in all when that became known with it. */
export interface FoundPage {
  readonly ids: number[]
  readonly total: number | null
}

/** Finds all rows of a narrow list at once: the page and the total; null: they are too many for that. */
async function findNarrow(
  db: Db,
  scope: CaseScope,
  { page, size, sort }: PageQuery & { sort: ListSort },
): Promise<FoundPage | null> {
  if ((rememberedTotal(db, scope) ?? 0) > sortedLater) return null
  const way = sort.direction === 'asc' ? sql`ASC` : sql`DESC`
  const [row] = await queryByValues(
    db,
    sql<{ ids: number[]; total: number }>`
      WITH found AS MATERIALIZED (SELECT f.id, ${sortKeyOf(scope.reader, sort)} AS sort_key FROM case_file f
        WHERE ${conditionOf(scope)} LIMIT ${sortedLater + 1})
      SELECT ARRAY(SELECT x.id FROM found x ORDER BY x.sort_key ${way}, x.id ${way}
        LIMIT ${size} OFFSET ${page * size}) AS ids, (SELECT count(*)::int FROM found) AS total`,
  )
  return row === undefined || row.total > sortedLater ? null : row
}

/** Ids of a page of the scope. */
export async function findPage(
  db: Db,
  scope: CaseScope,
  query: PageQuery & { sort: ListSort },
): Promise<FoundPage> {
  refuseDeepPage(query)
  const narrow = isNarrow(scope) ? await findNarrow(db, scope, query) : null
  if (narrow !== null) return narrow
  const rows = await queryByValues(
    db,
    sql<{
      id: number
    }>`${idsInOrder(scope, query.sort, { findFirst: false })} LIMIT ${query.size} OFFSET ${query.page * query.size}`,
  )
  return { ids: rows.map(({ id }) => id), total: null }
}

/** Ids of the whole scope in the order of the list. */
export async function findIds(db: Db, scope: CaseScope, sort: ListSort): Promise<number[]> {
  const rows = await queryByValues(db, idsInOrder(scope, sort, { findFirst: isNarrow(scope) }))
  return rows.map(({ id }) => id)
}

/** A row with what its clock is made of. */
export interface ListedCase extends Omit<CaseRow, 'stageName' | 'clock'> {
  readonly type: CaseType
  readonly regionCode: string | null
  readonly clockStage: string | null
  readonly targetMinutes: number | null
  readonly spentMinutes: number | null
  readonly runningSince: string | null
  readonly dueAt: string | null
}

const named = (dictionary: string, alias: string, code: RawBuilder<unknown>) => sql`
  CASE WHEN ${code} IS NOT NULL THEN json_build_object('code', ${code}, 'name', coalesce((
    SELECT i.name FROM reference_item i WHERE i.dictionary = ${sql.lit(dictionary)} AND i.code = ${code}), ${code})) END
    AS ${sql.id(alias)}`

/** The rows of these ids in their order. */
export async function findRows(
  db: Db,
  { employeeId, isAhml }: Pick<Actor, 'employeeId' | 'isAhml'>,
  ids: readonly number[],
): Promise<ListedCase[]> {
  if (ids.length === 0) return []
  const reader = { isAhml }
  const { rows } = await sql<ListedCase>`
    SELECT f.id, f.type, f.number, f.created_at AS "createdAt", f.client_name AS "clientName",
      f.client_phone AS "clientPhone", f.programme, f.amount, f.region_code AS "regionCode",
      ${named('region', 'region', sql`f.region_code`)}, ${named('all-channel', 'channel', sql`f.channel`)},
      json_build_object('id', p.id, 'shortName', p.short_name) AS partner,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS responsible,
      CASE WHEN w.id IS NOT NULL THEN json_build_object('id', w.id, 'name', w.name) END AS workgroup,
      f.stage, ${stageSinceFor(reader)} AS "stageSince", t.title AS "nextStep", l.next_contact_at AS "nextContactAt",
      c.stage AS "clockStage", c.target_minutes AS "targetMinutes", c.spent_minutes AS "spentMinutes",
      c.running_since AS "runningSince", ${whereOpenTo(reader, 'f.stage', sql`f.due_at`)} AS "dueAt", f.closed, f.archived_at IS NOT NULL AS archived,
      EXISTS (SELECT FROM case_favourite v WHERE v.employee_id = ${employeeId} AND v.case_id = f.id) AS favourite,
      f.version
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS chosen(id, place)
    JOIN case_file f ON f.id = chosen.id JOIN partner p ON p.id = f.partner_id
    LEFT JOIN employee e ON e.id = f.responsible_id LEFT JOIN workgroup w ON w.id = f.workgroup_id
    LEFT JOIN case_clock c ON c.case_id = f.id LEFT JOIN lead l ON l.id = f.id
    LEFT JOIN LATERAL (SELECT t.title FROM case_task t WHERE t.case_id = f.id AND t.open AND t.stage IS NOT NULL AND ${isOpenTo(reader, 't.stage')}
      ORDER BY t.id DESC LIMIT 1) t ON true
    ORDER BY chosen.place`.execute(db)
  return rows
}
