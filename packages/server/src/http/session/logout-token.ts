import { type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Config } from '#config.ts'
import { sidKey, subKey } from './ended-sessions.ts'
import type { EndedSession } from './ended-sessions.repo.ts'
import { ApiError } from '../errors.ts'
import { asApiError, clockTolerance, tokenAlgorithms } from './token.ts'

/** What OpenID Connect Back-Channel Logout 1.0 §2.4 names the event. */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout'
/** `typ` of a logout token: the specification's own, or none in particular as older Keycloaks write. */
const logoutTokenTypes = new Set(['', 'jwt', 'logout+jwt', 'application/logout+jwt'])
/** A logout token is sent at once; one from long ago was kept by somebody. */
const maxAge = '5m'
const maxIdLength = 256

/** A logout token that holds. */
export interface LogoutNotice {
  readonly jti: string
  readonly ending: EndedSession
}

const refused = () => new ApiError(400, 'ER_UNSPECIFIED', 'Уведомление о выходе не принято')

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= maxIdLength

function isLogoutEvent(events: unknown): boolean {
  if (typeof events !== 'object' || events === null) return false
  const event = (events as Record<string, unknown>)[logoutEvent]
  return typeof event === 'object' && event !== null && !Array.isArray(event)
}

function endingIn({ sid, sub, iat = 0 }: JWTPayload): EndedSession {
  if (isText(sid)) return { key: sidKey(sid), endedAt: iat }
  if (isText(sub)) return { key: subKey(sub), endedAt: iat }
  throw refused()
}

/** Checks a logout token as §2.6 asks: signature, issuer, audience, times, event, whose session, and no nonce. */
export function logoutTokenVerifier(
  identity: Pick<Config['identity'], 'issuer' | 'clientId'>,
  keys: JWTVerifyGetKey,
): (token: string) => Promise<LogoutNotice> {
  const expected = {
    issuer: identity.issuer,
    audience: identity.clientId,
    algorithms: tokenAlgorithms,
    requiredClaims: ['iat', 'jti'],
    clockTolerance,
    maxTokenAge: maxAge,
  }
  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, expected).catch((error: unknown) => {
      const known = asApiError(error)
      throw known.status === 401 ? refused() : known
    })
    const isLogout = logoutTokenTypes.has((protectedHeader.typ ?? '').toLowerCase())
    // With a nonce it would be an ID token (§2.4).
    const holds =
      isLogout && isLogoutEvent(payload.events) && payload.nonce === undefined && isText(payload.jti)
    if (!holds) throw refused()
    return { jti: String(payload.jti), ending: endingIn(payload) }
  }
}
