import { randomUUID } from 'node:crypto'
import type { Db } from '#db/database.ts'
import {
  addRealmRole,
  findAccount,
  findAccountByLogin,
  setAccountEnabled,
  setAccountPassword,
} from '#embedded/identity/accounts.repo.ts'
import { deleteSession } from '#embedded/identity/artefacts.repo.ts'
import { setAccount } from '#embedded/identity/set-account.ts'
import { hashPassword } from '#embedded/identity/passwords.ts'
import { entryRole, type IdentityAdmin, IdentityRefused } from './identity-admin.ts'

/** Accounts of the embedded identity server. */
export function embeddedIdentityAdmin(db: Db): IdentityAdmin {
  return {
    provider: 'EMBEDDED',
    canSendLetter: false,
    async findUser(login) {
      const account = await findAccountByLogin(db, login)
      return account ? { id: account.id, login: account.login, enabled: account.enabled } : null
    },
    async getUser(id) {
      const account = await findAccount(db, id)
      return account ? { id: account.id, login: account.login, enabled: account.enabled } : null
    },
    async createUser({ login, lastName, firstName, middleName }) {
      const id = randomUUID()
      const name = [lastName, firstName, middleName].filter(Boolean).join(' ')
      // Nobody knows this password: one is issued when it is asked for.
      await setAccount(db, {
        id,
        login,
        name,
        password: randomUUID() + randomUUID(),
        realmRoles: [entryRole],
      })
      return id
    },
    linkUser: (id) => addRealmRole(db, id, entryRole),
    async privilegesOf(id) {
      const account = await findAccount(db, id)
      const { realm_roles: realm = [], resource_roles: resource = {} } = account ?? {}
      return [...realm.filter((role) => role !== entryRole), ...Object.keys(resource)]
    },
    setEnabled: (id, enabled) => setAccountEnabled(db, id, enabled),
    endSession: (id, sid) => deleteSession(db, id, sid),
    setPassword: async (id, password) => setAccountPassword(db, id, await hashPassword(password)),
    async sendPasswordReset() {
      throw new IdentityRefused('Встроенный сервер входа не отправляет писем: выдайте пароль')
    },
  }
}
