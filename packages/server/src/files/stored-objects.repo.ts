import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { FileOwner } from './attach-file.ts'
import type { ReceivedFile } from './received-file.ts'

export async function insertStoredObject(
  db: Db,
  file: ReceivedFile,
  owner: FileOwner,
  createdBy: number | null,
): Promise<string> {
  const { id } = await db
    .insertInto('stored_object')
    .values({
      key: file.key,
      name: file.name,
      content_type: file.contentType,
      size: String(file.size),
      sha256: file.sha256,
      source_sha256: file.sourceSha256,
      pages: file.pages,
      width: file.width,
      height: file.height,
      warnings: [...file.warnings],
      scanned_at: file.scannedAt?.toISOString() ?? null,
      origin: file.origin === undefined ? null : JSON.stringify(file.origin),
      owner_type: owner.type,
      owner_id: owner.id,
      created_by: createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A file as the contract has it; `alias` is its `stored_object`, which may be absent. */
export const fileShape = (
  alias: string,
) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL THEN jsonb_build_object(
  'name', ${sql.ref(`${alias}.name`)}, 'contentType', ${sql.ref(`${alias}.content_type`)},
  'size', ${sql.ref(`${alias}.size`)}, 'uploadedAt', ${sql.ref(`${alias}.created_at`)}) END`
