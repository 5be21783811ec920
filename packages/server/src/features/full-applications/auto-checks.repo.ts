import { type CaseType, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A check as it is stored. */
export interface CheckRow {
  readonly id: number
  readonly code: string
  readonly participantId: number | null
  readonly participantName: string | null
  readonly state: 'WAITING' | 'OK' | 'WARN' | 'FAIL' | 'ERROR'
  readonly text: string
  readonly requestedAt: string
  readonly answeredAt: string | null
  readonly validUntil: string | null
  readonly attempts: number
  /** Invented by the stand-in. */
  readonly standIn: boolean
}

export async function findChecks(db: Db, caseId: number): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    SELECT c.id, c.code, c.participant_id AS "participantId", p.name AS "participantName", c.state, c.text,
      c.requested_at AS "requestedAt", c.answered_at AS "answeredAt", c.valid_until AS "validUntil", c.attempts, c.stand_in AS "standIn"
    FROM auto_check c LEFT JOIN case_participant p ON p.id = c.participant_id
    WHERE c.case_id = ${caseId} AND p.removed_at IS NULL ORDER BY c.id`.execute(db)
  return rows
}

/** Where a case stands, as far as its checks ask. */
export interface CheckedCase {
  readonly type: CaseType
  readonly stage: string
  readonly amount: string | null
}

const readPlace = async (db: Db, caseId: number, lock: RawBuilder<unknown>): Promise<CheckedCase> => {
  const { rows } = await sql<CheckedCase>`
    SELECT f.type, f.stage, f.amount FROM case_file f WHERE f.id = ${caseId} ${lock}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`No case ${caseId}`)
  return row
}
export const findPlace = (db: Db, caseId: number): Promise<CheckedCase> => readPlace(db, caseId, sql``)
/** The same, held until the transaction ends. */
export const holdPlace = (db: Db, caseId: number): Promise<CheckedCase> =>
  readPlace(db, caseId, sql`FOR NO KEY UPDATE OF f`)

/** Asks for what has never been asked; answers how many. */
export async function requestMissing(
  db: Db,
  caseId: number,
  asked: readonly { readonly code: string; readonly participantId: number | null }[],
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO auto_check (case_id, code, participant_id, requested_at)
    SELECT ${caseId}, a.code, a.participant_id, ${now}::timestamptz
    FROM unnest(${asked.map(({ code }) => code)}::text[], ${asked.map(({ participantId }) => participantId)}::int[])
      AS a(code, participant_id)
    ON CONFLICT (case_id, code, participant_id) DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Asks for checks anew: what is still in force stays as it was answered. */
export async function requestRows(
  db: Db,
  caseId: number,
  asked: readonly { readonly code: string; readonly participantId: number | null }[],
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO auto_check AS c (case_id, code, participant_id, requested_at)
    SELECT ${caseId}, a.code, a.participant_id, ${now}::timestamptz
    FROM unnest(${asked.map(({ code }) => code)}::text[], ${asked.map(({ participantId }) => participantId)}::int[])
      AS a(code, participant_id)
    ON CONFLICT (case_id, code, participant_id) DO UPDATE SET state = 'WAITING', text = '', attempts = 0,
      requested_at = EXCLUDED.requested_at, answered_at = NULL, valid_until = NULL, stand_in = false
    WHERE c.valid_until IS NULL OR c.valid_until <= ${now}::timestamptz OR c.state <> 'OK'`.execute(db)
}

/** Asks again what failed or has expired; answers how many. */
export async function restartRows(db: Db, caseId: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE auto_check SET state = 'WAITING', text = '', attempts = 0, requested_at = ${now}::timestamptz,
      answered_at = NULL, valid_until = NULL, stand_in = false
    WHERE case_id = ${caseId} AND (state = 'ERROR' OR valid_until <= ${now}::timestamptz)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** What came back for one check. */
export interface CheckWrite {
  readonly id: number
  readonly state: 'OK' | 'WARN' | 'FAIL' | 'ERROR'
  readonly text: string
  readonly at: Date
  readonly validUntil: Date | null
  readonly standIn: boolean
}

/** Writes an answer; one that is there already stays, whoever comes second. */
export async function writeAnswer(db: Db, w: CheckWrite): Promise<void> {
  await sql`
    UPDATE auto_check SET state = ${w.state}, text = ${w.text}, answered_at = ${w.at}, valid_until = ${w.validUntil},
      stand_in = ${w.standIn}, attempts = attempts + 1 WHERE id = ${w.id} AND state IN ('WAITING', 'ERROR')`.execute(
    db,
  )
}

/** Types of cases whose people are asked about. */
const questioned = caseTypesWith(({ questions }) => questions !== undefined)

/** Other applications of the same human being in the last days, of whichever partner: the bank asks. */
export async function countDuplicates(
  db: Db,
  caseId: number,
  participantId: number,
  days: number,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT f.id)::int AS count FROM case_participant me
    JOIN LATERAL same_people(me.person_id) alike (id) ON true
    JOIN case_participant other ON other.person_id = alike.id AND other.removed_at IS NULL
    JOIN case_file f ON f.id = other.case_id AND f.type = ANY(${questioned}::text[])
    WHERE me.id = ${participantId} AND f.id <> ${caseId} AND f.created_at >= now() - make_interval(days => ${days}::int)`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
