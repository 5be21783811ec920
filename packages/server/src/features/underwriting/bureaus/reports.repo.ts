import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CreditBureau } from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { CreditReportData } from '#integrations/credit-bureaus/credit-report.ts'
import type { UnknownTag } from '#lib/xml/bad-xml.ts'
import type { Sealed } from '#lib/sealing.ts'

/** A report that stands by a participant now: the latest one that came for them. */
export interface StandingReport {
  readonly id: number
  readonly caseId: number
  readonly participantId: number
  readonly bureau: CreditBureau
  readonly receivedAt: string
  readonly reused: boolean
  readonly standIn: boolean
  readonly content: CreditReportData
}

/** Latest reports of the participants of cases, one a bureau; those who were removed are left out. */
export async function findReports(db: Db, caseIds: readonly number[]): Promise<StandingReport[]> {
  const { rows } = await sql<StandingReport>`
    SELECT DISTINCT ON (q.case_id, q.participant_id, q.bureau) r.id, q.case_id AS "caseId",
      q.participant_id AS "participantId", q.bureau, r.received_at AS "receivedAt", q.reused, r.stand_in AS "standIn", r.content
    FROM credit_report_request q JOIN credit_report r ON r.id = q.report_id
    JOIN case_participant p ON p.id = q.participant_id AND p.removed_at IS NULL
    WHERE q.case_id = ANY(${caseIds}::int[]) AND q.state = 'ANSWERED'
    ORDER BY q.case_id, q.participant_id, q.bureau, q.id DESC`.execute(db)
  return rows
}

/** Credits that the standing reports tell of, by participant: what every ПДН of the bank is counted by, without the rest of them. */
export async function findStandingAccounts(
  db: Db,
  caseIds: readonly number[],
): Promise<{ participantId: number; bureau: CreditBureau; accounts: CreditReportData['accounts'] }[]> {
  const { rows } = await sql<{
    participantId: number
    bureau: CreditBureau
    accounts: CreditReportData['accounts']
  }>`
    SELECT q."participantId", q.bureau, r.content -> 'accounts' AS accounts FROM (
      SELECT DISTINCT ON (case_id, participant_id, bureau) participant_id AS "participantId", bureau, report_id
      FROM credit_report_request WHERE case_id = ANY(${caseIds}::int[]) AND state = 'ANSWERED'
      ORDER BY case_id, participant_id, bureau, id DESC) q
    JOIN credit_report r ON r.id = q.report_id`.execute(db)
  return rows
}

/** A request as it is shown. */
export interface RequestRow {
  readonly id: number
  readonly participantId: number
  readonly bureau: CreditBureau
  readonly state: 'WAITING' | 'ANSWERED' | 'FAILED'
  readonly requestedAt: string
  readonly requestedBy: { id: number; fullName: string } | null
  readonly reason: string
  readonly error: string | null
  readonly standIn: boolean
}

/** The latest request of each participant to each bureau. */
export async function findRequests(db: Db, caseId: number): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    SELECT DISTINCT ON (q.participant_id, q.bureau) q.id, q.participant_id AS "participantId", q.bureau, q.state,
      q.requested_at AS "requestedAt", CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END
        AS "requestedBy", q.reason, q.error, q.stand_in AS "standIn"
    FROM credit_report_request q LEFT JOIN employee e ON e.id = q.requested_by
    WHERE q.case_id = ${caseId} ORDER BY q.participant_id, q.bureau, q.id DESC`.execute(db)
  return rows
}

/** What the requests of a case have cost, roubles. */
export async function findSpent(db: Db, caseId: number): Promise<string> {
  const { rows } = await sql<{ spent: string }>`
    SELECT coalesce(sum(cost), 0)::numeric(15, 2)::text AS spent FROM credit_report_request
    WHERE case_id = ${caseId}`.execute(db)
  return rows[0]?.spent ?? '0.00'
}

/** A report of the same human being of whichever application, received since a moment. */
export interface FreshReport {
  readonly id: number
  readonly receivedAt: string
  readonly standIn: boolean
  readonly content: CreditReportData
}

export async function findFresh(
  db: Db,
  { personId, bureau, since }: { personId: number | null; bureau: CreditBureau; since: Date },
): Promise<FreshReport | undefined> {
  const { rows } = await sql<FreshReport>`
    SELECT r.id, r.received_at AS "receivedAt", r.stand_in AS "standIn", r.content FROM same_people(${personId}) alike (id)
    JOIN credit_report r ON r.person_id = alike.id
    WHERE r.bureau = ${bureau} AND r.received_at >= ${since} ORDER BY r.received_at DESC, r.id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

/** What a request begins with. */
export interface NewRequest {
  readonly caseId: number
  readonly participantId: number
  readonly bureau: CreditBureau
  readonly by: number | null
  readonly reason: string
  readonly at: Date
  readonly consent: { readonly signedOn: string; readonly validTo: string }
}

