import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** How far a file was read. */
export interface FileProgress {
  readonly file: string
  readonly offset: number
  readonly line: number
  readonly records: number
  readonly taken: number
  readonly refused: number
  readonly done: boolean
}

/** A record that was not taken. */
export interface Refusal {
  readonly file: string
  readonly line: number
  readonly record: number
  readonly reason: string
}

/** Any number that nothing else locks: one import at a time. */
const lockKey = 7_330_142
/** Refusals that are kept; the rest is counted. */
const mostRefusals = 10_000

/** Takes the right to import until the connection ends; false when another import works. */
export async function takeImport(db: Db): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`SELECT pg_try_advisory_lock(${lockKey}) AS taken`.execute(db)
  return rows[0]?.taken ?? false
}

/** Gives the right to import back. */
export async function leaveImport(db: Db): Promise<void> {
  await sql`SELECT pg_advisory_unlock(${lockKey})`.execute(db)
}

/** The unfinished import of the same files, or a new one. */
export async function beginImport(
  db: Db,
  folder: string,
  fingerprint: string,
): Promise<{ id: number; resumed: boolean }> {
  const found = await db
    .selectFrom('address_import')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('finished_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (found !== undefined) return { id: found.id, resumed: true }
  const made = await db
    .insertInto('address_import')
    .values({ folder, fingerprint })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: made.id, resumed: false }
}

/** The delivered sample gives way to the register. */
export async function dropSample(db: Db): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      INSERT INTO address_state AS s (source) VALUES ('GAR')
      ON CONFLICT (only_row) DO UPDATE SET source = 'GAR', sample_hash = NULL WHERE s.source <> 'GAR' RETURNING 1`.execute(
      tx,
    )
    if (rows.length === 0) return
    await tx.deleteFrom('address_parameter').execute()
    await tx.deleteFrom('address_adm_hierarchy').execute()
    await tx.deleteFrom('address_mun_hierarchy').execute()
    await tx.deleteFrom('address_house').execute()
    await tx.deleteFrom('address_object').execute()
    await tx.deleteFrom('address_object_type').execute()
  })
}

/** Progress of the files that were begun. */
export async function findProgress(db: Db, importId: number): Promise<Map<string, FileProgress>> {
  const { rows } = await sql<FileProgress>`
    SELECT file, byte_offset::float8 AS "offset", line::float8 AS line, records::float8 AS records, taken::float8 AS taken,
      refused::float8 AS refused, done FROM address_import_file WHERE import_id = ${importId}`.execute(db)
  return new Map(rows.map((row) => [row.file, row]))
}

/** Remembers how far a file was read. */
export async function saveProgress(db: Db, importId: number, progress: FileProgress): Promise<void> {
  const { file, offset, line, records, taken, refused, done } = progress
  await sql`
    INSERT INTO address_import_file (import_id, file, byte_offset, line, records, taken, refused, done)
    VALUES (${importId}, ${file}, ${offset}, ${line}, ${records}, ${taken}, ${refused}, ${done})
    ON CONFLICT (import_id, file) DO UPDATE SET byte_offset = EXCLUDED.byte_offset, line = EXCLUDED.line,
      records = EXCLUDED.records, taken = EXCLUDED.taken, refused = EXCLUDED.refused, done = EXCLUDED.done`.execute(
    db,
  )
}

/** Keeps what was refused. */
export async function addRefusals(db: Db, importId: number, refusals: readonly Refusal[]): Promise<void> {
  if (refusals.length === 0) return
  await sql`
    INSERT INTO address_import_refusal (import_id, file, line, record, reason)
    SELECT ${importId}, r.* FROM unnest(${refusals.map(({ file }) => file)}::text[], ${refusals.map(({ line }) => line)}::bigint[],
      ${refusals.map(({ record }) => record)}::bigint[], ${refusals.map(({ reason }) => reason)}::text[]) AS r
    WHERE (SELECT count(*) FROM address_import_refusal WHERE import_id = ${importId}) < ${mostRefusals}`.execute(
    db,
  )
}

/** What was refused, in the order it was met. */
export async function findRefusals(db: Db, importId: number): Promise<Refusal[]> {
  const { rows } = await sql<Refusal>`
    SELECT file, line::float8 AS line, record::float8 AS record, reason FROM address_import_refusal
    WHERE import_id = ${importId} ORDER BY id`.execute(db)
  return rows
}

/** Makes the search anew; answers the number of objects in it. */
export async function rebuildSearch(db: Db): Promise<number> {
  const { rows } = await sql<{ objects: number }>`SELECT address_search_rebuild() AS objects`.execute(db)
  return rows[0]?.objects ?? 0
}

/** Nothing is left to do. */
export async function finishImport(db: Db, importId: number): Promise<void> {
  await sql`UPDATE address_import SET finished_at = now() WHERE id = ${importId}`.execute(db)
}
