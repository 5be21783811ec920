import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** An agreement whose days pass. */
export interface EndingAgreement {
  readonly id: number
  readonly caseId: number
  readonly caseType: string
  readonly caseNumber: string
  readonly type: string
  readonly insurer: string
  readonly to: string
  readonly responsibleId: number | null
  readonly createdById: number
}

const shape = sql`a.id, f.id AS "caseId", f.type AS "caseType", f.number AS "caseNumber", a.type,
  coalesce(p.short_name, '') AS insurer, a.valid_to::text AS "to", f.responsible_id AS "responsibleId",
  a.created_by AS "createdById"`
const joined = sql`insurance_agreement a JOIN case_file f ON f.id = a.case_id LEFT JOIN partner p ON p.id = a.insurer_id`

/** Another agreement of the same kind that goes on after this one's last day. */
const renewed = sql`EXISTS (SELECT FROM insurance_agreement n WHERE n.case_id = a.case_id AND n.type = a.type AND n.id <> a.id
  AND n.state IN ('PAID', 'ACTIVE') AND n.valid_to > a.valid_to)`

/** Ids of agreements in a state whose day has come. */
export async function findDue(db: Db, state: 'PAID' | 'ACTIVE', today: string): Promise<number[]> {
  const due = state === 'PAID' ? sql`a.valid_from <= ${today}::date` : sql`a.valid_to < ${today}::date`
  const { rows } = await sql<{ id: number }>`SELECT a.id FROM insurance_agreement a
    WHERE a.state = ${state} AND ${due} ORDER BY a.id LIMIT 5000`.execute(db)
  return rows.map(({ id }) => id)
}

/** Standing agreements of the same kind that a begun one takes the place of. */
export async function findReplaced(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT o.id FROM insurance_agreement a
    JOIN insurance_agreement o ON o.case_id = a.case_id AND o.type = a.type AND o.id <> a.id AND o.state = 'ACTIVE'
    WHERE a.id = ${id}`.execute(db)
  return rows.map((row) => row.id)
}

/** Agreements in force that end within these days, not renewed and not warned of at this distance yet. */
export async function findEnding(
  db: Db,
  today: string,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<EndingAgreement[]> {
  const { rows } = await sql<EndingAgreement>`SELECT ${shape} FROM ${joined}
    WHERE a.state = 'ACTIVE' AND a.valid_to BETWEEN ${today}::date + ${from}::int AND ${today}::date + ${to}::int
      AND NOT ${renewed}
      AND NOT EXISTS (SELECT FROM insurance_warning w WHERE w.agreement_id = a.id AND w.days_before = ${to})
    ORDER BY a.id LIMIT 5000`.execute(db)
  return rows
}

/** Whether the warning is new: another instance may have given it meanwhile. */
export async function insertWarning(db: Db, id: number, days: number, at: Date): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`INSERT INTO insurance_warning (agreement_id, days_before, at)
    VALUES (${id}, ${days}, ${at}) ON CONFLICT DO NOTHING`.execute(db)
  return numAffectedRows > 0n
}

/** Agreements that ended so long ago without a renewal that the rate may rise, and of which nobody has proposed it yet. */
export async function findLapsed(db: Db, endedBefore: string): Promise<EndingAgreement[]> {
  const { rows } = await sql<EndingAgreement>`SELECT ${shape} FROM ${joined}
    WHERE a.state = 'EXPIRED' AND a.valid_to < ${endedBefore}::date AND NOT ${renewed}
      AND NOT EXISTS (SELECT FROM insurance_surcharge s WHERE s.agreement_id = a.id)
    ORDER BY a.id LIMIT 5000`.execute(db)
  return rows
}

export async function insertSurcharge(
  db: Db,
  s: {
    readonly id: number
    readonly caseId: number
    readonly percent: string
    readonly from: string
    readonly at: Date
  },
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO insurance_surcharge (agreement_id, case_id, percent, valid_from, proposed_at)
    VALUES (${s.id}, ${s.caseId}, ${s.percent}, ${s.from}, ${s.at}) ON CONFLICT DO NOTHING`.execute(db)
  return numAffectedRows > 0n
}

export async function decideOnSurcharge(
  db: Db,
  id: number,
  d: {
    readonly decision: 'CONFIRMED' | 'DECLINED'
    readonly by: number
    readonly at: Date
    readonly comment: string
  },
): Promise<void> {
  await sql`UPDATE insurance_surcharge SET state = ${d.decision}, decided_by = ${d.by}, decided_at = ${d.at},
    comment = ${d.comment} WHERE id = ${id} AND state = 'PROPOSED'`.execute(db)
}
