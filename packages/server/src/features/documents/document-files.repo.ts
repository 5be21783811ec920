import type { DocumentOwner, Rotation } from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { isCurrent, selectFiles } from './document-shape.repo.ts'

/** Files of a document in order; `all` adds older versions and deleted ones. */
export const findFiles = (db: Db, documentId: number, { all = false }: { readonly all?: boolean } = {}) =>
  selectFiles(
    db,
    all ? sql`f.document_id = ${documentId}` : sql`f.document_id = ${documentId} AND ${isCurrent('f')}`,
    sql`f.sort, f.version_number DESC, f.id`,
  )

/** A file of the document with all it replaced and all that replaced it, newest first. */
export const findVersions = (db: Db, documentId: number, storageId: string) =>
  selectFiles(
    db,
    sql`f.document_id = ${documentId} AND f.storage_id IN (
      WITH RECURSIVE older AS (
        SELECT storage_id, replaces FROM document_file WHERE storage_id = ${storageId}::uuid
        UNION SELECT b.storage_id, b.replaces FROM document_file b JOIN older o ON b.storage_id = o.replaces),
      newer AS (
        SELECT storage_id FROM document_file WHERE storage_id = ${storageId}::uuid
        UNION SELECT n.storage_id FROM document_file n JOIN newer o ON n.replaces = o.storage_id)
      SELECT storage_id FROM older UNION SELECT storage_id FROM newer)`,
    sql`f.version_number DESC, f.id DESC`,
  )

/** What a change of a file, or reading it, has to know. */
export interface FileRow {
  readonly id: number
  readonly documentId: number
  readonly storageId: string
  readonly key: string
  readonly name: string
  readonly contentType: string
  readonly size: number
  readonly sha256: string
  readonly pages: number | null
  readonly rotation: Rotation
  readonly sort: number
  readonly versionNumber: number
  readonly replaced: boolean
  readonly deleted: boolean
  /** A moment as text. */
  readonly createdAt: string
  readonly version: number
}

const row = sql`f.id, f.document_id AS "documentId", f.storage_id AS "storageId", s.key, f.name,
  s.content_type AS "contentType", s.size::float8 AS size, s.sha256, s.pages, f.rotation, f.sort,
  f.version_number AS "versionNumber", f.replaced_at IS NOT NULL AS replaced, f.deleted_at IS NOT NULL AS deleted,
  f.created_at AS "createdAt", f.version`

/** A file of the document, whichever version; undefined when it is of another document. */
export async function findFile(db: Db, documentId: number, storageId: string): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    SELECT ${row} FROM document_file f JOIN stored_object s ON s.id = f.storage_id
    WHERE f.document_id = ${documentId} AND f.storage_id = ${storageId}::uuid`.execute(db)
  return rows[0]
}

/** Current files of several documents, in the order of the documents given and of the files. */
export async function findCurrentFiles(db: Db, documentIds: readonly number[]): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    SELECT ${row} FROM unnest(${documentIds}::int[]) WITH ORDINALITY AS d(id, place)
    JOIN document_file f ON f.document_id = d.id JOIN stored_object s ON s.id = f.storage_id
    WHERE ${isCurrent('f')} ORDER BY d.place, f.sort, f.id`.execute(db)
  return rows
}

/** A file of the owner with the same bytes, as they came or as they are stored. */
export async function findSame(
  db: Db,
  { ownerType, ownerId }: DocumentOwner,
  sums: readonly string[],
): Promise<{ documentId: number; storageId: string; name: string } | undefined> {
  const { rows } = await sql<{ documentId: number; storageId: string; name: string }>`
    -- The few files of the owner come first: many owners may hold the same content, and it is not looked up by itself.
    WITH own AS MATERIALIZED (
      SELECT f.id, f.document_id, f.storage_id, f.name FROM document d JOIN document_file f ON f.document_id = d.id
      WHERE d.owner_type = ${ownerType} AND d.owner_id = ${ownerId} AND d.removed_at IS NULL AND d.deleted_at IS NULL
        AND ${isCurrent('f')})
    SELECT f.document_id AS "documentId", f.storage_id AS "storageId", f.name
    FROM own f JOIN stored_object s ON s.id = f.storage_id
    WHERE s.source_sha256 = ANY(${sums}::text[]) OR s.sha256 = ANY(${sums}::text[])
    ORDER BY f.id LIMIT 1`.execute(db)
  return rows[0]
}

/** A new file of a document. */
export interface NewFile {
  readonly documentId: number
  readonly storageId: string
  readonly name: string
  readonly createdBy: number | null
  /** Its place; the end when it is left out. */
  readonly sort?: number
  readonly rotation?: Rotation
  /** The version it takes the place of. */
  readonly replaces?: Pick<FileRow, 'storageId' | 'versionNumber'>
  readonly splitFrom?: { readonly storageId: string; readonly from: number; readonly to: number }
}

const originOf = ({ splitFrom, replaces }: NewFile) => ({
  replaces: replaces?.storageId ?? null,
  version_number: (replaces?.versionNumber ?? 0) + 1,
  split_from: splitFrom?.storageId ?? null,
  page_from: splitFrom?.from ?? null,
  page_to: splitFrom?.to ?? null,
})

export async function insertFile(db: Db, file: NewFile): Promise<void> {
  await db
    .insertInto('document_file')
    .values({
      document_id: file.documentId,
      storage_id: file.storageId,
      name: file.name,
      created_by: file.createdBy,
      rotation: file.rotation ?? 0,
      ...originOf(file),
      sort:
        file.sort ??
        sql<number>`(SELECT coalesce(max(sort), 0) + 1 FROM document_file WHERE document_id = ${file.documentId})`,
    })
    .execute()
}

export async function updateFile(
  db: Db,
  id: number,
  { name, rotation }: { name: string; rotation: Rotation },
): Promise<void> {
  await sql`UPDATE document_file SET name = ${name}, rotation = ${rotation}, version = version + 1
    WHERE id = ${id}`.execute(db)
}

export async function markReplaced(db: Db, id: number): Promise<void> {
  await sql`UPDATE document_file SET replaced_at = now(), version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function setFileDeleted(db: Db, id: number, isDeleted: boolean): Promise<void> {
  await sql`UPDATE document_file SET deleted_at = CASE WHEN ${isDeleted} THEN now() END, version = version + 1
    WHERE id = ${id}`.execute(db)
}

/** With all its versions: they belong together. The file goes to the end of the other document. */
export async function moveFiles(db: Db, ids: readonly string[], documentId: number): Promise<void> {
  await sql`
    UPDATE document_file SET document_id = ${documentId}, version = version + 1,
      sort = (SELECT coalesce(max(sort), 0) + 1 FROM document_file WHERE document_id = ${documentId})
    WHERE storage_id = ANY(${ids}::uuid[])`.execute(db)
  await sql`UPDATE stored_object SET owner_id = ${documentId} WHERE id = ANY(${ids}::uuid[])`.execute(db)
}

/** Places by the order of the list. */
export async function setFileOrder(db: Db, storageIds: readonly string[]): Promise<void> {
  await sql`
    UPDATE document_file f SET sort = n.place::int, version = version + 1
    FROM unnest(${storageIds}::uuid[]) WITH ORDINALITY AS n(id, place)
    WHERE f.storage_id = n.id AND f.sort <> n.place`.execute(db)
}

/** Moves what comes after a place, to make room for so many more. */
export async function makeRoom(db: Db, documentId: number, after: number, count: number): Promise<void> {
  await sql`UPDATE document_file SET sort = sort + ${count}::int
    WHERE document_id = ${documentId} AND sort > ${after}::int`.execute(db)
}
