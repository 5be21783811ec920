import { topics } from '@ipoteka-office/contract/live.ts'
import type { AssignmentContent } from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { AssignmentState } from '@ipoteka-office/contract/assignment-rules/assignment-machine.ts'
import type { TestSummary } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { publish } from '#live/publish.ts'
import type { StoredSet } from './stored-set.ts'

const columns = sql`v.id, v.scope, v.number, v.state, v.content,
  CASE WHEN a.id IS NOT NULL THEN json_build_object('id', a.id, 'fullName', a.full_name) END AS author, v.contributors,
  v.created_at AS "createdAt", v.saved_at AS "savedAt", v.test, v.tested_at AS "testedAt", v.comment,
  CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'fullName', p.full_name) END AS approver,
  v.since, v.until, v.before_id AS "beforeId", v.version`
const joined = sql`assignment_set v LEFT JOIN employee a ON a.id = v.author_id LEFT JOIN employee p ON p.id = v.approver_id`

async function findWhere(db: Db, where: RawBuilder<unknown>, rest: RawBuilder<unknown> = sql``) {
  const { rows } = await sql<StoredSet>`SELECT ${columns} FROM ${joined} WHERE ${where} ${rest}`.execute(db)
  return rows
}

/** Every version of a scope, the latest first; drafts that were given up are not told. */
export const findSets = (db: Db, scope: AssignmentScope): Promise<StoredSet[]> =>
  findWhere(db, sql`v.scope = ${scope} AND v.state <> 'DISCARDED'`, sql`ORDER BY v.number DESC LIMIT 200`)

/** A version; `lock` holds it until the transaction ends. */
export async function findSet(
  db: Db,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredSet | undefined> {
  return (await findWhere(db, sql`v.id = ${id}`, lock ? sql`FOR UPDATE OF v` : sql``))[0]
}

/** The version in force and the one that is being prepared; `lock` holds both. */
export async function findCurrent(
  db: Db,
  scope: AssignmentScope,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<{ readonly active: StoredSet | null; readonly draft: StoredSet | null }> {
  const found = await findWhere(
    db,
    sql`v.scope = ${scope} AND v.state IN ('ACTIVE', 'DRAFT', 'ON_APPROVAL')`,
    lock ? sql`ORDER BY v.id FOR UPDATE OF v` : sql``,
  )
  return {
    active: found.find(({ state }) => state === 'ACTIVE') ?? null,
    draft: found.find(({ state }) => state !== 'ACTIVE') ?? null,
  }
}

/** Of versions that are prepared or in force, those that hold the rule. */
export const findSetsWith = (db: Db, ruleId: number): Promise<StoredSet[]> =>
  findWhere(
    db,
    sql`v.state IN ('ACTIVE', 'DRAFT', 'ON_APPROVAL')
      AND v.content @> jsonb_build_object('rules', jsonb_build_array(jsonb_build_object('id', ${ruleId}::int)))`,
  )

export async function insertSet(
  db: Db,
  made: {
    readonly scope: string
    readonly content: AssignmentContent
    readonly authorId: number
    readonly at: Date
  },
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO assignment_set (scope, number, content, author_id, contributors, created_at, saved_at)
    SELECT ${made.scope}::text, coalesce(max(number), 0) + 1, ${JSON.stringify(made.content)}::text::jsonb,
      ${made.authorId}::int, ARRAY[]::int[], ${made.at}::timestamptz, ${made.at}::timestamptz
    FROM assignment_set WHERE scope = ${made.scope} ON CONFLICT DO NOTHING RETURNING id`.execute(db)
  await publish(db, topics.assignmentRules)
  return rows[0]?.id
}

/** The last try says nothing of what is written after it. */
export async function writeContent(
  db: Db,
  id: number,
  { content, by, at }: { readonly content: AssignmentContent; readonly by: number; readonly at: Date },
): Promise<void> {
  await sql`UPDATE assignment_set SET content = ${JSON.stringify(content)}::text::jsonb, saved_at = ${at},
    contributors = ARRAY(SELECT DISTINCT unnest(contributors || ${by}::int) ORDER BY 1), version = version + 1
    WHERE id = ${id}`.execute(db)
  await publish(db, topics.assignmentRules)
}

export async function writeTest(
  db: Db,
  id: number,
  { summary, at }: { readonly summary: TestSummary; readonly at: Date },
): Promise<void> {
  await sql`UPDATE assignment_set SET test = ${JSON.stringify(summary)}::text::jsonb, tested_at = ${at}
    WHERE id = ${id}`.execute(db)
  await publish(db, topics.assignmentRules)
}

export async function writeState(
  db: Db,
  id: number,
  to: {
    readonly state: AssignmentState
    readonly at: Date
    readonly approverId: number | null
    readonly comment: string | null
    readonly beforeId: number | null
  },
): Promise<void> {
  const { state, at } = to
  await sql`UPDATE assignment_set SET state = ${state}, version = version + 1,
    approver_id = coalesce(${to.approverId}::int, approver_id), comment = coalesce(${to.comment}::text, comment),
    before_id = coalesce(${to.beforeId}::int, before_id),
    since = CASE WHEN ${state}::text = 'ACTIVE' THEN ${at}::timestamptz ELSE since END,
    until = CASE WHEN ${state}::text IN ('REPLACED', 'ROLLED_BACK') THEN ${at}::timestamptz
      WHEN ${state}::text = 'ACTIVE' THEN NULL ELSE until END
    WHERE id = ${id}`.execute(db)
  await publish(db, topics.assignmentRules)
}

/** Cases that each rule has got since a moment. */
export async function findHits(
  db: Db,
  ruleIds: readonly number[],
  since: Date,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; hits: number }>`
    SELECT rule_id AS id, count(*)::int AS hits FROM case_assignment
    WHERE rule_id = ANY(${ruleIds}::int[]) AND at > ${since} GROUP BY rule_id`.execute(db)
  return new Map(rows.map(({ id, hits }) => [id, hits]))
}
