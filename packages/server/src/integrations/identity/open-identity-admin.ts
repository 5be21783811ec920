import type { Config } from '#config.ts'
import type { Db } from '#db/database.ts'
import { embeddedIdentityAdmin } from './embedded-identity-admin.ts'
import type { IdentityAdmin } from './identity-admin.ts'
import { keycloakIdentityAdmin } from './keycloak-identity-admin.ts'

/** The administration of accounts that the settings allow; null: accounts are kept elsewhere. */
export function openIdentityAdmin({ identity }: Pick<Config, 'identity'>, db: Db): IdentityAdmin | null {
  if (identity.mode === 'embedded') return embeddedIdentityAdmin(db)
  return identity.admin === null ? null : keycloakIdentityAdmin({ ...identity.admin, realm: identity.realm })
}
