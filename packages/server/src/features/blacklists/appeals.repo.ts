import type { EntryAppeal } from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** An appeal that nobody has decided. */
export interface OpenAppeal {
  readonly id: number
  readonly registeredById: number
}

export async function findOpenAppeal(db: Db, entryId: number): Promise<OpenAppeal | null> {
  const { rows } = await sql<OpenAppeal>`SELECT id, registered_by AS "registeredById" FROM blacklist_appeal
    WHERE entry_id = ${entryId} AND outcome IS NULL`.execute(db)
  return rows[0] ?? null
}

export interface AppealDecision {
  readonly outcome: 'SATISFIED' | 'REJECTED'
  readonly decidedBy: number
  readonly at: Date
  readonly decision: string
}

export async function decideAppeal(
  db: Db,
  entryId: number,
  { outcome, decidedBy, at, decision }: AppealDecision,
): Promise<void> {
  await sql`UPDATE blacklist_appeal SET outcome = ${outcome}, decided_by = ${decidedBy}, decided_at = ${at},
    decision = ${decision} WHERE entry_id = ${entryId} AND outcome IS NULL`.execute(db)
}

/** Appeals against an entry, newest first; `today` tells which are late. */
export async function findAppeals(db: Db, entryId: number, today: string): Promise<EntryAppeal[]> {
  const { rows } = await sql<EntryAppeal>`
    SELECT a.id, a.number, a.received_on::text AS "receivedOn", a.due_on::text AS "dueOn",
      a.outcome IS NULL AND a.due_on < ${today}::date AS overdue, a.outcome,
      json_build_object('applicant', a.applicant, 'claim', a.claim, 'decision', a.decision) AS words,
      json_build_object('id', r.id, 'fullName', r.full_name) AS "registeredBy",
      CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'fullName', d.full_name) END AS "decidedBy",
      a.decided_at AS "decidedAt"
    FROM blacklist_appeal a JOIN employee r ON r.id = a.registered_by LEFT JOIN employee d ON d.id = a.decided_by
    WHERE a.entry_id = ${entryId} ORDER BY a.id DESC LIMIT 100`.execute(db)
  return rows
}

/** An appeal that begins. */
export interface NewAppeal {
  readonly entryId: number
  /** Of the number. */
  readonly year: string
  readonly receivedOn: string
  readonly dueOn: string
  readonly applicant: string
  readonly claim: string
  readonly registeredBy: number
  readonly at: Date
}

/** Writes the appeal down under the next number: «ОБЖ-2026-000012». */
export async function insertAppeal(db: Db, appeal: NewAppeal): Promise<void> {
  await sql`
    INSERT INTO blacklist_appeal (number, entry_id, received_on, due_on, applicant, claim, registered_by, registered_at)
    VALUES ('ОБЖ-' || ${appeal.year}::text || '-' || lpad(nextval('blacklist_appeal_number')::text, 6, '0'),
      ${appeal.entryId}, ${appeal.receivedOn}::date, ${appeal.dueOn}::date, ${appeal.applicant}, ${appeal.claim},
      ${appeal.registeredBy}, ${appeal.at})`.execute(db)
}
