import type { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { ProductContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { RiseOfRate } from './rise-of-rate.ts'

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

/** One that ended without a renewal, with what the version that priced its case says of it. */
export interface LapsedAgreement extends EndingAgreement {
  /** A version has priced the case: it alone says what being without insurance costs. */
  readonly isPriced: boolean
  /** Points of rate by the version; null: the rate does not depend on it. */
  readonly ofVersion: string | null
}

/** Agreements that ended so long ago without a renewal that the rate may rise, and of which nobody has proposed it yet. */
export async function findLapsed(db: Db, endedBefore: string): Promise<LapsedAgreement[]> {
  const { rows } = await sql<LapsedAgreement>`SELECT ${shape}, v.id IS NOT NULL AS "isPriced",
      (SELECT i ->> 'surcharge' FROM jsonb_array_elements(v.content -> 'insurance') i WHERE i ->> 'type' = a.type LIMIT 1)
        AS "ofVersion"
    FROM ${joined} LEFT JOIN case_price c ON c.case_id = a.case_id AND c.replaced_at IS NULL AND c.version_id IS NOT NULL
      LEFT JOIN product_version v ON v.id = c.version_id
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
    /** What it makes of the loan, and from which day; of one that was declined nothing. */
    readonly rise: (RiseOfRate & { readonly from: string }) | null
  },
): Promise<void> {
  const { rise } = d
  await sql`UPDATE insurance_surcharge SET state = ${d.decision}, decided_by = ${d.by}, decided_at = ${d.at},
    comment = ${d.comment}, rate_before = ${rise?.rateBefore ?? null}::numeric, rate_after = ${rise?.rateAfter ?? null}::numeric,
    terms = ${rise === null ? null : JSON.stringify(rise.terms)}::jsonb,
    valid_from = coalesce(${rise?.from ?? null}::date, valid_from) WHERE id = ${id} AND state = 'PROPOSED'`.execute(
    db,
  )
}

/** The loan of a case as the last confirmed rise has made it; null: there was none. */
export async function findConfirmedTerms(db: Db, caseId: number): Promise<LoanTerms | null> {
  const { rows } = await sql<{ terms: LoanTerms }>`SELECT terms FROM insurance_surcharge
    WHERE case_id = ${caseId} AND state = 'CONFIRMED' AND terms IS NOT NULL ORDER BY decided_at DESC, id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]?.terms ?? null
}

/** Rises of the rate of a case that were confirmed, in the order of their days. */
export async function findRises(
  db: Db,
  caseId: number,
): Promise<{ from: string; rate: string; points: string }[]> {
  const { rows } = await sql<{ from: string; rate: string; points: string }>`
    SELECT valid_from::text AS "from", rate_after::float8::numeric::text AS rate, percent::float8::numeric::text AS points
    FROM insurance_surcharge WHERE case_id = ${caseId} AND state = 'CONFIRMED' AND rate_after IS NOT NULL
    ORDER BY valid_from, id`.execute(db)
  return rows
}

/** The terms of the loan by a rise that was confirmed; null: it was not, or was before terms were kept. */
export async function findTermsOf(db: Db, surchargeId: number): Promise<LoanTerms | null> {
  const { rows } = await sql<{ terms: LoanTerms | null }>`
    SELECT terms FROM insurance_surcharge WHERE id = ${surchargeId}`.execute(db)
  return rows[0]?.terms ?? null
}

/** What the version that priced the case says; null: none did. */
export async function findGivenContent(db: Db, caseId: number): Promise<ProductContent | null> {
  const { rows } = await sql<{ content: ProductContent }>`SELECT v.content FROM case_price c
    JOIN product_version v ON v.id = c.version_id WHERE c.case_id = ${caseId} AND c.replaced_at IS NULL`.execute(
    db,
  )
  return rows[0]?.content ?? null
}
