import type {
  HitSource,
  HitState,
  HitsFilter,
  OfficerDecision,
  OfficerOutcome,
} from '@ipoteka-office/contract/compliance/compliance.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countOf } from '#db/count-of.ts'
import { readPage } from '#lib/paging.ts'

/** A hit as it is stored, with everything that was decided of it. */
export interface HitRow {
  readonly id: number
  readonly participantId: number | null
  readonly participantName: string
  readonly source: HitSource
  readonly state: HitState
  readonly text: string
  readonly request: object
  readonly response: object
  readonly standIn: boolean
  readonly foundAt: string
  readonly decisions: OfficerDecision[]
}

const decisions = sql`(SELECT coalesce(json_agg(json_build_object('id', d.id, 'outcome', d.outcome, 'comment', d.comment,
    'at', d.decided_at, 'by', json_build_object('id', e.id, 'fullName', e.full_name)) ORDER BY d.id DESC), '[]')
  FROM compliance_decision d JOIN employee e ON e.id = d.decided_by WHERE d.hit_id = h.id)`

/** Hits of a case, those that wait first. */
export async function findHits(db: Db, caseId: number): Promise<HitRow[]> {
  const { rows } = await sql<HitRow>`
    SELECT h.id, h.participant_id AS "participantId", coalesce(p.name, 'Заявка') AS "participantName", h.source, h.state,
      h.text, h.request, h.response, h.stand_in AS "standIn", h.found_at AS "foundAt", ${decisions} AS decisions
    FROM compliance_hit h LEFT JOIN case_participant p ON p.id = h.participant_id
    WHERE h.case_id = ${caseId} AND p.removed_at IS NULL
    ORDER BY h.state <> 'WAITING', h.state <> 'SUSPENDED', h.id DESC LIMIT 200`.execute(db)
  return rows
}

/** Writes the decision and what the hit says by it. */
export async function insertDecision(
  db: Db,
  d: { caseId: number; hitId: number; outcome: OfficerOutcome; comment: string; by: number; at: Date },
): Promise<void> {
  await sql`
    WITH decided AS (INSERT INTO compliance_decision (hit_id, case_id, outcome, comment, decided_by, decided_at)
      VALUES (${d.hitId}, ${d.caseId}, ${d.outcome}, ${d.comment}, ${d.by}, ${d.at}))
    UPDATE compliance_hit SET state = ${d.outcome} WHERE id = ${d.hitId}`.execute(db)
}

/** Writes over the answers of the officer's checks of a participant, as far as they have come. */
export async function writeAnswers(
  db: Db,
  { caseId, participantId, codes }: { caseId: number; participantId: number; codes: readonly string[] },
  { state, text }: { readonly state: string; readonly text: string },
): Promise<void> {
  await sql`UPDATE auto_check SET state = ${state}, text = ${text} WHERE case_id = ${caseId}
    AND participant_id = ${participantId} AND code = ANY(${[...codes]}::text[]) AND state IN ('OK', 'HELD')
    AND (state, text) IS DISTINCT FROM (${state}, ${text})`.execute(db)
}

/** Open tasks of the officers in a case. */
export async function findOpenTasks(db: Db, caseId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM case_task WHERE case_id = ${caseId} AND kind = 'COMPLIANCE_HIT' AND open`.execute(db)
  return rows.map(({ id }) => id)
}

/** A hit in the list, with its case. */
export interface ListedHit {
  readonly id: number
  readonly case: { id: number; type: CaseType; number: string; clientName: string; stage: string }
  readonly participantName: string
  readonly source: HitSource
  readonly state: HitState
  readonly foundAt: string
  readonly decidedBy: { id: number; fullName: string } | null
  readonly decidedAt: string | null
}

const statesOf = {
  WAITING: ['WAITING'],
  SUSPENDED: ['SUSPENDED'],
  DECIDED: ['MATCH', 'NO_MATCH'],
} as const satisfies Record<HitsFilter['tab'], readonly HitState[]>

/** Hits of cases of the types, the newest first. */
export async function searchHits(
  db: Db,
  types: readonly CaseType[],
  { tab, search }: HitsFilter,
  query: PageQuery,
): Promise<Page<ListedHit>> {
  const words = search.split(/\s+/).filter(Boolean).slice(0, 10)
  const from = sql`compliance_hit h JOIN case_file f ON f.id = h.case_id AND f.type = ANY(${[...types]}::text[])
    LEFT JOIN case_participant p ON p.id = h.participant_id
    WHERE p.removed_at IS NULL AND h.state = ANY(${[...statesOf[tab]]}::text[])
    ${
      words.length === 0
        ? sql``
        : sql`AND ${sql.join(
            words.map(
              (w) => sql`f.search_text LIKE '%' || search_form(${w.replace(/[\\%_]/g, '\\$&')}) || '%'`,
            ),
            sql` AND `,
          )}`
    }`
  return readPage(query, {
    rows: async () => {
      const { rows } = await sql<ListedHit>`
        SELECT h.id, json_build_object('id', f.id, 'type', f.type, 'number', f.number, 'clientName', f.client_name,
            'stage', f.stage) AS "case", coalesce(p.name, f.client_name) AS "participantName", h.source, h.state,
          h.found_at AS "foundAt", d.by AS "decidedBy", d.at AS "decidedAt"
        FROM (SELECT h.id FROM ${from} ORDER BY h.found_at DESC, h.id DESC LIMIT ${query.size}
          OFFSET ${query.page * query.size}) chosen
        JOIN compliance_hit h ON h.id = chosen.id JOIN case_file f ON f.id = h.case_id
        LEFT JOIN case_participant p ON p.id = h.participant_id
        LEFT JOIN LATERAL (SELECT x.decided_at AS at, json_build_object('id', e.id, 'fullName', e.full_name) AS by
          FROM compliance_decision x JOIN employee e ON e.id = x.decided_by WHERE x.hit_id = h.id
          ORDER BY x.id DESC LIMIT 1) d ON true
        ORDER BY h.found_at DESC, h.id DESC`.execute(db)
      return rows
    },
    count: () => countOf(db, sql`FROM ${from}`),
  })
}

/** Who of the bank works on a case at its stage now. */
export async function findHolder(db: Db, caseId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM case_task t JOIN employee e ON e.id = t.assignee_id AND NOT e.not_active
    JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    WHERE t.case_id = ${caseId} AND t.open AND t.stage IS NOT NULL ORDER BY t.id DESC LIMIT 1`.execute(db)
  return rows[0]?.id ?? null
}

/** Asks the officer's checks of the next open cases anew; answers the cases. */
export async function askAgain(
  db: Db,
  { codes, after, count, at }: { codes: readonly string[]; after: number; count: number; at: Date },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT f.id FROM case_file f WHERE f.id > ${after} AND NOT f.closed AND f.archived_at IS NULL
      AND EXISTS (SELECT FROM auto_check c WHERE c.case_id = f.id AND c.code = ANY(${[...codes]}::text[]))
    ORDER BY f.id LIMIT ${count} FOR NO KEY UPDATE`.execute(db)
  const ids = rows.map(({ id }) => id)
  await sql`UPDATE auto_check SET state = 'WAITING', text = '', attempts = 0, requested_at = ${at}::timestamptz,
      requested_by = NULL, answered_at = NULL, valid_until = NULL, stand_in = false
    WHERE case_id = ANY(${ids}::int[]) AND code = ANY(${[...codes]}::text[])`.execute(db)
  return ids
}
