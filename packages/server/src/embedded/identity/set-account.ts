import type { Db } from '#db/database.ts'
import { demoAccounts, demoPassword } from '#db/seed/demo-accounts.ts'
import { upsertAccount } from './accounts.repo.ts'
import { hashPassword } from './passwords.ts'

/** What an account is made of. */
export interface NewAccount {
  readonly id: string
  readonly login: string
  readonly name: string
  readonly password: string
  readonly realmRoles?: readonly string[]
  /** Client id → roles. */
  readonly resourceRoles?: Readonly<Record<string, string[]>>
  readonly enabled?: boolean
}

/** Creates or replaces an account of the embedded identity server. */
export async function setAccount(db: Db, account: NewAccount): Promise<void> {
  await upsertAccount(db, {
    id: account.id,
    login: account.login,
    name: account.name,
    password_hash: await hashPassword(account.password),
    realm_roles: [...(account.realmRoles ?? [])],
    resource_roles: { ...account.resourceRoles },
    enabled: account.enabled ?? true,
  })
}

/** The eight demo sign-ins with the password «demo». */
export async function seedDemoAccounts(db: Db): Promise<void> {
  for (const account of demoAccounts) {
    const name = `${account.lastName} ${account.firstName} ${account.middleName}`
    await setAccount(db, { ...account, name, password: demoPassword })
  }
}
