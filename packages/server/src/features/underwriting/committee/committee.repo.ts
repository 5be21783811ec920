import { decisionReasons } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type {
  CommitteeOutcome,
  CommitteeVote,
  CommitteeVoteCode,
} from '@ipoteka-office/contract/underwriting/committee.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Since when is voted on a case: since it came, or since another round was opened. */
export const stay = (
  caseId: number,
) => sql`(SELECT greatest(f.stage_since, (SELECT max(r.at) FROM committee_round r
  WHERE r.case_id = f.id AND r.stay = f.stage_since)) FROM case_file f WHERE f.id = ${caseId})`
/** The last vote that decided. */
const lastStay = (caseId: number) => sql`(SELECT max(stay) FROM committee_minutes WHERE case_id = ${caseId})`

export const voteRows = sql`
    SELECT v.id, v.offer_id AS "offerId", json_build_object('id', e.id, 'fullName', e.full_name) AS member, v.chairman, v.at, v.vote, v.terms,
      (SELECT coalesce(json_agg(json_build_object('code', c.code, 'name', coalesce(r.name, c.code)) ORDER BY c.place), '[]')
        FROM unnest(v.reasons) WITH ORDINALITY c (code, place)
        LEFT JOIN reference_item r ON r.dictionary = ${decisionReasons} AND r.code = c.code) AS reasons, v.comment
    FROM committee_vote v JOIN employee e ON e.id = v.employee_id`

/** Votes that decided last; `isOpen`: those of the present round. */
export async function findVotes(
  db: Db,
  caseId: number,
  { isOpen }: { readonly isOpen: boolean },
): Promise<CommitteeVote[]> {
  const { rows } = await sql<CommitteeVote>`${voteRows}
    WHERE v.case_id = ${caseId} AND v.stay = ${isOpen ? stay(caseId) : lastStay(caseId)} ORDER BY v.id`.execute(
    db,
  )
  return rows
}

/** Whether the human being has voted in the present round, under any account. */
export async function hasVoted(db: Db, caseId: number, employeeId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM committee_vote v WHERE v.case_id = ${caseId} AND v.stay = ${stay(caseId)}
      AND (v.employee_id = ${employeeId} OR same_person(v.employee_id, ${employeeId})) LIMIT 1`.execute(db)
  return rows.length > 0
}

export async function insertVote(
  db: Db,
  v: {
    readonly caseId: number
    readonly employeeId: number
    readonly chairman: boolean
    readonly vote: CommitteeVoteCode
    readonly terms: string
    readonly reasons: readonly string[]
    readonly offerId: number | null
    readonly comment: string
    readonly at: Date
  },
): Promise<void> {
  await sql`
    INSERT INTO committee_vote (case_id, stay, employee_id, chairman, vote, terms, reasons, offer_id, comment, at)
    VALUES (${v.caseId}, ${stay(v.caseId)}, ${v.employeeId}, ${v.chairman}, ${v.vote}, ${v.terms}, ${[...v.reasons]}::text[],
      ${v.offerId}, ${v.comment}, ${v.at})`.execute(db)
}

/** Other terms that are voted on, as they are kept. */
export interface PutOffers {
  readonly id: number
  readonly author: { readonly id: number; readonly fullName: string }
  readonly at: string
  readonly offers: unknown
  readonly comment: string
  /** How many have voted for them. */
  readonly votes: number
}

export const offerRows = sql`
    SELECT o.id, json_build_object('id', e.id, 'fullName', e.full_name) AS author, o.at, o.offers, o.comment,
      (SELECT count(*)::int FROM committee_vote v WHERE v.case_id = o.case_id AND v.offer_id = o.id) AS votes
    FROM committee_offer o JOIN employee e ON e.id = o.author_id`

/** What was put to the vote last in the present round, or in the one that decided. */
export async function findOffers(
  db: Db,
  caseId: number,
  { isOpen }: { readonly isOpen: boolean },
): Promise<PutOffers | undefined> {
  const { rows } = await sql<PutOffers>`${offerRows}
    WHERE o.case_id = ${caseId} AND o.stay = ${isOpen ? stay(caseId) : lastStay(caseId)} ORDER BY o.id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]
}

export async function insertOffers(
  db: Db,
  o: {
    readonly caseId: number
    readonly authorId: number
    readonly offers: readonly object[]
    readonly comment: string
    readonly at: Date
  },
): Promise<void> {
  await sql`
    INSERT INTO committee_offer (case_id, stay, author_id, offers, comment, at)
    VALUES (${o.caseId}, ${stay(o.caseId)}, ${o.authorId}, ${JSON.stringify(o.offers)}::text::jsonb, ${o.comment}, ${o.at})`.execute(
    db,
  )
}

/** The login of an employee; null: they have none. */
export async function findLogin(db: Db, employeeId: number): Promise<string | null> {
  const { rows } = await sql<{
    login: string | null
  }>`SELECT login FROM employee WHERE id = ${employeeId}`.execute(db)
  return rows[0]?.login ?? null
}

/** Takes the next number of the year and writes the minutes of a round; one transaction after another. */
export async function takeMinutes(
  db: Db,
  {
    caseId,
    year,
    outcome,
    at,
    stay: of,
  }: { caseId: number; year: number; outcome: CommitteeOutcome; at: Date; stay: string },
): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('committee minutes'), ${year})`.execute(db)
  const { rows } = await sql<{ number: number }>`
    INSERT INTO committee_minutes (case_id, stay, year, number, approved, outcome, at)
    SELECT ${caseId}, ${of}::timestamptz, ${year}, coalesce(max(number), 0) + 1, ${outcome === 'APPROVE'}, ${outcome}, ${at}
    FROM committee_minutes WHERE year = ${year} RETURNING number`.execute(db)
  return rows[0]?.number ?? 0
}

export async function keepMinutes(db: Db, caseId: number, of: string, documentId: number): Promise<void> {
  await sql`UPDATE committee_minutes SET document_id = ${documentId}
    WHERE case_id = ${caseId} AND stay = ${of}::timestamptz`.execute(db)
}

interface Minutes {
  readonly number: string
  readonly at: string
  readonly outcome: CommitteeOutcome
  readonly documentId: number | null
}

export async function findMinutes(db: Db, caseId: number): Promise<Minutes[]> {
  const { rows } = await sql<Minutes>`
    SELECT number || '-' || year AS number, at,
      coalesce(outcome, CASE WHEN approved THEN 'APPROVE' ELSE 'REJECT' END) AS outcome, document_id AS "documentId" FROM committee_minutes
    WHERE case_id = ${caseId} ORDER BY id DESC`.execute(db)
  return rows
}

/** Whether the human being has led the case out of the check of its set, under any account. */
export async function hasChecked(db: Db, caseId: number, employeeId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM case_stage s WHERE s.case_id = ${caseId} AND s.stage = 'DOCS_CHECK' AND s.actor_id IS NOT NULL
      AND (s.actor_id = ${employeeId} OR same_person(s.actor_id, ${employeeId})) LIMIT 1`.execute(db)
  return rows.length > 0
}

/** The number of a case. */
export async function findNumber(db: Db, caseId: number): Promise<string> {
  const { rows } = await sql<{ number: string }>`SELECT number FROM case_file WHERE id = ${caseId}`.execute(
    db,
  )
  return rows[0]?.number ?? ''
}
