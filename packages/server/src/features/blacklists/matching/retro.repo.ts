import { type CaseType, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { RetroEntry } from './retro.rules.ts'

/** An entry that waits to be tried, with the moment at which that was asked. */
export interface Waiting extends RetroEntry {
  readonly askedAt: string
}

/** At once; the rest waits for the next turn. */
const mostEntries = 10_000

/** Entries that wait and act on the day, or act no more. */
export async function findWaiting(db: Db, today: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    SELECT e.id, e.kind, e.acting_level AS level, e.category, c.content -> 'data' AS data, r.asked_at::text AS "askedAt"
    FROM blacklist_retro r JOIN blacklist_entry e ON e.id = r.entry_id
    JOIN blacklist_content c ON c.entry_id = e.id AND c.number = e.content_number
    WHERE e.acting_level IS NULL OR e.valid_from <= ${today}::date
    ORDER BY r.asked_at LIMIT ${sql.lit(mostEntries)}`.execute(db)
  return rows
}

/** The entries were tried; one that was asked for again meanwhile waits on. */
export async function endWaiting(db: Db, tried: readonly Pick<Waiting, 'id' | 'askedAt'>[]): Promise<void> {
  await sql`DELETE FROM blacklist_retro r USING unnest(${tried.map(({ id }) => id)}::int[],
    ${tried.map(({ askedAt }) => askedAt)}::timestamptz[]) t(id, asked_at)
    WHERE r.entry_id = t.id AND r.asked_at = t.asked_at`.execute(db)
}

/** Types of cases whose people are asked about. */
const questioned = caseTypesWith(({ questions }) => questions !== undefined)

/** The next open cases whose people the lists have been asked about, by their ids. */
export async function findOpenCases(
  db: Db,
  after: number,
  count: number,
): Promise<{ id: number; type: CaseType }[]> {
  const { rows } = await sql<{ id: number; type: CaseType }>`
    SELECT f.id, f.type FROM case_file f
    WHERE f.id > ${after} AND f.type = ANY(${questioned}::text[]) AND NOT f.closed AND f.archived_at IS NULL
      AND EXISTS (SELECT FROM auto_check c WHERE c.case_id = f.id AND c.code = 'BLACKLIST_PERSON')
    ORDER BY f.id LIMIT ${count}`.execute(db)
  return rows
}

/** Open cases on which a hit of any of the entries stands. */
export async function findCasesFired(db: Db, entryIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT f.id FROM blacklist_hit h JOIN case_file f ON f.id = h.case_id
    WHERE h.entry_id = ANY(${entryIds}::int[]) AND h.gone_at IS NULL AND NOT f.closed AND f.archived_at IS NULL ORDER BY f.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What has to be done about a hit. */
export async function writeTaskOfHit(db: Db, hitId: number, taskId: number): Promise<void> {
  await sql`UPDATE blacklist_hit SET task_id = ${taskId} WHERE id = ${hitId}`.execute(db)
}
