import type { Upload, UploadState } from '@ipoteka-office/contract/uploads/uploads.ts'
import { uploadHours } from '@ipoteka-office/contract/uploads/uploads.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** An item as work needs it. */
export interface ItemRow {
  readonly id: number
  readonly uid: string
  readonly ownerType: string
  readonly ownerId: number
  readonly createdBy: number
  readonly name: string
  readonly size: number
  readonly typeCode: string | null
  readonly documentId: number | null
  readonly received: number
  readonly state: UploadState
  readonly keepDuplicate: boolean
}

/** Where the same bytes are already. */
export interface SameFileRow {
  readonly documentId: number
  readonly storageId: string
  readonly name: string
}

/** A part of a file in the file store. */
export interface ChunkRow {
  readonly key: string
  readonly at: number
  readonly size: number
}

interface NewUpload {
  readonly ownerType: string
  readonly ownerId: number
  readonly createdBy: number
  readonly files: readonly {
    readonly name: string
    readonly size: number
    readonly typeCode: string | null
    readonly documentId: number | null
  }[]
}

export async function insertUpload(db: Db, { ownerType, ownerId, createdBy, files }: NewUpload) {
  const { uid } = await db
    .insertInto('upload')
    .values({ owner_type: ownerType, owner_id: ownerId, created_by: createdBy })
    .returning('uid')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('upload_item')
    .values(
      files.map(({ name, size, typeCode, documentId }) => ({
        upload_uid: uid,
        name,
        size: String(size),
        type_code: typeCode,
        document_id: documentId,
      })),
    )
    .execute()
  return uid
}

/** Bytes that the person's uploads have announced and not brought to an end. */
export async function countOpenBytes(db: Db, employeeId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`SELECT coalesce(sum(i.size), 0)::float8 AS bytes
    FROM upload u JOIN upload_item i ON i.upload_uid = u.uid
    WHERE u.created_by = ${employeeId} AND i.state IN ('RECEIVING', 'CHECKING', 'DUPLICATE')`.execute(db)
  return rows[0]?.bytes ?? 0
}

/** The person's own upload with the state of every item. */
export async function findUpload(db: Db, employeeId: number, uid: string): Promise<Upload | undefined> {
  const { rows } = await sql<Upload>`SELECT u.uid, u.owner_type AS "ownerType", u.owner_id AS "ownerId",
      u.created_at AS "createdAt", u.touched_at + make_interval(hours => ${uploadHours}::int) AS "expiresAt",
      (SELECT jsonb_agg(jsonb_build_object('item', i.id, 'name', i.name, 'size', i.size, 'received', i.received,
        'state', i.state, 'reason', i.reason, 'warnings', i.warnings, 'typeCode', i.type_code,
        'documentId', i.result_document_id, 'storageId', i.storage_id, 'same', i.same) ORDER BY i.id)
        FROM upload_item i WHERE i.upload_uid = u.uid) AS items
    FROM upload u WHERE u.uid = ${uid}::uuid AND u.created_by = ${employeeId}`.execute(db)
  return rows[0]
}

const itemColumns = sql`i.id, u.uid, u.owner_type AS "ownerType", u.owner_id AS "ownerId", u.created_by AS "createdBy",
  i.name, i.size::float8 AS size, i.type_code AS "typeCode", i.document_id AS "documentId",
  i.received::float8 AS received, i.state, i.keep_duplicate AS "keepDuplicate"`

/** An item of the person's own upload. */
export async function findItem(
  db: Db,
  employeeId: number,
  uid: string,
  item: number,
): Promise<ItemRow | undefined> {
  const { rows } =
    await sql<ItemRow>`SELECT ${itemColumns} FROM upload u JOIN upload_item i ON i.upload_uid = u.uid
    WHERE u.uid = ${uid}::uuid AND u.created_by = ${employeeId} AND i.id = ${item}`.execute(db)
  return rows[0]
}

/** An item whoever it belongs to. */
export async function findAnyItem(db: Db, item: number): Promise<ItemRow | undefined> {
  const { rows } =
    await sql<ItemRow>`SELECT ${itemColumns} FROM upload u JOIN upload_item i ON i.upload_uid = u.uid
    WHERE i.id = ${item}`.execute(db)
  return rows[0]
}

