import type { RecognitionKind } from '@ipoteka-office/contract/recognition.ts'
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

/** The last recognition of these bytes as this kind. */
export async function findRecognition(
  db: Db,
  { storageId, sha256, kind }: { storageId: string; sha256: string; kind: RecognitionKind },
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
