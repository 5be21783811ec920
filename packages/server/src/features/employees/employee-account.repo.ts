import type { AccountState } from '@ipoteka-office/contract/employees/employees.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** A person's sign-in as the database knows it. */
export interface AccountRow {
  readonly id: number
  readonly partnerId: number
  readonly login: string | null
  readonly identityId: string | null
  readonly notActive: boolean
  readonly lastName: string
  readonly firstName: string
  readonly middleName: string | null
  readonly email: string | null
  readonly fullName: string
  readonly requestState: 'WAITING' | 'DONE' | 'FAILED' | null
  readonly linkId: string | null
  readonly requestedBy: number | null
  readonly error: string | null
  readonly origin: 'MADE' | 'LINKED' | null
  /** Nobody is notified that it is ready: it is one of many. */
  readonly quiet: boolean
}

const shape = sql`e.id, e.partner_id AS "partnerId", e.login, e.identity_id AS "identityId",
  e.not_active AS "notActive", e.last_name AS "lastName", e.first_name AS "firstName",
  e.middle_name AS "middleName", e.email, e.full_name AS "fullName", a.state AS "requestState",
  a.link_id AS "linkId", a.requested_by AS "requestedBy", a.error, a.origin,
  coalesce(a.quiet, false) AS quiet`

/** Of somebody whom the caller may see. */
export async function findAccountOf(db: Db, actor: Actor, id: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    SELECT ${shape} FROM employee e LEFT JOIN employee_account a ON a.employee_id = e.id
    WHERE e.id = ${id} AND ${visibleTo(actor, 'e.partner_id')}`.execute(db)
  return rows[0]
}

/** For the job, whoever it is. */
export async function findForJob(db: Db, id: number): Promise<AccountRow | undefined> {
  const { rows } = await sql<AccountRow>`
    SELECT ${shape} FROM employee e LEFT JOIN employee_account a ON a.employee_id = e.id WHERE e.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** What people see of it. */
export const stateOf = ({ requestState, identityId, notActive }: AccountRow): AccountState => {
  if (requestState === 'WAITING' || requestState === 'FAILED') return requestState
  if (identityId === null) return 'NONE'
  return notActive ? 'DISABLED' : 'ACTIVE'
}

export async function writeRequest(
  db: Db,
  id: number,
  requestedBy: number,
  linkId: string | null,
): Promise<void> {
  await sql`
    INSERT INTO employee_account (employee_id, state, link_id, requested_by)
    VALUES (${id}, 'WAITING', ${linkId}::uuid, ${requestedBy})
    ON CONFLICT (employee_id) DO UPDATE SET state = 'WAITING', link_id = excluded.link_id, error = NULL, quiet = false,
      requested_by = excluded.requested_by, updated_at = now()`.execute(db)
}

/** Nobody is to be notified that the account is ready. */
export async function writeQuiet(db: Db, id: number): Promise<void> {
  await sql`UPDATE employee_account SET quiet = true WHERE employee_id = ${id}`.execute(db)
}

/** False when another worker was faster. */
export async function finishRequest(db: Db, id: number, error: string | null): Promise<boolean> {
  const { rows } =
    await sql`UPDATE employee_account SET state = ${error === null ? 'DONE' : 'FAILED'}, error = ${error}, updated_at = now()
    WHERE employee_id = ${id} AND state = 'WAITING' RETURNING employee_id`.execute(db)
  return rows.length > 0
}

/** Keeps that the login is free and its account is being made. */
export async function writeMaking(db: Db, id: number, login: string): Promise<void> {
  await sql`UPDATE employee_account SET making_login = ${login} WHERE employee_id = ${id}`.execute(db)
}

/** Whether the product itself began to make the account of this login for the person. */
export async function wasMaking(db: Db, id: number, login: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM employee_account
    WHERE employee_id = ${id} AND lower(making_login) = lower(${login})`.execute(db)
  return rows.length > 0
}

/** Gives the person the account; false when somebody else has it. */
export async function writeIdentity(
  db: Db,
  id: number,
  identityId: string,
  origin: 'MADE' | 'LINKED',
): Promise<boolean> {
  await sql`UPDATE employee_account SET origin = ${origin}, making_login = NULL WHERE employee_id = ${id}`.execute(
    db,
  )
  const { rows } = await sql`
    UPDATE employee e SET identity_id = ${identityId}::uuid, version = version + 1
    WHERE e.id = ${id} AND NOT EXISTS (SELECT FROM employee o WHERE o.identity_id = ${identityId}::uuid AND o.id <> e.id)
    RETURNING e.id`.execute(db)
  return rows.length > 0
}

/** Who has the account. */
export async function findIdentityHolder(db: Db, identityId: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM employee WHERE identity_id = ${identityId}::uuid`.execute(db)
  return rows[0]?.id ?? null
}
