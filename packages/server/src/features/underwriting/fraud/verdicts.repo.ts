import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { FraudSignal } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import type {
  FraudBand,
  FraudMeasure,
  FraudSignalCode,
  FraudVerdictCode,
} from '@ipoteka-office/contract/underwriting/fraud/fraud-signals.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A computation as it is kept. */
export interface RunRow {
  readonly id: number
  readonly at: string
  readonly cause: string
  readonly by: { id: number; fullName: string } | null
  readonly score: number
  readonly band: FraudBand
  readonly print: string
  readonly signals: FraudSignal[]
}

/** The latest computations of a case. */
export async function findRuns(db: Db, caseId: number, most: number): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    SELECT r.id, r.at, r.cause, r.score, r.band, r.print, r.signals,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS by
    FROM fraud_run r LEFT JOIN employee e ON e.id = r.asked_by
    WHERE r.case_id = ${caseId} ORDER BY r.id DESC LIMIT ${most}`.execute(db)
  return rows
}

/** Keeps a computation unless the last one says the same; answers the id of the one that stands now. */
export async function keepRun(
  db: Db,
  run: Pick<RunRow, 'cause' | 'score' | 'band' | 'print' | 'signals'> & {
    readonly caseId: number
    readonly at: Date
    readonly askedBy: number | null
  },
): Promise<number> {
  // Two readers at once keep one computation.
  await sql`SELECT pg_advisory_xact_lock(hashtext('fraud_run'), ${run.caseId}::int)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    WITH last AS (SELECT id, print FROM fraud_run WHERE case_id = ${run.caseId} ORDER BY id DESC LIMIT 1),
    kept AS (
      INSERT INTO fraud_run (case_id, at, cause, asked_by, score, band, print, signals)
      SELECT ${run.caseId}::int, ${run.at}::timestamptz, ${run.cause}::text, ${run.askedBy}::int, ${run.score}::int,
        ${run.band}::text, ${run.print}::text, ${JSON.stringify(run.signals)}::text::jsonb
      WHERE NOT EXISTS (SELECT FROM last WHERE print = ${run.print}) RETURNING id)
    SELECT id FROM kept UNION ALL SELECT id FROM last WHERE NOT EXISTS (SELECT FROM kept)`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The computation was not kept')
  return row.id
}

/** A verdict as it is kept. */
export interface VerdictRow {
  readonly id: number
  readonly verdict: FraudVerdictCode
  readonly measures: FraudMeasure[]
  readonly words: string
  readonly signals: FraudSignalCode[]
  readonly score: number
  readonly saidBy: { id: number; fullName: string }
  readonly saidAt: string
}

/** Verdicts of a case, the latest first. */
export async function findVerdicts(db: Db, caseId: number): Promise<VerdictRow[]> {
  const { rows } = await sql<VerdictRow>`
    SELECT v.id, v.verdict, v.measures, v.words, v.signals, r.score, v.said_at AS "saidAt",
      json_build_object('id', e.id, 'fullName', e.full_name) AS "saidBy"
    FROM fraud_verdict v JOIN fraud_run r ON r.id = v.run_id JOIN employee e ON e.id = v.said_by
    WHERE v.case_id = ${caseId} ORDER BY v.id DESC LIMIT 100`.execute(db)
  return rows
}

export async function insertVerdict(
  db: Db,
  v: Omit<VerdictRow, 'id' | 'score' | 'saidBy' | 'saidAt'> & {
    readonly caseId: number
    readonly runId: number
    readonly saidBy: number
    readonly at: Date
    readonly replaces: number | null
  },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO fraud_verdict (case_id, run_id, verdict, measures, words, signals, said_by, said_at, replaces)
    VALUES (${v.caseId}, ${v.runId}, ${v.verdict}, ${[...v.measures]}::text[], ${v.words}, ${[...v.signals]}::text[],
      ${v.saidBy}, ${v.at}, ${v.replaces}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The verdict was not written')
  return row.id
}

/** The last verdict that was given since the case came to its present stage. */
export async function findFreshVerdict(db: Db, caseId: number): Promise<FraudVerdictCode | null> {
  const { rows } = await sql<{ verdict: FraudVerdictCode }>`
    SELECT v.verdict FROM fraud_verdict v JOIN case_stage s ON s.case_id = v.case_id AND s.left_at IS NULL
    WHERE v.case_id = ${caseId} AND v.said_at >= s.entered_at ORDER BY v.id DESC LIMIT 1`.execute(db)
  return rows[0]?.verdict ?? null
}

/** A case that evidence or the graph names. */
export interface NamedCase {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly stage: string
  readonly partner: string
  readonly clientName: string
  readonly createdAt: string
}

export async function findNamedCases(db: Db, ids: readonly number[]): Promise<NamedCase[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<NamedCase>`
    SELECT f.id, f.type, f.number, f.stage, p.short_name AS partner, f.client_name AS "clientName", f.created_at AS "createdAt"
    FROM case_file f JOIN partner p ON p.id = f.partner_id WHERE f.id = ANY(${[...ids]}::int[]) ORDER BY f.id DESC`.execute(
    db,
  )
  return rows
}