/** Null while another request of the participant to the bureau waits for its answer. */
export async function insertRequest(db: Db, q: NewRequest, cost: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO credit_report_request (case_id, participant_id, bureau, requested_by, reason, stage, requested_at, consent_on,
      consent_to, cost)
    SELECT f.id, ${q.participantId}, ${q.bureau}, ${q.by}, ${q.reason}, f.stage, ${q.at}, ${q.consent.signedOn},
      ${q.consent.validTo}, ${cost} FROM case_file f WHERE f.id = ${q.caseId}
    ON CONFLICT (participant_id, bureau) WHERE state = 'WAITING' DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** A request that is answered at once by a report that is there already. */
export async function insertReuse(db: Db, q: NewRequest, report: FreshReport): Promise<void> {
  await sql`
    INSERT INTO credit_report_request (case_id, participant_id, bureau, requested_by, reason, stage, requested_at, consent_on,
      consent_to, cost, state, answered_at, report_id, reused, stand_in)
    SELECT f.id, ${q.participantId}, ${q.bureau}, ${q.by}, ${q.reason}, f.stage, ${q.at}, ${q.consent.signedOn},
      ${q.consent.validTo}, 0, 'ANSWERED', ${q.at}, ${report.id}, true, ${report.standIn}
    FROM case_file f WHERE f.id = ${q.caseId}`.execute(db)
}

export async function findWaiting(
  db: Db,
  participantId: number,
  bureau: CreditBureau,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM credit_report_request WHERE participant_id = ${participantId} AND bureau = ${bureau}
      AND state = 'WAITING'`.execute(db)
  return rows[0]?.id
}

/** A request that waits. */
export interface OpenRequest {
  readonly id: number
  readonly caseId: number
  readonly type: CaseType
  readonly participantId: number
  readonly personId: number | null
  readonly bureau: CreditBureau
  readonly attempts: number
}

/** Counts an attempt; undefined when the request is answered already. */
export async function beginAttempt(db: Db, id: number): Promise<OpenRequest | undefined> {
  const { rows } = await sql<OpenRequest>`
    UPDATE credit_report_request q SET attempts = attempts + 1 FROM case_file f, case_participant p
    WHERE q.id = ${id} AND q.state = 'WAITING' AND f.id = q.case_id AND p.id = q.participant_id
    RETURNING q.id, q.case_id AS "caseId", f.type, q.participant_id AS "participantId", p.person_id AS "personId", q.bureau,
      q.attempts`.execute(db)
  return rows[0]
}

/** Holds a request until the transaction ends; false when somebody has answered it. */
export async function holdRequest(db: Db, id: number): Promise<boolean> {
  const { rows } =
    await sql`SELECT FROM credit_report_request WHERE id = ${id} AND state = 'WAITING' FOR UPDATE`.execute(db)
  return rows.length > 0
}

/** A report that came, as it is kept. */
export interface NewReport {
  readonly request: OpenRequest
  readonly data: CreditReportData
  readonly unknown: readonly UnknownTag[]
  readonly encoding: string
  readonly size: number
  readonly sealed: Sealed
  readonly sealedFor: string
  readonly standIn: boolean
  readonly at: Date
  readonly durationMs: number
}

/** Keeps a report and ends its request by it; the caller holds the request. */
export async function writeReport(db: Db, r: NewReport): Promise<void> {
  await sql`
    WITH report AS (INSERT INTO credit_report (bureau, person_id, case_id, participant_id, number, report_date, received_at,
        content, unknown_tags, encoding, size, sealed, sealed_for, key_id, stand_in)
      VALUES (${r.request.bureau}, ${r.request.personId}, ${r.request.caseId}, ${r.request.participantId}, ${r.data.number},
        ${r.data.date}, ${r.at}, ${JSON.stringify(r.data)}::text::jsonb, ${JSON.stringify(r.unknown)}::text::jsonb, ${r.encoding},
        ${r.size}, ${r.sealed.bytes}, ${r.sealedFor}, ${r.sealed.keyId}, ${r.standIn}) RETURNING id)
    UPDATE credit_report_request SET state = 'ANSWERED', answered_at = ${r.at}, duration_ms = ${r.durationMs},
      stand_in = ${r.standIn}, report_id = (SELECT id FROM report) WHERE id = ${r.request.id}`.execute(db)
}

/** Ends a request without a report; what was not answered costs nothing. */
export async function writeFailure(
  db: Db,
  id: number,
  end: { error: string; isPaid: boolean; standIn: boolean; at: Date; durationMs: number },
): Promise<void> {
  await sql`
    UPDATE credit_report_request SET state = 'FAILED', answered_at = ${end.at}, error = ${end.error},
      duration_ms = ${end.durationMs}, stand_in = ${end.standIn}, cost = CASE WHEN ${end.isPaid} THEN cost ELSE 0 END
    WHERE id = ${id} AND state = 'WAITING'`.execute(db)
}

/** A report as it came, of a case. */
export interface RawRow {
  readonly bureau: CreditBureau
  readonly number: string
  readonly encoding: string
  readonly bytes: number
  readonly unknown: UnknownTag[]
  readonly sealed: Buffer
  readonly keyId: string
  readonly sealedFor: string
}

export async function findRaw(db: Db, caseId: number, reportId: number): Promise<RawRow | undefined> {
  const { rows } = await sql<RawRow>`
    SELECT r.bureau, r.number, r.encoding, r.size AS bytes, r.unknown_tags AS unknown, r.sealed, r.key_id AS "keyId",
      r.sealed_for AS "sealedFor"
    FROM credit_report r WHERE r.id = ${reportId} AND EXISTS (SELECT FROM credit_report_request q
      WHERE q.report_id = r.id AND q.case_id = ${caseId})`.execute(db)
  return rows[0]
}

/** Why a request has brought nothing. */
export async function findError(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ error: string | null }>`
    SELECT error FROM credit_report_request WHERE id = ${id}`.execute(db)
  return rows[0]?.error ?? null
}
