import type { HitSource, HitState } from '@ipoteka-office/contract/compliance/compliance.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What was found, as it is kept. */
export interface HitWrite {
  readonly caseId: number
  readonly participantId: number | null
  readonly source: HitSource
  readonly text: string
  readonly request: object
  readonly response: object
  readonly print: string
  readonly standIn: boolean
  readonly at: Date
}

/** Keeps a hit; answers its id where the pair is new, null where it is known already. */
export async function keepHit(db: Db, h: HitWrite): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO compliance_hit (case_id, participant_id, source, text, request, response, print, stand_in, found_at)
    VALUES (${h.caseId}, ${h.participantId}, ${h.source}, ${h.text}, ${JSON.stringify(h.request)}::text::jsonb,
      ${JSON.stringify(h.response)}::text::jsonb, ${h.print}, ${h.standIn}, ${h.at})
    ON CONFLICT ON CONSTRAINT compliance_hit_pair DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** States of the hits of a case: of a participant with those of nobody in particular, or of them all. */
export async function findHitStates(
  db: Db,
  caseId: number,
  participantId?: number | null,
): Promise<HitState[]> {
  const whose =
    participantId === undefined ? sql`true` : sql`participant_id IS NOT DISTINCT FROM ${participantId}::int`
  const { rows } = await sql<{ state: HitState }>`
    SELECT h.state FROM compliance_hit h LEFT JOIN case_participant p ON p.id = h.participant_id
    WHERE h.case_id = ${caseId} AND p.removed_at IS NULL AND ${whose}`.execute(db)
  return rows.map(({ state }) => state)
}

/** The task of the officer that stands open in a case. */
export async function findOpenTask(db: Db, caseId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM case_task WHERE case_id = ${caseId} AND kind = 'COMPLIANCE_HIT' AND open ORDER BY id LIMIT 1`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

/** People of the bank who decide on hits in cases of the type. */
export async function findOfficers(db: Db, type: CaseType): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.id FROM user_role_operation o
    JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled
    JOIN role_holder h ON h.user_role_id = r.id
    JOIN employee e ON e.id = h.employee_id AND NOT e.not_active
    JOIN partner p ON p.id = e.partner_id AND NOT p.not_active AND 'Ahml' = ANY(p.roles)
    WHERE o.object_type = ${caseTypes[type].object} AND o.operation = 'Compliance' ORDER BY e.id LIMIT 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
