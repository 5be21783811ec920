import type { Document, DocumentFile } from '@ipoteka-office/contract/documents/documents.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { maskedNumber } from '#lib/masking.ts'

/** A file of `document_file` f and `stored_object` s as the contract has it. */
const fileJson = sql`jsonb_build_object(
  'storageId', f.storage_id, 'name', f.name, 'contentType', s.content_type, 'size', s.size, 'sha256', s.sha256,
  'pages', s.pages, 'width', s.width, 'height', s.height, 'rotation', f.rotation,
  'splitFrom', CASE WHEN f.split_from IS NOT NULL
    THEN jsonb_build_object('storageId', f.split_from, 'from', f.page_from, 'to', f.page_to) END,
  'versionNumber', f.version_number, 'uploadedAt', f.created_at, 'uploadedBy', coalesce(fe.full_name, 'Система'),
  'deletedAt', f.deleted_at, 'replacedAt', f.replaced_at, 'version', f.version)`

const fileTables = sql`document_file f JOIN stored_object s ON s.id = f.storage_id
  LEFT JOIN employee fe ON fe.id = f.created_by`

/** A file that is neither replaced nor deleted. */
export const isCurrent = (alias: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.replaced_at`)} IS NULL AND ${sql.ref(`${alias}.deleted_at`)} IS NULL`

/** The type's days in force; what the bank typed wrong counts as none. */
const validDays = sql`CASE WHEN jsonb_typeof(t.attributes -> 'validDays') = 'number'
  THEN least((t.attributes ->> 'validDays')::numeric, 36500)::int END`
/** The last day in force of document `d` with its type `t`. */
export const validUntil = sql`coalesce(d.valid_to, d.issued_on + ${validDays})`

const validityOf = ({ today, soon }: Horizon) => sql`CASE
  WHEN u.valid_until IS NULL THEN 'NONE' WHEN u.valid_until < ${today}::date THEN 'EXPIRED'
  WHEN u.valid_until <= ${soon}::date THEN 'EXPIRES' ELSE 'VALID' END`

/** Document `d` with its type `t` and the day `u` it ends. */
export const documentTables = sql`document d
  LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code
  CROSS JOIN LATERAL (SELECT ${validUntil} AS valid_until) u`

/**
 * Who brought the current files of the document `alias`: a page that was cut out of a file is whose the file was, and not of
 * whoever sorted the pages.
 */
export const broughtBy = (alias: string): RawBuilder<number[]> => sql<number[]>`ARRAY(
  WITH RECURSIVE origin AS (
    SELECT f.split_from, f.created_by FROM document_file f
    WHERE f.document_id = ${sql.ref(`${alias}.id`)} AND ${isCurrent('f')}
    UNION SELECT s.split_from, s.created_by FROM origin o JOIN document_file s ON s.storage_id = o.split_from)
  SELECT DISTINCT created_by FROM origin WHERE split_from IS NULL AND created_by IS NOT NULL)`

const shape = (horizon: Horizon) => sql`d.id, d.owner_type AS "ownerType", d.owner_id AS "ownerId",
  CASE WHEN d.type_code IS NOT NULL THEN jsonb_build_object('code', d.type_code, 'name', coalesce(t.name, d.type_code),
    'categoryCode', coalesce(t.attributes ->> 'categoryCode', 'OTHER')) END AS type,
  d.title, d.number, d.issued_on::text AS "issuedOn", d.issuer, d.valid_to::text AS "validTo",
  u.valid_until::text AS "validUntil", ${validityOf(horizon)} AS validity,
  CASE WHEN d.participant_role IS NOT NULL
    THEN jsonb_build_object('roleCode', d.participant_role, 'name', d.participant_name) END AS participant,
  d.source, d.status, d.reason, d.reviewed_at AS "reviewedAt", re.full_name AS "reviewedBy", d.comment,
  coalesce(files.list, '[]') AS files, ${broughtBy('d')} AS "broughtBy", d.deleted_at AS "deletedAt", de.full_name AS "deletedBy",
  d.created_at AS "createdAt", coalesce(ce.full_name, 'Система') AS "createdBy", d.version`

/** Documents with their current files, in the order of the owner, with their numbers as the reader may see them. */
export async function selectDocuments(
  db: Db,
  reader: Pick<Actor, 'operations' | 'isAhml' | 'employeeId'>,
  where: RawBuilder<unknown>,
  horizon: Horizon,
): Promise<Document[]> {
  const { rows } = await sql<Omit<Document, 'own'> & { broughtBy: number[] }>`
    SELECT ${shape(horizon)} FROM ${documentTables}
    LEFT JOIN employee re ON re.id = d.reviewed_by LEFT JOIN employee de ON de.id = d.deleted_by
    LEFT JOIN employee ce ON ce.id = d.created_by
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(${fileJson} ORDER BY f.sort, f.id) AS list FROM ${fileTables}
      WHERE f.document_id = d.id AND ${isCurrent('f')}) files ON true
    WHERE d.removed_at IS NULL AND (${reader.isAhml} OR NOT d.internal) AND ${where} ORDER BY d.sort, d.id`.execute(
    db,
  )
  return rows.map(({ broughtBy: people, ...row }) => ({
    ...row,
    number: maskedNumber(reader, row),
    own: people.includes(reader.employeeId),
  }))
}

/** Files by a condition on `f`, in an order of theirs. */
export async function selectFiles(
  db: Db,
  where: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): Promise<DocumentFile[]> {
  const { rows } = await sql<{ file: DocumentFile }>`
    SELECT ${fileJson} AS file FROM ${fileTables} WHERE ${where} ORDER BY ${order}`.execute(db)
  return rows.map(({ file }) => file)
}
