import type { CallInput } from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { CallRow } from './call-log.rules.ts'

/** Everything that was written of the calls about a participant, corrected words among it, the latest first. */
export async function findCalls(
  db: Db,
  place: { readonly caseId: number; readonly participantId: number },
): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    SELECT c.id, c.called, c.phone, c.number_source AS "numberSource", c.spoke_with AS "spokeWith", c.result, c.said, c.reason,
      c.called_at AS "calledAt", c.written_at AS "writtenAt", c.corrects_id AS "correctsId",
      json_build_object('id', e.id, 'fullName', e.full_name) AS "calledBy",
      json_build_object('id', w.id, 'fullName', w.full_name) AS "writtenBy"
    FROM underwriting_call c JOIN employee e ON e.id = c.called_by JOIN employee w ON w.id = c.written_by
    WHERE c.case_id = ${place.caseId} AND c.participant_id = ${place.participantId}
    ORDER BY c.called_at DESC, c.id DESC`.execute(db)
  return rows
}

/** Writes a call down, or anew what was written wrongly. */
export async function insertCall(
  db: Db,
  place: { readonly caseId: number; readonly participantId: number },
  call: CallInput,
  by: {
    readonly calledBy: number
    readonly writtenBy: number
    readonly at: Date
    readonly corrects: { readonly id: number; readonly reason: string } | null
  },
): Promise<void> {
  await sql`
    INSERT INTO underwriting_call (case_id, participant_id, called, phone, number_source, spoke_with, result, said, corrects_id,
      reason, called_by, called_at, written_by, written_at)
    VALUES (${place.caseId}, ${place.participantId}, ${call.called}, ${call.phone}, ${call.numberSource}, ${call.spokeWith},
      ${call.result}, ${call.said}, ${by.corrects?.id ?? null}, ${by.corrects?.reason ?? ''}, ${by.calledBy},
      ${call.calledAt}, ${by.writtenBy}, ${by.at})`.execute(db)
}
