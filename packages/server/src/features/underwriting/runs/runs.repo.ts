import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { DisputeOutcome, EngineAnswer } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Person = { id: number; fullName: string }

/** A run as it is stored. */
export interface RunRow {
  readonly id: number
  readonly at: string
  readonly by: Person | null
  readonly reason: string
  readonly stage: string
  readonly state: 'WAITING' | 'ANSWERED' | 'FAILED'
  readonly answeredAt: string | null
  readonly durationMs: number | null
  readonly attempts: number
  readonly error: string | null
  readonly standIn: boolean
  readonly answer: EngineAnswer | null
  readonly request: object | null
  readonly response: object | null
}

const person = (alias: 'e' | 'd') =>
  sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL THEN
    json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)}) END`

/** Runs of an application, the latest first. */
export async function findRuns(db: Db, caseId: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT r.id, r.requested_at AS at, ${person('e')} AS by, r.reason, r.stage, r.state, r.answered_at AS "answeredAt",
      r.duration_ms AS "durationMs", r.attempts, r.error, r.stand_in AS "standIn", r.answer, r.request, r.response
    FROM decision_run r LEFT JOIN employee e ON e.id = r.requested_by
    WHERE r.case_id = ${caseId} ORDER BY r.id DESC LIMIT 100`.execute(db)
  return rows
}

/** Null while another run waits for its answer. */
export async function insertRun(
  db: Db,
  run: { caseId: number; by: number | null; reason: string; stage: string; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO decision_run (case_id, requested_by, reason, stage, requested_at)
    VALUES (${run.caseId}, ${run.by}, ${run.reason}, ${run.stage}, ${run.at})
    ON CONFLICT (case_id) WHERE state = 'WAITING' DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** Counts an attempt; undefined when the run is answered already. */
export async function beginAttempt(
  db: Db,
  id: number,
): Promise<{ caseId: number; type: CaseType; attempts: number } | undefined> {
  const { rows } = await sql<{ caseId: number; type: CaseType; attempts: number }>`
    UPDATE decision_run r SET attempts = attempts + 1 FROM case_file f
    WHERE r.id = ${id} AND r.state = 'WAITING' AND f.id = r.case_id
    RETURNING r.case_id AS "caseId", f.type, r.attempts`.execute(db)
  return rows[0]
}

/** Holds the case of a run, which shows its answer: whoever asks again holds it before the runs too. */
export async function holdCase(db: Db, caseId: number): Promise<void> {
  await sql`SELECT FROM case_file WHERE id = ${caseId} FOR NO KEY UPDATE`.execute(db)
}

/** Writes the end of a run, once. */
export async function endRun(
  db: Db,
  id: number,
  end: {
    at: Date
    durationMs: number
    standIn: boolean
    request: object
    answer: EngineAnswer | null
    error: string | null
  },
): Promise<void> {
  const answer = end.answer === null ? null : JSON.stringify(end.answer)
  await sql`
    UPDATE decision_run SET state = ${answer === null ? 'FAILED' : 'ANSWERED'}, answered_at = ${end.at},
      duration_ms = ${end.durationMs}, stand_in = ${end.standIn}, request = ${JSON.stringify(end.request)}::text::jsonb,
      answer = ${answer}::text::jsonb, response = ${answer}::text::jsonb, error = ${end.error}
    WHERE id = ${id} AND state = 'WAITING'`.execute(db)
}

/** How often people have asked again since a moment. */
export async function countRepeats(db: Db, caseId: number, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM decision_run
    WHERE case_id = ${caseId} AND requested_by IS NOT NULL AND requested_at >= ${since}::timestamptz`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** A dispute as it is stored. */
export interface DisputeRow {
  readonly id: number
  readonly runId: number
  readonly factor: string
  readonly value: string
  readonly comment: string
  readonly documents: { id: number; name: string }[]
  readonly by: Person
  readonly at: string
  readonly taskId: number
  readonly outcome: DisputeOutcome | null
  readonly answer: string | null
  readonly decidedBy: Person | null
  readonly decidedAt: string | null
}

const documentName = sql`coalesce(nullif(d.title, ''), t.name, 'Документ без типа')`

/** Disputes of an application, the latest first. */
export async function findDisputes(db: Db, caseId: number): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    SELECT s.id, s.run_id AS "runId", s.factor, s.value, s.comment, ${person('e')} AS by, s.disputed_at AS at,
      s.task_id AS "taskId", s.outcome, s.answer, s.decided_at AS "decidedAt",
      (SELECT CASE WHEN x.id IS NOT NULL THEN json_build_object('id', x.id, 'fullName', x.full_name) END
        FROM employee x WHERE x.id = s.decided_by) AS "decidedBy",
      coalesce((SELECT json_agg(json_build_object('id', d.id, 'name', ${documentName}) ORDER BY d.id) FROM document d
        LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code
        WHERE d.id = ANY(s.documents)), '[]') AS documents
    FROM stop_dispute s JOIN employee e ON e.id = s.disputed_by
    WHERE s.case_id = ${caseId} ORDER BY s.id DESC`.execute(db)
  return rows
}

/** Documents of an application that a dispute may name. */
export async function findCaseDocuments(
  db: Db,
  caseId: number,
  type: CaseType,
): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT d.id, ${documentName} AS name FROM document d
    LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code
    WHERE d.owner_type = ${caseTypes[type].documents.owner} AND d.owner_id = ${caseId} AND d.deleted_at IS NULL
    ORDER BY d.id LIMIT 300`.execute(db)
  return rows
}

export async function insertDispute(
  db: Db,
  d: {
    caseId: number
    runId: number
    factor: string
    value: string
    comment: string
    documents: readonly number[]
    by: number
    at: Date
    taskId: number
  },
): Promise<void> {
  await sql`
    INSERT INTO stop_dispute (run_id, case_id, factor, value, comment, documents, disputed_by, disputed_at, task_id)
    VALUES (${d.runId}, ${d.caseId}, ${d.factor}, ${d.value}, ${d.comment}, ${[...d.documents]}::int[], ${d.by}, ${d.at},
      ${d.taskId})`.execute(db)
}

export async function endDispute(
  db: Db,
  id: number,
  end: { outcome: DisputeOutcome; answer: string; by: number; at: Date },
): Promise<void> {
  await sql`
    UPDATE stop_dispute SET outcome = ${end.outcome}, answer = ${end.answer}, decided_by = ${end.by}, decided_at = ${end.at}
    WHERE id = ${id} AND outcome IS NULL`.execute(db)
}