/** Items whose check should have ended long ago. */
export async function findStuckItems(db: Db): Promise<number[]> {
  const { rows } = await sql<{
    id: number
  }>`SELECT i.id FROM upload u JOIN upload_item i ON i.upload_uid = u.uid
    WHERE i.state = 'CHECKING' AND u.touched_at < now() - interval '1 hour' ORDER BY i.id LIMIT 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** An item whoever it belongs to, locked for a change; other writers of it wait. */
export async function lockItem(db: Db, item: number): Promise<ItemRow | undefined> {
  const { rows } =
    await sql<ItemRow>`SELECT ${itemColumns} FROM upload u JOIN upload_item i ON i.upload_uid = u.uid
    WHERE i.id = ${item} FOR UPDATE OF i`.execute(db)
  return rows[0]
}

export async function hasChunkAt(db: Db, item: number, at: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM upload_chunk WHERE item_id = ${item} AND at = ${at}`.execute(db)
  return rows.length > 0
}

export async function insertChunk(db: Db, item: number, { key, at, size }: ChunkRow): Promise<void> {
  await sql`INSERT INTO upload_chunk (item_id, at, size, key) VALUES (${item}, ${at}, ${size}, ${key})`.execute(
    db,
  )
  await sql`UPDATE upload_item SET received = ${at + size} WHERE id = ${item}`.execute(db)
}

export async function findChunks(db: Db, item: number): Promise<ChunkRow[]> {
  const { rows } = await sql<ChunkRow>`SELECT key, at::float8 AS at, size FROM upload_chunk
    WHERE item_id = ${item} ORDER BY at`.execute(db)
  return rows
}

/** Forgets the parts of an item; answers their keys, whose objects are the caller's to remove after the commit. */
export async function deleteChunks(db: Db, item: number): Promise<string[]> {
  const { rows } = await sql<{
    key: string
  }>`DELETE FROM upload_chunk WHERE item_id = ${item} RETURNING key`.execute(db)
  return rows.map(({ key }) => key)
}

export async function touchUpload(db: Db, uid: string): Promise<void> {
  await sql`UPDATE upload SET touched_at = now() WHERE uid = ${uid}::uuid`.execute(db)
}

/** What has become of an item. */
export interface ItemOutcome {
  readonly state: UploadState
  readonly reason?: string | null
  readonly warnings?: readonly string[]
  readonly documentId?: number
  readonly storageId?: string
  readonly same?: SameFileRow | null
  readonly keepDuplicate?: boolean
}

export async function setOutcome(db: Db, item: number, outcome: ItemOutcome): Promise<void> {
  const { state, reason = null, warnings = [], documentId, storageId, same = null, keepDuplicate } = outcome
  await db
    .updateTable('upload_item')
    .set({
      state,
      reason,
      warnings: [...warnings],
      same: same === null ? null : JSON.stringify(same),
      ...(documentId !== undefined && { result_document_id: documentId }),
      ...(storageId !== undefined && { storage_id: storageId }),
      ...(keepDuplicate !== undefined && { keep_duplicate: keepDuplicate }),
    })
    .where('id', '=', item)
    .execute()
}

/** Items of an upload that are not documents yet and can be given up, locked. */
export async function lockOpenItems(db: Db, uid: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM upload_item
    WHERE upload_uid = ${uid}::uuid AND state IN ('RECEIVING', 'DUPLICATE') ORDER BY id FOR UPDATE`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Deletes uploads that nobody has gone on with; answers the keys of their parts. */
export async function deleteOldUploads(db: Db): Promise<string[]> {
  const { rows } = await sql<{ key: string | null }>`WITH old AS (
      SELECT uid FROM upload u WHERE touched_at < now() - make_interval(hours => ${uploadHours}::int)
        AND NOT EXISTS (SELECT FROM upload_item i WHERE i.upload_uid = u.uid AND i.state = 'CHECKING')
      LIMIT 500 FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM upload u USING old WHERE u.uid = old.uid)
    SELECT c.key FROM old LEFT JOIN upload_item i ON i.upload_uid = old.uid
      LEFT JOIN upload_chunk c ON c.item_id = i.id WHERE c.key IS NOT NULL`.execute(db)
  return rows.flatMap(({ key }) => key ?? [])
}
