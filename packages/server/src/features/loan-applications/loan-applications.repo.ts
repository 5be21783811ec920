import type { BureauAnswer } from '#integrations/self-ban/self-ban-client.ts'
import type { SelfBanCheck } from '@ipoteka-office/contract/loan-applications/loan-applications.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What was fixed at signing. */
export interface Signing {
  readonly signedAt: string
  readonly releaseAt: string
  readonly hours: number
  readonly exemption: string | null
  readonly reason: string
}

export async function findSigning(db: Db, caseId: number): Promise<Signing | undefined> {
  const { rows } = await sql<Signing>`
    SELECT signed_at AS "signedAt", release_at AS "releaseAt", cooling_hours AS hours, exemption, reason
    FROM loan_application WHERE id = ${caseId} AND signed_at IS NOT NULL`.execute(db)
  return rows[0]
}

/** The moment of release is the database's own sum, so that the two can never differ. */
export async function writeSigning(
  db: Db,
  caseId: number,
  {
    signedAt,
    hours,
    exemption,
    reason,
  }: { signedAt: Date; hours: number; exemption: string | null; reason: string },
): Promise<void> {
  await sql`
    INSERT INTO loan_application (id, signed_at, cooling_hours, exemption, reason, release_at)
    VALUES (${caseId}, ${signedAt}, ${hours}, ${exemption}, ${reason}, ${signedAt}::timestamptz + make_interval(hours => ${hours}::int))
    ON CONFLICT (id) DO UPDATE SET signed_at = excluded.signed_at, cooling_hours = excluded.cooling_hours,
      exemption = excluded.exemption, reason = excluded.reason, release_at = excluded.release_at,
      version = loan_application.version + 1`.execute(db)
}

const bureauNames = sql`coalesce((SELECT json_agg(json_build_object('name', b ->> 'name', 'answer',
  CASE b ->> 'answer' WHEN 'BAN' THEN 'запрет с ' || to_char((b ->> 'since')::date, 'DD.MM.YYYY') ELSE 'запрета нет' END))
  FROM jsonb_array_elements(c.bureaus) b), '[]')`

/** The latest question about each participant. */
export async function findLatestChecks(db: Db, caseId: number): Promise<SelfBanCheck[]> {
  const { rows } = await sql<SelfBanCheck>`
    SELECT DISTINCT ON (c.participant_id) c.id, c.participant_id AS "participantId", p.name AS "participantName", c.state,
      c.requested_at AS "requestedAt", coalesce(e.full_name, 'Система') AS "requestedBy", c.answered_at AS "answeredAt",
      c.valid_until AS "validUntil", c.attempts, ${bureauNames} AS bureaus, c.stand_in AS "standIn"
    FROM self_ban_check c JOIN case_participant p ON p.id = c.participant_id
    LEFT JOIN employee e ON e.id = c.requested_by
    WHERE c.case_id = ${caseId} AND p.removed_at IS NULL ORDER BY c.participant_id, c.id DESC`.execute(db)
  return rows
}

/** Null when one is already being asked. */
export async function insertCheck(
  db: Db,
  {
    caseId,
    participantId,
    actorId,
    at,
  }: { caseId: number; participantId: number; actorId: number | null; at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO self_ban_check (case_id, participant_id, requested_at, requested_by)
    VALUES (${caseId}, ${participantId}, ${at}, ${actorId})
    ON CONFLICT (participant_id) WHERE state = 'PENDING' DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** A question that waits for its answer. */
export interface PendingCheck {
  readonly caseId: number
  readonly participantId: number
  readonly attempts: number
}

/** Counts the attempt; undefined when the question is answered already. */
export async function beginAttempt(db: Db, id: number): Promise<PendingCheck | undefined> {
  const { rows } = await sql<PendingCheck>`
    UPDATE self_ban_check SET attempts = attempts + 1 WHERE id = ${id} AND state = 'PENDING'
    RETURNING case_id AS "caseId", participant_id AS "participantId", attempts`.execute(db)
  return rows[0]
}

/** Writes the answer once; false when another attempt was faster. */
export async function writeAnswer(
  db: Db,
  id: number,
  answer: {
    state: 'CLEAR' | 'BANNED' | 'FAILED'
    at: Date
    validUntil: Date | null
    bureaus: readonly BureauAnswer[]
    standIn: boolean
  },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    UPDATE self_ban_check SET state = ${answer.state}, answered_at = ${answer.at}, valid_until = ${answer.validUntil},
      bureaus = ${JSON.stringify(answer.bureaus)}::jsonb, stand_in = ${answer.standIn}
    WHERE id = ${id} AND state = 'PENDING'`.execute(db)
  return numAffectedRows === 1n
}

/** The stage of the case, held until the transaction ends. */
export async function lockStage(db: Db, caseId: number): Promise<string | undefined> {
  const { rows } = await sql<{ stage: string }>`
    SELECT stage FROM case_file WHERE id = ${caseId} FOR NO KEY UPDATE`.execute(db)
  return rows[0]?.stage
}
