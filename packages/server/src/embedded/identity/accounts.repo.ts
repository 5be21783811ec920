import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A person as the identity server knows them, without the password. */
export interface Account {
  readonly id: string
  readonly login: string
  readonly name: string
  readonly realm_roles: string[]
  readonly resource_roles: Record<string, string[]>
  readonly enabled: boolean
}

/** An account with its argon2id hash. */
export interface AccountWithHash extends Account {
  readonly password_hash: string
  /** Somebody else knows the password: it opens nothing until it is changed. */
  readonly must_change_password: boolean
}

/** The account of a token's subject. */
export async function findAccount(db: Db, id: string): Promise<Account | undefined> {
  const found = await sql<Account>`
    SELECT id, login, name, realm_roles, resource_roles, enabled FROM identity.account WHERE id = ${id}
  `.execute(db)
  return found.rows[0]
}

/** The account that a login names, in any case of letters. */
export async function findAccountByLogin(db: Db, login: string): Promise<AccountWithHash | undefined> {
  // The database takes no such text: nobody is called so.
  if (login.includes('\0')) return undefined
  const found = await sql<AccountWithHash>`
    SELECT id, login, name, realm_roles, resource_roles, enabled, password_hash, must_change_password
    FROM identity.account WHERE lower(login) = lower(${login})
  `.execute(db)
  return found.rows[0]
}

/** Creates the account or replaces all of it, password included. */
export async function upsertAccount(
  db: Db,
  account: Omit<AccountWithHash, 'must_change_password'>,
): Promise<void> {
  await sql`
    INSERT INTO identity.account (id, login, name, password_hash, realm_roles, resource_roles, enabled)
    VALUES (${account.id}, ${account.login}, ${account.name}, ${account.password_hash}, ${account.realm_roles},
      ${JSON.stringify(account.resource_roles)}::jsonb, ${account.enabled})
    ON CONFLICT (id) DO UPDATE SET login = excluded.login, name = excluded.name,
      password_hash = excluded.password_hash, must_change_password = false, realm_roles = excluded.realm_roles,
      resource_roles = excluded.resource_roles, enabled = excluded.enabled
  `.execute(db)
}

/** Lets the person in or out; being out ends every session within the life of an access token. */
export async function setAccountEnabled(db: Db, id: string, enabled: boolean): Promise<void> {
  await sql`UPDATE identity.account SET enabled = ${enabled} WHERE id = ${id}`.execute(db)
}

/** Gives the account a realm role that it may have already. */
export async function addRealmRole(db: Db, id: string, role: string): Promise<void> {
  await sql`UPDATE identity.account SET realm_roles = realm_roles || ${role}::text
    WHERE id = ${id} AND NOT ${role} = ANY(realm_roles)`.execute(db)
}

/** A new password; one that somebody else knows must be changed at the next sign-in. */
export async function setAccountPassword(
  db: Db,
  id: string,
  passwordHash: string,
  mustChange = true,
): Promise<void> {
  await sql`UPDATE identity.account SET password_hash = ${passwordHash}, must_change_password = ${mustChange}
    WHERE id = ${id}`.execute(db)
}
