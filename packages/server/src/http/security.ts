import helmet from '@fastify/helmet'
import Fastify from 'fastify'
import type { Config } from '#config.ts'

type SecurityConfig = Pick<Config, 'publicUrl' | 'production' | 'allowedIdentityHosts' | 'identity'>

const yearSeconds = 31_536_000

/**
 * Headers of every answer, worked out once: helmet would do it anew for each of thousands a second.
 * Pages replace the policy, which for data allows nothing at all.
 */
export async function securityHeaders(
  config: Pick<SecurityConfig, 'publicUrl'>,
): Promise<Record<string, string>> {
  const sample = Fastify()
  await sample.register(helmet, {
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
    // For browsers that are long gone.
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  })
  sample.get('/', async () => '')
  const { headers } = await sample.inject('/')
  await sample.close()
  const own = ['content-type', 'content-length', 'date', 'connection', 'transfer-encoding']
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !own.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
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
