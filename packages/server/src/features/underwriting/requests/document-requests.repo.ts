import type { RequestedDocument } from '@ipoteka-office/contract/underwriting/document-requests.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A file counts for a request when it has come since and is the participant's; a paper of nobody is of the only one there is. */
const isGiven = sql`EXISTS (SELECT FROM document d JOIN document_file f ON f.document_id = d.id
    WHERE d.owner_type = t.owner_type AND d.owner_id = q.case_id AND d.type_code = q.document_code AND NOT d.internal
      AND d.deleted_at IS NULL AND d.removed_at IS NULL AND f.deleted_at IS NULL AND f.created_at >= r.at
      AND (q.participant_id IS NULL OR d.participant_role = p.role AND d.participant_name IN ('', p.name, 'p' || p.id)
        OR d.participant_role IS NULL AND (SELECT count(*) FROM case_participant one
          WHERE one.case_id = q.case_id AND one.removed_at IS NULL) = 1))`

const from = sql`FROM requested_document q JOIN case_remark r ON r.id = q.remark_id JOIN case_file c ON c.id = q.case_id
    JOIN case_type t ON t.code = c.type LEFT JOIN case_participant p ON p.id = q.participant_id
    LEFT JOIN reference_item i ON i.dictionary = 'docType' AND i.code = q.document_code`

/** Documents that were asked for, those that are waited for first, the latest first among equals. */
export async function findRequested(db: Db, caseId: number): Promise<RequestedDocument[]> {
  const { rows } = await sql<RequestedDocument>`
    SELECT q.remark_id AS id, json_build_object('code', q.document_code, 'name', coalesce(i.name, q.document_code)) AS document,
      CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'name', p.name) END AS participant, q.words AS text,
      r.at AS "askedAt", CASE WHEN r.state = 'OPEN' AND ${isGiven} THEN 'GIVEN' ELSE r.state END AS state, r.answer, r.version
    ${from} WHERE q.case_id = ${caseId}
    ORDER BY array_position(ARRAY['OPEN', 'ANSWERED', 'CLOSED'], r.state), r.id DESC LIMIT 200`.execute(db)
  return rows
}

export async function insertRequested(
  db: Db,
  one: { remarkId: number; caseId: number; document: string; participantId: number | null; words: string },
): Promise<void> {
  await sql`INSERT INTO requested_document (remark_id, case_id, document_code, participant_id, words)
    VALUES (${one.remarkId}, ${one.caseId}, ${one.document}, ${one.participantId}, ${one.words})`.execute(db)
}

/** Requests whose file has come are answered by it. */
export async function answerByFiles(
  db: Db,
  caseId: number,
  { answer, actorId }: { readonly answer: string; readonly actorId: number },
): Promise<void> {
  await sql`
    UPDATE case_remark SET state = 'ANSWERED', answer = ${answer}, answered_by = ${actorId},
      answered_at = clock_timestamp(), version = version + 1
    WHERE id IN (SELECT r.id ${from} WHERE q.case_id = ${caseId} AND r.state = 'OPEN' AND ${isGiven})`.execute(
    db,
  )
}

/** When the case last came back because nobody had answered; null: the last request was answered, or none was made. */
export async function findUnanswered(db: Db, caseId: number): Promise<string | null> {
  const { rows } = await sql<{ action: string; at: string }>`
    SELECT action, left_at AS at FROM case_stage
    WHERE case_id = ${caseId} AND stage = 'WAITING_DOCS' AND left_at IS NOT NULL ORDER BY id DESC LIMIT 1`.execute(
    db,
  )
  return rows[0]?.action === 'documentsNotGiven' ? rows[0].at : null
}
