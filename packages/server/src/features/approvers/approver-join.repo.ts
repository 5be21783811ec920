import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { mayCheck } from '#db/may-check.ts'

/** Whether somebody works and may check. */
export interface Checker {
  readonly notActive: boolean
  readonly mayCheck: boolean
}

/** The employee, locked until the transaction ends. */
export async function findChecker(db: Db, employeeId: number): Promise<Checker> {
  const { rows } = await sql<Checker>`
    SELECT e.not_active AS "notActive", ${mayCheck} AS "mayCheck"
    FROM employee e WHERE e.id = ${employeeId} FOR NO KEY UPDATE OF e`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error(`There is no employee ${employeeId}`)
  return found
}

/** The new approver's id; null: the employee is one of them already. */
export async function insertApprover(db: Db, type: ApproverType, employeeId: number): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO approver (type, employee_id, work_status) VALUES (${type}, ${employeeId}, 'INACTIVE')
    ON CONFLICT (type, employee_id) DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}
