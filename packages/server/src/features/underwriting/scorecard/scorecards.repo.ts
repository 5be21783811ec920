import type { Agreement } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import type { ScorecardContent } from '@ipoteka-office/contract/underwriting/scorecard/content.ts'
import type { ScorecardState } from '@ipoteka-office/contract/underwriting/scorecard/scorecard-machine.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { publish } from '#live/publish.ts'
import type { StoredScorecard } from './stored-scorecard.ts'

const rows = sql`SELECT s.id, s.number, s.title, s.content, s.state,
    json_build_object('id', a.id, 'fullName', a.full_name) AS author, s.contributors, s.created_at AS "createdAt",
    CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'fullName', p.full_name) END AS approver,
    s.since, s.until, s.version
  FROM scorecard_version s JOIN employee a ON a.id = s.author_id LEFT JOIN employee p ON p.id = s.approver_id`

async function found(db: Db, where: RawBuilder<unknown>): Promise<StoredScorecard[]> {
  return (await sql<StoredScorecard>`${rows} WHERE ${where} ORDER BY s.number DESC LIMIT 500`.execute(db))
    .rows
}

export const findScorecards = (db: Db): Promise<StoredScorecard[]> => found(db, sql`true`)

/** The version; `lock` keeps it until the transaction ends. */
export async function findScorecard(
  db: Db,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredScorecard | undefined> {
  if (lock) await sql`SELECT FROM scorecard_version WHERE id = ${id} FOR UPDATE`.execute(db)
  return (await found(db, sql`s.id = ${id}`))[0]
}

/** Versions that are computed now. */
export const findActing = (db: Db): Promise<StoredScorecard[]> =>
  found(db, sql`s.state IN ('CHAMPION', 'CHALLENGER', 'ON_PROMOTION')`)

/** Who writes two versions at once waits for their turn: numbers go without gaps. */
export async function insertScorecard(
  db: Db,
  { title, content, authorId, at }: { title: string; content: ScorecardContent; authorId: number; at: Date },
): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('scorecard_version'))`.execute(db)
  const { rows: made } = await sql<{ id: number }>`
    INSERT INTO scorecard_version (number, title, content, author_id, contributors, created_at)
    VALUES ((SELECT coalesce(max(number), 0) + 1 FROM scorecard_version), ${title}, ${JSON.stringify(content)}::text::jsonb,
      ${authorId}, ARRAY[${authorId}::int], ${at}) RETURNING id`.execute(db)
  const [row] = made
  if (row === undefined) throw new Error('The scorecard was not stored')
  await publish(db, topics.scorecards)
  return row.id
}

export async function writeContent(
  db: Db,
  id: number,
  { title, content, by }: { title: string; content: ScorecardContent; by: number },
): Promise<void> {
  await sql`UPDATE scorecard_version SET title = ${title}, content = ${JSON.stringify(content)}::text::jsonb,
    contributors = (SELECT array_agg(DISTINCT c ORDER BY c) FROM unnest(contributors || ${by}::int) c),
    version = version + 1 WHERE id = ${id}`.execute(db)
  await publish(db, topics.scorecards)
}

/** A state to which a version came. */
export interface ScorecardMove {
  readonly to: ScorecardState
  readonly at: Date
  readonly begins: boolean
  readonly ends: boolean
  readonly approverId: number | null
}

export async function writeState(
  db: Db,
  id: number,
  { to, at, begins, ends, approverId }: ScorecardMove,
): Promise<void> {
  await sql`UPDATE scorecard_version SET state = ${to}, version = version + 1,
    since = CASE WHEN ${begins}::boolean THEN coalesce(since, ${at}::timestamptz) ELSE since END,
    until = CASE WHEN ${ends}::boolean AND since IS NOT NULL THEN ${at}::timestamptz ELSE until END,
    approver_id = coalesce(${approverId}::int, approver_id) WHERE id = ${id}`.execute(db)
  await publish(db, topics.scorecards)
}

/** How often a version and the champion of the same moment advise the same, by version: of its last thousands of scores. */
export async function findAgreements(db: Db): Promise<Map<number, Agreement>> {
  const { rows: counted } = await sql<Agreement & { id: number }>`
    SELECT v.id, count(*)::int AS cases, count(*) FILTER (WHERE r.advice = c.advice)::int AS same
    FROM scorecard_version v CROSS JOIN LATERAL (SELECT o.case_id, o.at, o.advice FROM scorecard_run o
      WHERE o.version_id = v.id AND o.role = 'CHALLENGER' ORDER BY o.at DESC LIMIT 5000) r
    JOIN scorecard_run c ON c.case_id = r.case_id AND c.role = 'CHAMPION' AND c.at = r.at GROUP BY v.id`.execute(
    db,
  )
  return new Map(counted.map(({ id, ...agreement }) => [id, agreement]))
}
