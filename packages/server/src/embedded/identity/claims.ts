import type { Config } from '#config.ts'
import type { Account } from './accounts.repo.ts'

/** Claims about the person, as Keycloak names them. */
export function personClaims(account: Account) {
  const [family = '', given = ''] = account.name.split(' ')
  return {
    sub: account.id,
    name: account.name,
    preferred_username: account.login,
    given_name: given,
    family_name: family,
  }
}

/** What Keycloak puts into an access token beside the standard claims; roles come from the account as it is now. */
export function accessClaims(account: Account, identity: Config['identity'], sid: string | undefined) {
  const { sub: _, ...person } = personClaims(account)
  return {
    ...person,
    // Tells an access token from an ID token, which has the same audience.
    typ: 'Bearer',
    azp: identity.clientId,
    ...(sid ? { sid } : {}),
    realm_access: { roles: account.realm_roles },
    resource_access: Object.fromEntries(
      Object.entries(account.resource_roles).map(([client, roles]) => [client, { roles }]),
    ),
  }
}
