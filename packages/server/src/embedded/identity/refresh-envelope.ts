import { createHmac } from 'node:crypto'

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** keycloak-js decodes a refresh token as a JWT: the opaque one travels inside something of that shape. */
export function wrapRefreshToken(opaque: string, claims: Record<string, unknown>, secret: string): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, jti: opaque, typ: 'Refresh' })}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** The opaque token inside an envelope; it alone is the secret, so the envelope's signature need not be checked. */
export function openEnvelope(value: string): string {
  const body = value.split('.')
  if (body.length !== 3) return value
  try {
    const claims: unknown = JSON.parse(Buffer.from(body[1] ?? '', 'base64url').toString('utf8'))
    const jti = (claims as { jti?: unknown } | null)?.jti
    return typeof jti === 'string' ? jti : value
  } catch {
    return value
  }
}
