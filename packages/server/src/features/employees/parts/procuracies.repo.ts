import type { Procuracy, ProcuracyInput } from '@ipoteka-office/contract/employees/employee-parts.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Horizon } from '#lib/bank-time.ts'
import { fileShape } from '#files/stored-objects.repo.ts'
import { expiryState, procuracyDates } from '../employee-shape.repo.ts'

const shape = (
  horizon: Horizon,
) => sql`pr.id, pr.number, pr.date_from::text AS "dateFrom", pr.date_to::text AS "dateTo",
  pr.scope, pr.issuer, pr.notary, pr.revoked_on::text AS "revokedOn",
  ${expiryState('pr', procuracyDates, horizon)} AS state, pr.date_to - ${horizon.today}::date AS "daysLeft",
  ${fileShape('f')} AS file, pr.version`

const find = async (db: Db, where: RawBuilder<unknown>, horizon: Horizon): Promise<Procuracy[]> => {
  const { rows } = await sql<Procuracy>`
    SELECT ${shape(horizon)} FROM procuracy pr LEFT JOIN stored_object f ON f.id = pr.file_id
    WHERE pr.deleted_at IS NULL AND ${where} ORDER BY pr.date_to DESC, pr.id DESC`.execute(db)
  return rows
}

export const findProcuracies = (db: Db, employeeId: number, horizon: Horizon) =>
  find(db, sql`pr.employee_id = ${employeeId}`, horizon)

export async function findProcuracy(
  db: Db,
  employeeId: number,
  id: number,
  horizon: Horizon,
): Promise<Procuracy | undefined> {
  const [row] = await find(db, sql`pr.employee_id = ${employeeId} AND pr.id = ${id}`, horizon)
  return row
}

export type LockedProcuracy = ProcuracyInput & { version: number }

export async function lockProcuracy(
  db: Db,
  employeeId: number,
  id: number,
): Promise<LockedProcuracy | undefined> {
  const { rows } = await sql<LockedProcuracy>`
    SELECT number, date_from::text AS "dateFrom", date_to::text AS "dateTo", scope, issuer, notary,
      revoked_on::text AS "revokedOn", version
    FROM procuracy WHERE id = ${id} AND employee_id = ${employeeId} AND deleted_at IS NULL FOR UPDATE`.execute(
    db,
  )
  return rows[0]
}

/** Another procuracy of the person with the number. */
export async function isNumberTaken(
  db: Db,
  employeeId: number,
  number: string,
  exceptId: number | null,
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM procuracy WHERE employee_id = ${employeeId} AND number = ${number} AND deleted_at IS NULL
      AND id IS DISTINCT FROM ${exceptId}`.execute(db)
  return rows.length > 0
}

const columns = (input: ProcuracyInput) => ({
  number: input.number,
  date_from: input.dateFrom,
  date_to: input.dateTo,
  scope: input.scope,
  issuer: input.issuer,
  notary: input.notary,
  revoked_on: input.revokedOn,
})

export async function insertProcuracy(db: Db, employeeId: number, input: ProcuracyInput): Promise<number> {
  const { id } = await db
    .insertInto('procuracy')
    .values({ employee_id: employeeId, ...columns(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateProcuracy(db: Db, id: number, input: ProcuracyInput): Promise<void> {
  await db
    .updateTable('procuracy')
    .set({ ...columns(input), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function hideProcuracy(db: Db, id: number): Promise<void> {
  await sql`UPDATE procuracy SET deleted_at = now(), version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function setProcuracyFile(db: Db, id: number, fileId: string): Promise<void> {
  await sql`UPDATE procuracy SET file_id = ${fileId}::uuid, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

export async function findProcuracyFile(db: Db, employeeId: number, id: number) {
  const { rows } = await sql<{ key: string; name: string; contentType: string }>`
    SELECT f.key, f.name, f.content_type AS "contentType" FROM procuracy pr JOIN stored_object f ON f.id = pr.file_id
    WHERE pr.id = ${id} AND pr.employee_id = ${employeeId} AND pr.deleted_at IS NULL`.execute(db)
  return rows[0] ?? null
}
