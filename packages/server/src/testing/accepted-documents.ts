import { getCompleteness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import type { TestApp } from './test-app.ts'

/** Writes accepted documents for everything that a case asks for and does not have yet; answers how many. */
export async function acceptWhatIsAsked(
  { db, call }: TestApp,
  ownerType: DocumentOwnerType,
  ownerId: number,
): Promise<number> {
  const { body } = await call(getCompleteness, { params: { ownerType, ownerId: String(ownerId) } })
  const asked = body.groups.flatMap(({ requirements, participant }) =>
    requirements
      .filter(({ need, accepted, quantity }) => need === 'REQUIRED' && accepted < quantity)
      .map(({ documents }) => ({
        type: documents[0]?.code,
        role: participant?.role ?? null,
        name: participant?.name ?? '',
      })),
  )
  await sql`INSERT INTO document_set (owner_type, owner_id) VALUES (${ownerType}, ${ownerId}) ON CONFLICT DO NOTHING`.execute(
    db,
  )
  await sql`
    WITH made AS (
      INSERT INTO document (owner_type, owner_id, type_code, participant_role, participant_name, status, sort)
      SELECT ${ownerType}, ${ownerId}, a.type, a.role, a.name, 'ACCEPTED', 1
      FROM jsonb_to_recordset(${JSON.stringify(asked)}::text::jsonb) a (type text, role text, name text) RETURNING id),
    objects AS (
      INSERT INTO stored_object (key, name, content_type, size, sha256, source_sha256, owner_type, owner_id)
      SELECT 'test-' || id, 'скан.pdf', 'application/pdf', 1, '', '', 'document', id FROM made RETURNING id, owner_id)
    INSERT INTO document_file (document_id, storage_id, name, sort) SELECT owner_id, id, 'скан.pdf', 1 FROM objects`.execute(
    db,
  )
  return asked.length
}
