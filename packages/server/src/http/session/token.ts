import { requiredRoles } from '@ipoteka-office/contract/session/identity.ts'
import { errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import type { Config } from '#config.ts'
import { type TokenSession, tokenSessionOf } from './ended-sessions.ts'
import { ApiError, forbidden, unauthorised } from '../errors.ts'

/** What a verified access token says of its holder. */
export interface TokenClaims {
  readonly identityId: string | null
  readonly login: string | null
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  readonly hasRequiredRole: boolean
  readonly session: TokenSession
}

/** Clocks of the identity server and ours may differ by so many seconds. */
export const clockTolerance = 60
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** What signs tokens: never chosen by the token. */
export const tokenAlgorithms = ['RS256', 'ES256']
const accessTokenTypes = new Set(['at+jwt', 'application/at+jwt'])

/** 403 of specification 1 §5: signed in at the identity server, without the role that opens the product. */
export const roleMissing = () =>
  forbidden(`Для доступа к системе необходима одна из ролей: ${requiredRoles.slice(0, 2).join(', ')}`)

const rolesIn = (part: unknown): string[] => {
  const { roles } = (part ?? {}) as { roles?: unknown }
  return Array.isArray(roles) ? roles.filter((role) => typeof role === 'string') : []
}

function hasRequiredRole(payload: JWTPayload, clientId: string): boolean {
  const resources = (payload.resource_access ?? {}) as Record<string, unknown>
  const held = [...rolesIn(payload.realm_access), ...rolesIn(resources[clientId])]
  return requiredRoles.some((role) => held.includes(role))
}

/** The token never chose its own key or issuer; what failed is not told. */
export function asApiError(error: unknown): ApiError {
  const isForged = error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)
  if (isForged) return unauthorised()
  return new ApiError(503, 'ER_AUTHENTICATION_SERVICE_CALL', 'Сервер входа не отвечает, повторите позже')
}

/**
 * Checks signature (algorithm fixed), issuer, audience, times and that it is an access token.
 * 401 for whatever does not hold, 503 when the identity server's keys cannot be had.
 */
export function tokenVerifier(
  identity: Pick<Config['identity'], 'issuer' | 'audience' | 'clientId'>,
  keys: JWTVerifyGetKey,
): (token: string) => Promise<TokenClaims> {
  const expected = {
    issuer: identity.issuer,
    audience: identity.audience,
    algorithms: tokenAlgorithms,
    requiredClaims: ['exp', 'sub'],
    clockTolerance,
  }
  return async (token) => {
    const { payload, protectedHeader } = await jwtVerify(token, keys, expected).catch((error: unknown) => {
      throw asApiError(error)
    })
    // An ID token has the same issuer, audience and key (Keycloak: typ ID; oidc-provider: none).
    const isAccess =
      payload.typ === undefined
        ? accessTokenTypes.has((protectedHeader.typ ?? '').toLowerCase())
        : payload.typ === 'Bearer'
    if (!isAccess) throw unauthorised()
    const { sub = '', preferred_username: login } = payload
    return {
      identityId: uuid.test(sub) ? sub : null,
      login: typeof login === 'string' ? login : null,
      expiresAt: ((payload.exp ?? 0) + clockTolerance) * 1_000,
      hasRequiredRole: hasRequiredRole(payload, identity.clientId),
      session: tokenSessionOf(payload),
    }
  }
}
