import { jwtVerify } from 'jose'
import { findEndedByKey } from '#http/session/ended-sessions.repo.ts'
import { isEndedBy, keysOf, tokenSessionOf } from '#http/session/ended-sessions.ts'
import { findAccount } from './accounts.repo.ts'
import { personClaims } from './claims.ts'
import type { Identity } from './identity.ts'

/** The person behind a valid access token who may still sign in; null for everybody else. */
export async function userInfo(identity: Identity, authorization: string | undefined) {
  const token = /^Bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) return null
  const { issuer, audience } = identity.config.identity
  try {
    const verified = await jwtVerify(token, identity.publicKey, { issuer, audience, algorithms: ['RS256'] })
    const { sub, typ } = verified.payload
    if (typ !== 'Bearer' || sub === undefined) return null
    const session = tokenSessionOf(verified.payload)
    if (isEndedBy(session, await findEndedByKey(identity.db, keysOf(session)))) return null
    const account = await findAccount(identity.db, sub)
    return account?.enabled ? personClaims(account) : null
  } catch {
    return null
  }
}
