// Without zod: the browser needs this before anything else, and makes no schema on its way to the identity server.

/** Roles of which one is needed to enter, held as a resource role or as a realm role (specification 1 §5). */
export const requiredRoles = ['apix_user', 'ad-gf-apix.user', 'APIX_USER', 'AD-GF-APIX.USER'] as const

const texts = ['realm', 'auth-server-url', 'resource'] as const

/** The identity configuration under /assets/: what keycloak-js takes, plus the host of the script. */
export type IdentityConfig = Readonly<Record<(typeof texts)[number], string>>

/** Whether a file is an identity configuration; what else is in it does not matter. */
export function isIdentityConfig(file: unknown): file is IdentityConfig {
  if (typeof file !== 'object' || file === null) return false
  return texts.every((name) => typeof (file as Record<string, unknown>)[name] === 'string')
}

/** Where the browser says that the person leaves: its access token opens nothing any more. */
export const endSessionPath = '/api/session/end'

/** Where the identity server says that it has ended a session (OpenID Connect Back-Channel Logout 1.0). */
export const backChannelLogoutPath = '/api/session/back-channel-logout'

/**
 * What the server says of a token whose session has ended, in the ERROR of live updates and in `WWW-Authenticate`: no
 * newer token of that session opens anything either.
 */
export const sessionOver = 'Session is over'

/** `WWW-Authenticate` of the 401 that tells it (RFC 6750, section 3). */
export const sessionOverChallenge = `Bearer error="invalid_token", error_description="${sessionOver}"`
