import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  BureauNotice,
  NoticeEvent,
} from '@ipoteka-office/contract/underwriting/bureaus/bureau-notices.ts'
import type { CreditBureau } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A notice that is to be sent. */
export interface NewNotice {
  readonly caseId: number
  readonly decisionId: number
  readonly participantId: number
  readonly bureau: CreditBureau
  readonly event: NoticeEvent
  readonly consentOn: string | null
  readonly at: Date
}

/** Writes the notice; undefined: it stands already. */
export async function insertNotice(db: Db, n: NewNotice): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO bureau_notice (case_id, decision_id, participant_id, bureau, event, consent_on, queued_at)
    VALUES (${n.caseId}, ${n.decisionId}, ${n.participantId}, ${n.bureau}, ${n.event}, ${n.consentOn}, ${n.at})
    ON CONFLICT DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id
}

/** Notices of a case, the latest decision first. */
export async function findNotices(db: Db, caseId: number): Promise<BureauNotice[]> {
  const { rows } = await sql<BureauNotice>`
    SELECT n.id, n.decision_id AS "decisionId", n.participant_id AS "participantId", p.name AS "participantName", n.bureau,
      n.event, n.consent_on AS "consentOn", n.state, n.queued_at AS "queuedAt", n.ended_at AS "endedAt", n.receipt, n.error,
      n.stand_in AS "standIn"
    FROM bureau_notice n JOIN case_participant p ON p.id = n.participant_id
    WHERE n.case_id = ${caseId} ORDER BY n.decision_id DESC, n.id LIMIT 500`.execute(db)
  return rows
}

/** A notice that waits, with the decision that it tells of. */
export interface OpenNotice {
  readonly id: number
  readonly caseId: number
  readonly type: CaseType
  readonly number: string
  readonly participantId: number
  readonly bureau: CreditBureau
  readonly event: NoticeEvent
  readonly consentOn: string | null
  readonly attempts: number
  /** The day of the decision. */
  readonly decidedOn: string
  readonly amount: string | null
  readonly reasons: string[]
}

/** Counts one more attempt; undefined where it is sent, or given up, already. */
export async function beginNotice(db: Db, id: number, zone: string): Promise<OpenNotice | undefined> {
  const { rows } = await sql<OpenNotice>`
    UPDATE bureau_notice n SET attempts = n.attempts + 1 FROM case_decision d, case_file f
    WHERE n.id = ${id} AND n.state = 'WAITING' AND d.id = n.decision_id AND f.id = n.case_id
    RETURNING n.id, n.case_id AS "caseId", f.type, f.number, n.participant_id AS "participantId", n.bureau, n.event,
      n.consent_on AS "consentOn", n.attempts, (d.at AT TIME ZONE ${zone})::date::text AS "decidedOn", d.amount::text, d.reasons`.execute(
    db,
  )
  return rows[0]
}

/** How a notice has ended. */
export type NoticeEnd = {
  readonly at: Date
  readonly standIn: boolean
} & ({ readonly receipt: string; readonly error: null } | { readonly receipt: null; readonly error: string })

/** Writes the end once: a late answer changes nothing. */
export async function endNotice(
  db: Db,
  id: number,
  { at, standIn, receipt, error }: NoticeEnd,
): Promise<void> {
  await sql`UPDATE bureau_notice SET state = ${receipt === null ? 'FAILED' : 'SENT'}, ended_at = ${at}, receipt = ${receipt},
    error = ${error}, stand_in = ${standIn} WHERE id = ${id} AND state = 'WAITING'`.execute(db)
}

/** Puts a failed one back; false where it is not one, or not of the case. */
export async function reopenNotice(db: Db, caseId: number, id: number): Promise<boolean> {
  const { rows } = await sql`UPDATE bureau_notice SET state = 'WAITING', ended_at = NULL, error = NULL
    WHERE id = ${id} AND case_id = ${caseId} AND state = 'FAILED' RETURNING id`.execute(db)
  return rows.length > 0
}
