import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTVerifyGetKey, SignJWT } from 'jose'
import type { Config } from '#config.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'

/** A demo sign-in. */
export type Login =
  | 'admin'
  | 'workload'
  | 'underwriter'
  | 'agent'
  | 'partner-admin'
  | 'support'
  | 'viewer'
  | 'security'
  | 'compliance'
  | 'uw-head'
  | 'lawyer'
  | 'committee1'
  | 'committee2'
  | 'committee3'
  | 'verifier'
  | 'product'
  | 'product-head'
  | 'norole'
  | 'blocked'

/** Every demo sign-in. */
export const logins: readonly Login[] = [
  'admin',
  'workload',
  'underwriter',
  'agent',
  'partner-admin',
  'support',
  'viewer',
  'security',
  'compliance',
  'uw-head',
  'lawyer',
  'committee1',
  'committee2',
  'committee3',
  'verifier',
  'product',
  'product-head',
  'norole',
  'blocked',
]

const pair = await generateKeyPair('ES256', { extractable: true })
const kid = 'test-key'

/** The private key that signs the tests' tokens. */
export const testKey = pair.privateKey
export const testPublicKey = pair.publicKey

/** The identity server's public keys, as it shows them. */
export const testKeySet = {
  keys: [{ ...(await exportJWK(pair.publicKey)), kid, alg: 'ES256', use: 'sig' }],
}
export const testKeys: JWTVerifyGetKey = createLocalJWKSet(testKeySet)

/** Claims of an access token of that person, as Keycloak issues them. */
export function claimsOf(identity: Config['identity'], login: Login): Record<string, unknown> {
  const account = demoAccounts.find((one) => one.login === login)
  if (account === undefined) throw new Error(`No demo account ${login}`)
  const now = Math.floor(Date.now() / 1_000)
  return {
    iss: identity.issuer,
    aud: identity.audience,
    azp: identity.clientId,
    typ: 'Bearer',
    sub: account.id,
    preferred_username: login,
    iat: now,
    exp: now + 300,
    realm_access: { roles: [...account.realmRoles] },
  }
}

/** Signs claims with the tests' key, or with another one. */
export const signToken = (
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
  key: Parameters<SignJWT['sign']>[0] = testKey,
): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header }).sign(key)
