import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A file whose bytes lie in the file store. */
export interface NewStoredObject {
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly ownerType: string
  readonly ownerId: number
  readonly createdBy: number
}

export async function insertStoredObject(db: Db, file: NewStoredObject): Promise<string> {
  const { id } = await db
    .insertInto('stored_object')
    .values({
      key: file.key,
      name: file.name,
      content_type: file.contentType,
      size: String(file.size),
      sha256: file.sha256,
      owner_type: file.ownerType,
      owner_id: file.ownerId,
      created_by: file.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keys of every file that a row tells of. */
export async function findStoredKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`SELECT key FROM stored_object`.execute(db)
  return rows.map(({ key }) => key)
}

/** A file as the contract has it; `alias` is its `stored_object`, which may be absent. */
export const fileShape = (
  alias: string,
) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL THEN jsonb_build_object(
  'name', ${sql.ref(`${alias}.name`)}, 'contentType', ${sql.ref(`${alias}.content_type`)},
  'size', ${sql.ref(`${alias}.size`)}, 'uploadedAt', ${sql.ref(`${alias}.created_at`)}) END`
