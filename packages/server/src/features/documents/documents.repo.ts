import type { DocumentSource } from '@ipoteka-office/contract/document-rules/document-sources.ts'
import type {
  Document,
  DocumentInput,
  DocumentOwner,
  DocumentOwnerType,
  DocumentStatus,
} from '@ipoteka-office/contract/documents/documents.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { visibleTo } from '#lib/visibility.ts'
import { broughtBy, selectDocuments } from './document-shape.repo.ts'

/** Documents of an owner in order. */
export const findDocuments = (
  db: Db,
  reader: Actor,
  { ownerType, ownerId }: DocumentOwner,
  horizon: Horizon,
  { deleted = false, ids }: { deleted?: boolean; ids?: readonly number[] | undefined } = {},
): Promise<Document[]> =>
  selectDocuments(
    db,
    reader,
    sql`d.owner_type = ${ownerType} AND d.owner_id = ${ownerId} AND (${deleted} OR d.deleted_at IS NULL)
      AND (${ids ?? null}::int[] IS NULL OR d.id = ANY(${ids ?? null}::int[]))`,
    horizon,
  )

export async function findDocument(
  db: Db,
  reader: Actor,
  id: number,
  horizon: Horizon,
): Promise<Document | undefined> {
  const [row] = await selectDocuments(db, reader, sql`d.id = ${id}`, horizon)
  return row
}

/** Documents of an owner, those with a delete mark too. */
export async function countDocuments(db: Db, { ownerType, ownerId }: DocumentOwner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM document d
    WHERE d.owner_type = ${ownerType} AND d.owner_id = ${ownerId} AND d.removed_at IS NULL`.execute(db)
  return rows[0]?.count ?? 0
}

/** What a change of a document has to know of it. */
export interface DocumentRow {
  readonly id: number
  readonly ownerType: DocumentOwnerType
  readonly ownerId: number
  readonly partnerId: number
  readonly typeCode: string | null
  /** As it is stored: an answer has it as the reader may see it. */
  readonly number: string
  readonly status: DocumentStatus
  readonly deleted: boolean
  /** Files it ever had, also replaced and deleted ones. */
  readonly files: number
  /** Employees who brought its current files. */
  readonly broughtBy: readonly number[]
  readonly version: number
}

/** The document, when the caller may see it; locked when it is going to change. */
export async function findVisible(
  db: Db,
  actor: Actor,
  id: number,
  ownerTypes: readonly DocumentOwnerType[],
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<DocumentRow | undefined> {
  const { rows } = await sql<DocumentRow>`
    SELECT d.id, d.owner_type AS "ownerType", d.owner_id AS "ownerId", o.partner_id AS "partnerId",
      d.type_code AS "typeCode", d.number, d.status, d.deleted_at IS NOT NULL AS deleted, d.version,
      ${broughtBy('d')} AS "broughtBy",
      (SELECT count(*)::int FROM document_file f WHERE f.document_id = d.id) AS files
    FROM document d JOIN document_owner o ON o.owner_type = d.owner_type AND o.owner_id = d.owner_id
    WHERE d.id = ${id} AND d.removed_at IS NULL AND d.owner_type = ANY(${ownerTypes}::text[])
      AND ${visibleTo(actor, 'o.partner_id')} AND (${actor.isAhml} OR NOT d.internal)
    ${lock ? sql`FOR UPDATE OF d` : sql``}`.execute(db)
  return rows[0]
}

const columns = (input: Omit<DocumentInput, 'source'>) => ({
  type_code: input.typeCode,
  title: input.title,
  number: input.number,
  issued_on: input.issuedOn,
  issuer: input.issuer,
  valid_to: input.validTo,
  participant_role: input.participant?.roleCode ?? null,
  participant_name: input.participant?.name ?? '',
  comment: input.comment,
})

/** A new document at the end of the owner's, whose set is locked. */
export async function insertDocument(
  db: Db,
  { ownerType, ownerId }: DocumentOwner,
  { source, ...input }: Omit<DocumentInput, 'source'> & { source: DocumentSource },
  createdBy: number | null,
): Promise<number> {
  const { id } = await db
    .insertInto('document')
    .values({
      ...columns(input),
      owner_type: ownerType,
      owner_id: ownerId,
      source,
      created_by: createdBy,
      sort: sql<number>`(SELECT coalesce(max(sort), 0) + 1 FROM document
        WHERE owner_type = ${ownerType} AND owner_id = ${ownerId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateDocument(db: Db, id: number, { source, ...input }: DocumentInput): Promise<void> {
  await db
    .updateTable('document')
    .set({ ...columns(input), ...(source !== undefined && { source }), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** A review, or its end when the content changed: then nobody has reviewed it. */
export async function setStatus(
  db: Db,
  id: number,
  status: DocumentStatus,
  reason: string,
  reviewerId: number | null,
): Promise<void> {
  await sql`UPDATE document SET status = ${status}, reason = ${reason}, reviewed_by = ${reviewerId}::int,
    reviewed_at = CASE WHEN ${reviewerId}::int IS NOT NULL THEN now() END, version = version + 1
    WHERE id = ${id}`.execute(db)
}

export async function clearType(db: Db, id: number): Promise<void> {
  await sql`UPDATE document SET type_code = NULL, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function markDeleted(db: Db, id: number, by: number): Promise<void> {
  await sql`UPDATE document SET deleted_at = now(), deleted_by = ${by}, version = version + 1
    WHERE id = ${id}`.execute(db)
}

export async function clearDeleted(db: Db, id: number): Promise<void> {
  await sql`UPDATE document SET deleted_at = NULL, deleted_by = NULL, version = version + 1
    WHERE id = ${id}`.execute(db)
}

/** Nobody is shown it any more. */
export async function removeDocument(db: Db, id: number, by: number): Promise<void> {
  await sql`UPDATE document SET removed_at = now(), deleted_at = coalesce(deleted_at, now()),
    deleted_by = coalesce(deleted_by, ${by}), version = version + 1 WHERE id = ${id}`.execute(db)
}

/** Raises the version where only files of the document changed their places. */
export async function touchDocument(db: Db, id: number): Promise<void> {
  await sql`UPDATE document SET version = version + 1 WHERE id = ${id}`.execute(db)
}
