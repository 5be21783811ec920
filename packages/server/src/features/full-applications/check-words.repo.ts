import type { CheckVerdictCode } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { OfAnswer } from './check-words.rules.ts'

interface Said extends OfAnswer {
  readonly id: number
  readonly by: { id: number; fullName: string }
  readonly at: string
}
export interface VerdictRow extends Said {
  readonly verdict: CheckVerdictCode
  readonly comment: string
}
export interface RiskRow extends Said {
  readonly reason: string
  /** Null: the risk was taken back. */
  readonly validTo: string | null
}

const person = sql`json_build_object('id', e.id, 'fullName', e.full_name)`

/** What was said of the checks of a case, the latest first. */
export async function findVerdicts(db: Db, caseId: number): Promise<VerdictRow[]> {
  const { rows } = await sql<VerdictRow>`
    SELECT v.id, v.check_id AS "checkId", v.state, v.text, v.verdict, v.comment, ${person} AS by, v.said_at AS at
    FROM auto_check_verdict v JOIN employee e ON e.id = v.said_by WHERE v.case_id = ${caseId} ORDER BY v.id DESC`.execute(
    db,
  )
  return rows
}

/** Who took the risk of what in a case, the latest first. */
export async function findRisks(db: Db, caseId: number): Promise<RiskRow[]> {
  const { rows } = await sql<RiskRow>`
    SELECT r.id, r.check_id AS "checkId", r.state, r.text, r.reason, r.valid_to::text AS "validTo", ${person} AS by,
      r.taken_at AS at
    FROM accepted_risk r JOIN employee e ON e.id = r.taken_by WHERE r.case_id = ${caseId} ORDER BY r.id DESC`.execute(
    db,
  )
  return rows
}

interface Saying {
  readonly caseId: number
  readonly check: { readonly id: number; readonly state: string; readonly text: string }
  readonly by: number
  readonly at: Date
}

/** What is said changes the version of the check: whoever speaks second reads it first. */
const touch = (db: Db, checkId: number) =>
  sql`UPDATE auto_check SET requested_by = requested_by WHERE id = ${checkId}`.execute(db)

export async function insertVerdict(
  db: Db,
  { caseId, check, by, at }: Saying,
  { verdict, comment }: Pick<VerdictRow, 'verdict' | 'comment'>,
): Promise<void> {
  await sql`
    INSERT INTO auto_check_verdict (check_id, case_id, state, text, verdict, comment, said_by, said_at)
    VALUES (${check.id}, ${caseId}, ${check.state}, ${check.text}, ${verdict}, ${comment}, ${by}, ${at})`.execute(
    db,
  )
  await touch(db, check.id)
}

export async function insertRisk(
  db: Db,
  { caseId, check, by, at }: Saying,
  { reason, validTo }: Pick<RiskRow, 'reason' | 'validTo'>,
): Promise<void> {
  await sql`
    INSERT INTO accepted_risk (check_id, case_id, state, text, reason, valid_to, taken_by, taken_at)
    VALUES (${check.id}, ${caseId}, ${check.state}, ${check.text}, ${reason}, ${validTo}, ${by}, ${at})`.execute(
    db,
  )
  await touch(db, check.id)
}

/** A run as it was kept. */
export interface RunRow {
  readonly id: number
  readonly at: string
  readonly by: { id: number; fullName: string } | null
  readonly stage: string
  readonly attempt: number
  readonly durationMs: number
  readonly state: 'OK' | 'WARN' | 'FAIL' | 'ERROR'
  readonly text: string
  readonly standIn: boolean
  readonly request: object
  readonly response: object | null
}

/** The last runs of a check, the latest first. */
export async function findRuns(db: Db, checkId: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT r.id, r.at, CASE WHEN e.id IS NOT NULL THEN ${person} END AS by, r.stage, r.attempt,
      r.duration_ms AS "durationMs", r.state, r.text, r.stand_in AS "standIn", r.request, r.response
    FROM auto_check_run r LEFT JOIN employee e ON e.id = r.requested_by
    WHERE r.check_id = ${checkId} ORDER BY r.id DESC LIMIT 100`.execute(db)
  return rows
}
