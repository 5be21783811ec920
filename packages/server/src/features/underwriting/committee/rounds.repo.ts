import type { CommitteeVote } from '@ipoteka-office/contract/underwriting/committee.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { offerRows, type PutOffers, stay, voteRows } from './committee.repo.ts'

/** The vote that a case waits for: since when, and which one it is in this stay. */
export interface PresentRound {
  readonly since: string
  readonly number: number
}

export async function findPresentRound(db: Db, caseId: number): Promise<PresentRound> {
  const { rows } = await sql<PresentRound>`
    SELECT ${stay(caseId)} AS since, coalesce((SELECT max(r.number) FROM committee_round r
      WHERE r.case_id = f.id AND r.stay = f.stage_since), 1) AS number
    FROM case_file f WHERE f.id = ${caseId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no case ${caseId}`)
  return row
}

/** Begins the next round; its moment is later than that of the one before, whatever the clock says. */
export async function insertRound(
  db: Db,
  r: { readonly caseId: number; readonly openedBy: number; readonly reason: string; readonly at: Date },
): Promise<void> {
  const { since, number } = await findPresentRound(db, r.caseId)
  const at = new Date(Math.max(r.at.getTime(), Date.parse(since) + 1))
  await sql`
    INSERT INTO committee_round (case_id, stay, number, closes, opened_by, reason, at)
    SELECT id, stage_since, ${number + 1}, ${since}::timestamptz, ${r.openedBy}, ${r.reason},
      ${at}::timestamptz FROM case_file WHERE id = ${r.caseId}`.execute(db)
}

/** How many of these people could still vote in the present round: they have not, and the case is not their own work. */
export async function countWaiting(
  db: Db,
  caseId: number,
  { members, barred }: { readonly members: readonly number[]; readonly barred: readonly number[] },
): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    SELECT count(*)::int AS waiting FROM unnest(${[...members]}::int[]) m (id)
    -- Who has no sign-in casts no vote, and nobody waits for it.
    JOIN employee e ON e.id = m.id AND (e.login IS NOT NULL OR e.identity_id IS NOT NULL)
    WHERE NOT EXISTS (SELECT FROM committee_vote v WHERE v.case_id = ${caseId} AND v.stay = ${stay(caseId)}
        AND same_person(v.employee_id, m.id))
      AND NOT EXISTS (SELECT FROM unnest(${[...barred]}::int[]) b (id) WHERE same_person(b.id, m.id))`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

/** A vote that came to nothing, with how it was ended. */
export interface EndedRound {
  readonly since: string
  readonly number: number
  readonly endedAt: string | null
  readonly endedBy: { readonly id: number; readonly fullName: string } | null
  readonly reason: string
}

/** All of them on a case, the first one first. */
export async function findEndedRounds(
  db: Db,
  caseId: number,
  { isOpen }: { readonly isOpen: boolean },
): Promise<EndedRound[]> {
  const { rows } = await sql<EndedRound>`
    WITH held AS (
      SELECT stay FROM committee_vote WHERE case_id = ${caseId}
      UNION SELECT stay FROM committee_offer WHERE case_id = ${caseId}
      UNION SELECT closes FROM committee_round WHERE case_id = ${caseId})
    SELECT h.stay AS since, coalesce(me.number, 1) AS number, coalesce(later.at, s.left_at) AS "endedAt",
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS "endedBy",
      coalesce(later.reason, s.comment, '') AS reason
    FROM held h
    LEFT JOIN committee_round me ON me.case_id = ${caseId} AND me.at = h.stay
    LEFT JOIN committee_round later ON later.case_id = ${caseId} AND later.closes = h.stay
    LEFT JOIN LATERAL (SELECT left_at, comment, actor_id FROM case_stage
      WHERE case_id = ${caseId} AND stage = 'COMMITTEE' AND entered_at <= h.stay ORDER BY id DESC LIMIT 1) s ON later.id IS NULL
    LEFT JOIN employee e ON e.id = coalesce(later.opened_by, s.actor_id)
    WHERE NOT EXISTS (SELECT FROM committee_minutes m WHERE m.case_id = ${caseId} AND m.stay = h.stay)
      AND NOT (${isOpen} AND h.stay = ${stay(caseId)})
    ORDER BY h.stay`.execute(db)
  return rows
}

/** Votes of a round by its beginning. */
export async function findVotesOf(db: Db, caseId: number, since: string): Promise<CommitteeVote[]> {
  const { rows } = await sql<CommitteeVote>`${voteRows}
    WHERE v.case_id = ${caseId} AND v.stay = ${since}::timestamptz ORDER BY v.id`.execute(db)
  return rows
}

/** What was put to the vote last in a round. */
export async function findOffersOf(db: Db, caseId: number, since: string): Promise<PutOffers | undefined> {
  const { rows } = await sql<PutOffers>`${offerRows}
    WHERE o.case_id = ${caseId} AND o.stay = ${since}::timestamptz ORDER BY o.id DESC LIMIT 1`.execute(db)
  return rows[0]
}
