import type {
  EmployeeDocument,
  EmployeeDocumentInput,
} from '@ipoteka-office/contract/employees/employee-parts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Horizon } from '#lib/bank-time.ts'
import type { Actor } from '#lib/actor.ts'
import { maskedNumber } from '#lib/masking.ts'
import { fileShape } from '#files/stored-objects.repo.ts'
import { expiryState } from '../employee-shape.repo.ts'

export type DocumentKind = 'AUTHORITY' | 'OTHER'

const dictionaryOf = sql`CASE d.kind WHEN 'AUTHORITY' THEN 'authorityType' ELSE 'docType' END`
const categoryOf = sql`CASE d.kind WHEN 'AUTHORITY' THEN 'AUTHORITY' ELSE coalesce(r.attributes ->> 'categoryCode', 'OTHER') END`
const dates = { from: 'issued_on', until: 'valid_to', revoked: null } as const

const shape = (horizon: Horizon) => sql`d.id, d.kind,
  jsonb_build_object('code', d.type_code, 'name', coalesce(r.name, d.type_code),
    'categoryCode', ${categoryOf}) AS type, d.number,
  d.issued_on::text AS "issuedOn", d.issuer, d.valid_to::text AS "validTo", d.comment,
  ${expiryState('d', dates, horizon)} AS state, ${fileShape('f')} AS file, d.version`

/** A document with what its type is, for its number's sake; the answer's schema leaves the category out. */
export type FoundDocument = EmployeeDocument & { readonly type: { readonly categoryCode: string } }

const find = async (
  db: Db,
  reader: Pick<Actor, 'operations'>,
  where: RawBuilder<unknown>,
  horizon: Horizon,
): Promise<FoundDocument[]> => {
  const { rows } = await sql<FoundDocument>`
    SELECT ${shape(horizon)} FROM employee_document d LEFT JOIN stored_object f ON f.id = d.file_id
    LEFT JOIN reference_item r ON r.dictionary = ${dictionaryOf} AND r.code = d.type_code
    WHERE d.deleted_at IS NULL AND ${where} ORDER BY d.issued_on DESC NULLS LAST, d.id DESC`.execute(db)
  return rows.map((row) => ({ ...row, number: maskedNumber(reader, row) }))
}

/** Of one person and kind; null: of both kinds. */
export const findDocuments = (
  db: Db,
  reader: Actor,
  employeeId: number,
  kind: DocumentKind | null,
  horizon: Horizon,
) =>
  find(
    db,
    reader,
    kind === null
      ? sql`d.employee_id = ${employeeId}`
      : sql`d.employee_id = ${employeeId} AND d.kind = ${kind}`,
    horizon,
  )

export async function findDocument(
  db: Db,
  reader: Actor,
  employeeId: number,
  id: number,
  horizon: Horizon,
): Promise<FoundDocument | undefined> {
  const [row] = await find(db, reader, sql`d.employee_id = ${employeeId} AND d.id = ${id}`, horizon)
  return row
}

export type LockedDocument = EmployeeDocumentInput & { kind: DocumentKind; version: number }

export async function lockDocument(
  db: Db,
  employeeId: number,
  id: number,
): Promise<LockedDocument | undefined> {
  const { rows } = await sql<LockedDocument>`
    SELECT kind, type_code AS "typeCode", number, issued_on::text AS "issuedOn", issuer, valid_to::text AS "validTo",
      comment, version
    FROM employee_document WHERE id = ${id} AND employee_id = ${employeeId} AND deleted_at IS NULL
    FOR UPDATE`.execute(db)
  return rows[0]
}

const columns = (input: EmployeeDocumentInput) => ({
  type_code: input.typeCode,
  number: input.number,
  issued_on: input.issuedOn,
  issuer: input.issuer,
  valid_to: input.validTo,
  comment: input.comment,
})

export async function insertDocument(
  db: Db,
  employeeId: number,
  kind: DocumentKind,
  input: EmployeeDocumentInput,
): Promise<number> {
  const { id } = await db
    .insertInto('employee_document')
    .values({ employee_id: employeeId, kind, ...columns(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateDocument(db: Db, id: number, input: EmployeeDocumentInput): Promise<void> {
  await db
    .updateTable('employee_document')
    .set({ ...columns(input), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function hideDocument(db: Db, id: number): Promise<void> {
  await sql`UPDATE employee_document SET deleted_at = now(), version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

export async function setDocumentFile(db: Db, id: number, fileId: string): Promise<void> {
  await sql`UPDATE employee_document SET file_id = ${fileId}::uuid, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

export async function findDocumentFile(db: Db, employeeId: number, id: number) {
  const { rows } = await sql<{ key: string; name: string; contentType: string }>`
    SELECT f.key, f.name, f.content_type AS "contentType" FROM employee_document d JOIN stored_object f ON f.id = d.file_id
    WHERE d.id = ${id} AND d.employee_id = ${employeeId} AND d.deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}

/** Names of both kinds' types by code. */
export async function findDocumentTypes(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    SELECT code, name FROM reference_item WHERE dictionary IN ('docType', 'authorityType')`.execute(db)
  return Object.fromEntries(rows.map(({ code, name }) => [code, name]))
}
