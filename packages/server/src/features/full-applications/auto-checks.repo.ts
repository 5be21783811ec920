import { type CaseType, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { CheckedObject } from './object-checks.rules.ts'

/** A check as it is stored. */
export interface CheckRow {
  readonly id: number
  readonly code: string
  readonly participantId: number | null
  readonly participantName: string | null
  readonly realtyId: number | null
  readonly realtyName: string | null
  readonly state: 'WAITING' | 'OK' | 'WARN' | 'FAIL' | 'ERROR' | 'HELD'
  readonly text: string
  readonly requestedAt: string
  readonly answeredAt: string | null
  readonly validUntil: string | null
  readonly attempts: number
  /** Invented by the stand-in. */
  readonly standIn: boolean
  readonly requestedBy: number | null
  readonly version: number
}

export async function findChecks(db: Db, caseId: number): Promise<CheckRow[]> {
  const { rows } = await sql<CheckRow>`
    SELECT c.id, c.code, c.participant_id AS "participantId", p.name AS "participantName", c.state, c.text,
      c.requested_at AS "requestedAt", c.answered_at AS "answeredAt", c.valid_until AS "validUntil", c.attempts, c.stand_in AS "standIn",
      c.requested_by AS "requestedBy", c.version, c.realty_id AS "realtyId", coalesce(t.name, o.type_code) AS "realtyName"
    FROM auto_check c LEFT JOIN case_participant p ON p.id = c.participant_id
    LEFT JOIN realty_object o ON o.id = c.realty_id
    LEFT JOIN reference_item t ON t.dictionary = 'mortgageObjectType' AND t.code = o.type_code
    WHERE c.case_id = ${caseId} AND p.removed_at IS NULL AND o.removed_at IS NULL ORDER BY c.id`.execute(db)
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

type Asked = readonly Pick<CheckRow, 'participantId' | 'realtyId' | 'code'>[]
const rowsOf = (asked: Asked) => sql`unnest(${asked.map(({ code }) => code)}::text[],
  ${asked.map(({ participantId }) => participantId)}::int[], ${asked.map(({ realtyId }) => realtyId)}::int[])
  AS a(code, participant_id, realty_id)`
/** Who asks, null for the system, and when. */
export interface Asking {
  readonly by: number | null
  readonly at: Date
}
const begun = ({
  by,
  at,
}: Asking) => sql`state = 'WAITING', text = '', attempts = 0, requested_at = ${at}::timestamptz,
  requested_by = ${by}, answered_at = NULL, valid_until = NULL, stand_in = false`

/** Asks for what has never been asked; answers how many. */
export async function requestMissing(
  db: Db,
  caseId: number,
  asked: Asked,
  { by, at }: Asking,
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO auto_check (case_id, code, participant_id, realty_id, requested_at, requested_by)
    SELECT ${caseId}, a.code, a.participant_id, a.realty_id, ${at}::timestamptz, ${by}::int FROM ${rowsOf(asked)}
    ON CONFLICT (case_id, code, participant_id, realty_id) DO NOTHING`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Asks for checks anew: what is still in force stays as it was answered. */
export async function requestRows(db: Db, caseId: number, asked: Asked, asking: Asking): Promise<void> {
  await sql`
    INSERT INTO auto_check AS c (case_id, code, participant_id, realty_id, requested_at, requested_by)
    SELECT ${caseId}, a.code, a.participant_id, a.realty_id, ${asking.at}::timestamptz, ${asking.by}::int
    FROM ${rowsOf(asked)}
    ON CONFLICT (case_id, code, participant_id, realty_id) DO UPDATE SET ${begun(asking)}
    WHERE c.valid_until IS NULL OR c.valid_until <= ${asking.at}::timestamptz OR c.state <> 'OK'`.execute(db)
}

/** Asks again what failed or has expired; answers how many. */
export async function restartRows(db: Db, caseId: number, asking: Asking): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE auto_check SET ${begun(asking)}
    WHERE case_id = ${caseId} AND (state = 'ERROR' OR valid_until <= ${asking.at}::timestamptz)`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Asks one again, whatever it says. */
export async function restartRow(db: Db, checkId: number, asking: Asking): Promise<void> {
  await sql`UPDATE auto_check SET ${begun(asking)} WHERE id = ${checkId}`.execute(db)
}

/** What came back for one check, and of what question. */
export interface CheckWrite {
  readonly id: number
  readonly state: 'OK' | 'WARN' | 'FAIL' | 'ERROR' | 'HELD'
  readonly text: string
  readonly at: Date
  readonly validUntil: Date | null
  readonly standIn: boolean
  readonly request: object
  readonly response: object | null
  readonly durationMs: number
}

/** What a check has said last, and of which case; its row waits already while it is asked again. */
export async function findLastAnswer(
  db: Db,
  checkId: number,
): Promise<{ caseId: number; state: CheckRow['state'] | null } | undefined> {
  const { rows } = await sql<{ caseId: number; state: CheckRow['state'] | null }>`
    SELECT c.case_id AS "caseId", (SELECT r.state FROM auto_check_run r
      WHERE r.check_id = c.id AND r.state <> 'ERROR' ORDER BY r.id DESC LIMIT 1) AS state
    FROM auto_check c WHERE c.id = ${checkId}`.execute(db)
  return rows[0]
}

/** Keeps the run, and its answer where none has come yet: whoever comes second changes nothing. */
export async function writeAnswer(db: Db, w: CheckWrite): Promise<void> {
  await sql`
    WITH run AS (
      INSERT INTO auto_check_run (check_id, case_id, requested_by, stage, attempt, at, duration_ms, state, text, stand_in,
        request, response)
      SELECT c.id, c.case_id, c.requested_by, f.stage, c.attempts + 1, ${w.at}, ${w.durationMs}, ${w.state}, ${w.text},
        ${w.standIn}, ${JSON.stringify(w.request)}::text::jsonb, ${w.response && JSON.stringify(w.response)}::text::jsonb
      FROM auto_check c JOIN case_file f ON f.id = c.case_id WHERE c.id = ${w.id})
    UPDATE auto_check SET state = ${w.state}, text = ${w.text}, answered_at = ${w.at}, valid_until = ${w.validUntil},
      stand_in = ${w.standIn}, attempts = attempts + 1 WHERE id = ${w.id} AND state IN ('WAITING', 'ERROR')`.execute(
    db,
  )
}

/** The objects that a case is secured by, as checks ask of them. */
export async function findCheckedObjects(db: Db, caseId: number): Promise<CheckedObject[]> {
  const { rows } = await sql<CheckedObject>`
    SELECT o.id, coalesce(t.name, o.type_code) AS name, o.number, o.address ->> 'value' AS address, o.price::text AS price,
      o.extract_date::text AS "extractDate", o.encumbrances, o.appraisals, o.owners
    FROM realty_object o LEFT JOIN reference_item t ON t.dictionary = 'mortgageObjectType' AND t.code = o.type_code
    WHERE o.case_id = ${caseId} AND o.removed_at IS NULL ORDER BY o.id`.execute(db)
  return rows
}

/** Names of those who take part here and work for the partner of the case under the same name. */
export async function findNamesakes(db: Db, caseId: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT DISTINCT p.name FROM case_participant p JOIN case_file f ON f.id = p.case_id
    JOIN employee e ON e.partner_id = f.partner_id AND search_form(e.full_name) = search_form(p.name)
    WHERE p.case_id = ${caseId} AND p.removed_at IS NULL AND p.name <> '' ORDER BY p.name`.execute(db)
  return rows.map(({ name }) => name)
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

/** When a service takes the next question: now, or when the oldest of its last questions is a minute old. */
export async function nextTurn(
  db: Db,
  code: string,
  { perMinute, now }: { readonly perMinute: number; readonly now: Date },
): Promise<Date> {
  // The code stands in the statement itself: the index is of this code alone.
  const { rows } = await sql<{ at: Date }>`
    SELECT answered_at AS at FROM auto_check
    WHERE code = ${sql.lit(code)} AND answered_at > ${new Date(now.getTime() - 60_000)}
    ORDER BY answered_at DESC LIMIT 1 OFFSET ${perMinute - 1}`.execute(db)
  const [oldest] = rows
  return oldest === undefined ? now : new Date(new Date(oldest.at).getTime() + 60_000)
}
