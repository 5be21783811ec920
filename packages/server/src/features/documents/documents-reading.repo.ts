import type { DocumentParticipant, DocumentStatus } from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { documentTables, isCurrent } from './document-shape.repo.ts'

/** What a document says about the completeness of a case. */
export interface CompletenessDocument {
  readonly id: number
  readonly typeCode: string
  readonly title: string
  readonly status: DocumentStatus
  /** Why it was rejected. */
  readonly reason: string
  readonly issuedOn: string | null
  /** Last day in force by its own date or by its type's days; null: no end is known. */
  readonly validUntil: string | null
  readonly participant: DocumentParticipant | null
  readonly files: readonly {
    readonly storageId: string
    readonly name: string
    readonly contentType: string
    readonly size: number
  }[]
}

export async function findForCompleteness(
  db: Db,
  ownerType: string,
  ownerId: number,
): Promise<CompletenessDocument[]> {
  const { rows } = await sql<CompletenessDocument>`
    SELECT d.id, d.type_code AS "typeCode", d.title, d.status, d.reason, d.issued_on::text AS "issuedOn",
      u.valid_until::text AS "validUntil",
      CASE WHEN d.participant_role IS NOT NULL
        THEN jsonb_build_object('roleCode', d.participant_role, 'name', d.participant_name) END AS participant,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('storageId', f.storage_id, 'name', f.name, 'contentType', s.content_type,
          'size', s.size) ORDER BY f.sort, f.id)
        FROM document_file f JOIN stored_object s ON s.id = f.storage_id
        WHERE f.document_id = d.id AND ${isCurrent('f')}), '[]') AS files
    FROM ${documentTables}
    WHERE d.owner_type = ${ownerType} AND d.owner_id = ${ownerId} AND d.removed_at IS NULL AND d.deleted_at IS NULL
      AND d.type_code IS NOT NULL
    ORDER BY d.sort, d.id`.execute(db)
  return rows
}
