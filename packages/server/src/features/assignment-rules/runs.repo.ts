import type { AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type {
  reassignedKinds,
  ReassignmentItem,
  runStates,
} from '@ipoteka-office/contract/assignment-rules/assignment-trials.ts'
import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export interface StoredRun {
  readonly id: number
  readonly scope: AssignmentScope
  readonly which: keyof typeof reassignedKinds
  readonly state: keyof typeof runStates
  readonly author: PersonRef
  readonly createdAt: string
  readonly finishedAt: string | null
  readonly setNumber: number | null
  readonly looked: number
  readonly moving: number
  readonly done: number
  readonly failed: number
}

/** One case that would move. */
export interface PlannedItem {
  readonly caseId: number
  readonly fromId: number | null
  readonly fromGroup: number | null
  readonly toId: number | null
  readonly workgroupId: number | null
  readonly ruleName: string | null
}

export async function insertRun(
  db: Db,
  run: {
    readonly scope: string
    readonly which: string
    readonly setId: number | null
    readonly authorId: number
  } & {
    readonly at: Date
    readonly looked: number
  },
  items: readonly PlannedItem[],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO assignment_run (scope, which, set_id, author_id, created_at, looked)
    VALUES (${run.scope}, ${run.which}, ${run.setId}, ${run.authorId}, ${run.at}, ${run.looked}) RETURNING id`.execute(
    db,
  )
  const id = rows[0]?.id ?? 0
  const of = <T>(value: (item: PlannedItem) => T) => items.map(value)
  await sql`INSERT INTO assignment_run_item (run_id, case_id, from_id, from_group, to_id, workgroup_id, rule_name)
    SELECT ${id}, * FROM unnest(${of((i) => i.caseId)}::int[], ${of((i) => i.fromId)}::int[],
      ${of((i) => i.fromGroup)}::int[], ${of((i) => i.toId)}::int[], ${of((i) => i.workgroupId)}::int[],
      ${of((i) => i.ruleName)}::text[])`.execute(db)
  return id
}

export async function findRun(db: Db, id: number): Promise<StoredRun | undefined> {
  const { rows } = await sql<StoredRun>`
    SELECT r.id, r.scope, r.which, r.state, json_build_object('id', e.id, 'fullName', e.full_name) AS author,
      r.created_at AS "createdAt", r.finished_at AS "finishedAt", v.number AS "setNumber", r.looked,
      i.moving, i.done, i.failed
    FROM assignment_run r JOIN employee e ON e.id = r.author_id LEFT JOIN assignment_set v ON v.id = r.set_id
    CROSS JOIN LATERAL (SELECT count(*)::int AS moving, count(*) FILTER (WHERE done)::int AS done,
      count(*) FILTER (WHERE NOT done)::int AS failed FROM assignment_run_item WHERE run_id = r.id) i
    WHERE r.id = ${id}`.execute(db)
  return rows[0]
}

/** The run held until the transaction ends, in one of the states. */
export async function lockRun(
  db: Db,
  id: number,
): Promise<{ state: StoredRun['state']; authorId: number } | undefined> {
  const { rows } = await sql<{ state: StoredRun['state']; authorId: number }>`
    SELECT state, author_id AS "authorId" FROM assignment_run WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0]
}

export async function writeRunState(db: Db, id: number, state: StoredRun['state'], finishedAt: Date | null) {
  await sql`UPDATE assignment_run SET state = ${state}, finished_at = ${finishedAt} WHERE id = ${id}`.execute(
    db,
  )
}

/** The next cases that have no answer yet. */
export async function takeWaiting(db: Db, id: number, most: number): Promise<PlannedItem[]> {
  const { rows } = await sql<PlannedItem>`
    SELECT case_id AS "caseId", from_id AS "fromId", from_group AS "fromGroup", to_id AS "toId",
      workgroup_id AS "workgroupId", rule_name AS "ruleName"
    FROM assignment_run_item WHERE run_id = ${id} AND done IS NULL ORDER BY case_id LIMIT ${most}`.execute(db)
  return rows
}

export async function answerItem(
  db: Db,
  runId: number,
  answer: {
    readonly caseId: number
    readonly done: boolean
    readonly answer: string | null
    readonly toId: number | null
    readonly workgroupId: number | null
  },
): Promise<void> {
  await sql`UPDATE assignment_run_item SET done = ${answer.done}, answer = ${answer.answer},
    to_id = CASE WHEN ${answer.done} THEN ${answer.toId}::int ELSE to_id END,
    workgroup_id = CASE WHEN ${answer.done} THEN ${answer.workgroupId}::int ELSE workgroup_id END
    WHERE run_id = ${runId} AND case_id = ${answer.caseId}`.execute(db)
}

const name = (person: string, group: string) => sql`coalesce(${sql.ref(`${person}.full_name`)},
  CASE WHEN ${sql.ref(`${group}.id`)} IS NOT NULL THEN 'Очередь «' || ${sql.ref(`${group}.name`)} || '»' END)`
const joined = sql`assignment_run_item i JOIN case_file f ON f.id = i.case_id LEFT JOIN employee a ON a.id = i.from_id
  LEFT JOIN workgroup ag ON ag.id = i.from_group LEFT JOIN employee b ON b.id = i.to_id
  LEFT JOIN workgroup bg ON bg.id = i.workgroup_id`

/** Cases of a run: those that did not move first. */
export async function findItems(
  db: Db,
  id: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ReassignmentItem[]> {
  const { rows } = await sql<ReassignmentItem>`
    SELECT i.case_id AS "caseId", f.number, f.client_name AS "clientName", ${name('a', 'ag')} AS "from",
      ${name('b', 'bg')} AS "to", i.rule_name AS rule, i.done, i.answer
    FROM ${joined} WHERE i.run_id = ${id} ORDER BY i.done NULLS LAST, i.case_id LIMIT ${limit} OFFSET ${offset}`.execute(
    db,
  )
  return rows
}

/** How many cases of a run each person or queue has, and will have. */
export async function findRunPeople(
  db: Db,
  id: number,
): Promise<{ name: string; now: number; after: number }[]> {
  const { rows } = await sql<{ name: string; now: number; after: number }>`
    SELECT s.name, sum(s.now)::int AS now, sum(s.after)::int AS after FROM (
      SELECT coalesce(${name('a', 'ag')}, 'Без ответственного') AS name, 1 AS now, 0 AS after FROM ${joined} WHERE i.run_id = ${id}
      UNION ALL
      SELECT coalesce(${name('b', 'bg')}, 'Без ответственного'), 0, 1 FROM ${joined} WHERE i.run_id = ${id}) s
    GROUP BY s.name ORDER BY after DESC, now DESC, s.name LIMIT 100`.execute(db)
  return rows
}
