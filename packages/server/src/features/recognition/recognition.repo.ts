import type { RecognitionKind } from '@ipoteka-office/contract/recognition/recognition.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Recognised } from './recognised.ts'

/** A recognition as it is kept. */
export interface RecognitionRow {
  readonly result: Recognised
  readonly engine: string
  readonly durationMs: number
  readonly createdAt: string
  readonly createdBy: string
}

/** Bytes of a file, read as a kind of paper. */
export interface RecognitionKey {
  readonly storageId: string
  readonly sha256: string
  readonly kind: RecognitionKind
}

/** The last recognition of these bytes as this kind. */
export async function findRecognition(
  db: Db,
  { storageId, sha256, kind }: RecognitionKey,
): Promise<RecognitionRow | undefined> {
  const { rows } = await sql<RecognitionRow>`
    SELECT r.result, r.engine, r.duration_ms AS "durationMs", r.created_at AS "createdAt", e.full_name AS "createdBy"
    FROM recognition r JOIN employee e ON e.id = r.created_by
    WHERE r.storage_id = ${storageId}::uuid AND r.sha256 = ${sha256} AND r.kind = ${kind}
    ORDER BY r.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Keeps a recognition beside earlier ones of the same file. */
export async function insertRecognition(
  db: Db,
  row: {
    readonly storageId: string
    readonly sha256: string
    readonly kind: RecognitionKind
    readonly result: Recognised
    readonly engine: string
    readonly durationMs: number
    readonly createdBy: number
  },
): Promise<void> {
  await db
    .insertInto('recognition')
    .values({
      storage_id: row.storageId,
      sha256: row.sha256,
      kind: row.kind,
      result: JSON.stringify(row.result),
      engine: row.engine,
      duration_ms: row.durationMs,
      created_by: row.createdBy,
    })
    .execute()
}

/** A scan that nobody has read yet. */
export interface UnreadScan extends RecognitionKey {
  readonly documentId: number
  readonly key: string
  readonly contentType: string
  readonly createdBy: number
}

/** Scans of the owner's papers of the given types that were never read: the first files of each document, where its spread lies. */
export async function findUnread(
  db: Db,
  { ownerType, ownerId }: { readonly ownerType: string; readonly ownerId: number },
  {
    kinds,
    contentTypes,
    leastBytes,
    files,
  }: {
    readonly kinds: Readonly<Record<string, RecognitionKind>>
    readonly contentTypes: readonly string[]
    readonly leastBytes: number
    readonly files: number
  },
): Promise<UnreadScan[]> {
  const { rows } = await sql<UnreadScan>`
    SELECT d.id AS "documentId", f.storage_id AS "storageId", o.sha256, d.kind, o.key, o.content_type AS "contentType",
      f.created_by AS "createdBy"
    FROM (
      SELECT id, sort, ${JSON.stringify(kinds)}::jsonb ->> type_code AS kind FROM document
      WHERE owner_type = ${ownerType} AND owner_id = ${ownerId} AND removed_at IS NULL AND deleted_at IS NULL) d
    CROSS JOIN LATERAL (
      SELECT storage_id, sort, created_by FROM document_file
      WHERE document_id = d.id AND deleted_at IS NULL AND replaced_at IS NULL ORDER BY sort, id LIMIT ${files}) f
    JOIN stored_object o ON o.id = f.storage_id
    WHERE d.kind IS NOT NULL AND o.content_type = ANY(${contentTypes}::text[]) AND o.size >= ${leastBytes}
      AND NOT EXISTS (SELECT FROM recognition r WHERE r.storage_id = f.storage_id AND r.sha256 = o.sha256 AND r.kind = d.kind)
    ORDER BY d.sort, d.id, f.sort`.execute(db)
  return rows
}
