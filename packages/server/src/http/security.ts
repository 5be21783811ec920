import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'

type SecurityConfig = Pick<Config, 'publicUrl' | 'production' | 'allowedIdentityHosts' | 'identity'>

const yearSeconds = 31_536_000

/** Headers of every answer; pages replace the policy, which for data allows nothing at all. */
export async function addSecurityHeaders(app: FastifyInstance, config: SecurityConfig): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    strictTransportSecurity: config.publicUrl.startsWith('https:')
      ? { maxAge: yearSeconds, includeSubDomains: true }
      : false,
    referrerPolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  })
}

/** Origins of the identity servers that pages may load the script from, talk to and go to. */
function identityOrigins({ allowedIdentityHosts, identity, production }: SecurityConfig): string[] {
  const own = new URL(identity.browserUrl)
  return allowedIdentityHosts.flatMap((host) => {
    if (host === own.host) return [own.origin]
    return production ? [`https://${host}`] : [`https://${host}`, `http://${host}`]
  })
}

/** The content security policy of a page: scripts and styles of our own or with this answer's nonce. */
export function pagePolicy(config: SecurityConfig): (nonce: string) => string {
  const origins = identityOrigins(config).join(' ')
  const { host, protocol } = new URL(config.publicUrl)
  const live = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`
  return (nonce) =>
    [
      "default-src 'self'",
      `script-src 'self' 'nonce-${nonce}' ${origins}`,
      `style-src 'self' 'nonce-${nonce}'`,
      "img-src 'self' data: blob:",
      "font-src 'self' data:",
      `connect-src 'self' ${live} ${origins}`,
      `frame-src 'self' ${origins}`,
      "worker-src 'self' blob:",
      `form-action 'self' ${origins}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "object-src 'none'",
    ].join('; ')
}
