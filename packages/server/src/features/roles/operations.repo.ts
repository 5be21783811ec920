import type { OperationInput } from '@ipoteka-office/contract/roles/role-operations.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** An operation of the catalogue as it is stored. */
export interface OperationRow {
  readonly id: number
  readonly objectType: string
  readonly code: string
  readonly descriptor: string
  readonly builtin: boolean
  readonly rolesCount: number
  readonly version: number
}

const columns = sql`o.id, o.object_type AS "objectType", o.code, o.descriptor, o.builtin, o.version,
  (SELECT count(*)::int FROM user_role_operation u WHERE u.object_type = o.object_type AND u.operation = o.code) AS "rolesCount"`

/** The catalogue: the product's operations in its own order of object types is for the caller to make. */
export async function findOperations(
  db: Db,
  { query = '', objectType = null }: { query?: string; objectType?: string | null } = {},
): Promise<OperationRow[]> {
  const { rows } = await sql<OperationRow>`
    SELECT ${columns} FROM operation o
    WHERE (${query} = '' OR strpos(search_form(o.object_type || ' ' || o.code || ' ' || o.descriptor), search_form(${query})) > 0)
      AND (${objectType}::text IS NULL OR o.object_type = ${objectType})
    ORDER BY o.object_type, o.id`.execute(db)
  return rows
}

export async function findOperation(db: Db, id: number): Promise<OperationRow | undefined> {
  const { rows } = await sql<OperationRow>`SELECT ${columns} FROM operation o WHERE o.id = ${id}`.execute(db)
  return rows[0]
}

/** The row itself, locked until the transaction ends. */
export async function lockOperation(db: Db, id: number): Promise<OperationRow | undefined> {
  const { rows } = await sql`SELECT 1 FROM operation WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows.length > 0 ? findOperation(db, id) : undefined
}

export async function isTaken(
  db: Db,
  { objectType, code }: Pick<OperationInput, 'objectType' | 'code'>,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM operation
    WHERE object_type = ${objectType} AND code = ${code} AND id IS DISTINCT FROM ${exceptId}::int`.execute(db)
  return rows.length > 0
}

export async function insertOperation(db: Db, operation: OperationInput): Promise<number> {
  const { id } = await db
    .insertInto('operation')
    .values({
      object_type: operation.objectType,
      code: operation.code,
      descriptor: operation.descriptor,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateOperationRow(db: Db, id: number, operation: OperationInput): Promise<void> {
  await sql`UPDATE operation SET object_type = ${operation.objectType}, code = ${operation.code},
    descriptor = ${operation.descriptor}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function deleteOperationRow(db: Db, id: number): Promise<void> {
  await db.deleteFrom('operation').where('id', '=', id).execute()
}

/** Rows of a role's operations with their names; `ids` narrows to some of them. */
export async function findRoleOperations(
  db: Db,
  roleId: number,
  ids: readonly number[] | null = null,
): Promise<{ id: number; objectType: string; code: string; descriptor: string }[]> {
  const { rows } = await sql<{ id: number; objectType: string; code: string; descriptor: string }>`
    SELECT u.id, u.object_type AS "objectType", u.operation AS code, coalesce(o.descriptor, u.operation) AS descriptor
    FROM user_role_operation u LEFT JOIN operation o ON o.object_type = u.object_type AND o.code = u.operation
    WHERE u.user_role_id = ${roleId} AND (${ids}::int[] IS NULL OR u.id = ANY(${ids}::int[]))
    ORDER BY u.object_type, u.operation`.execute(db)
  return rows
}
