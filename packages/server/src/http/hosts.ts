import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#config.ts'
import { typed } from './errors.ts'

/**
 * Whom Fastify believes. It takes no number, since whoever reaches the server past its proxies could claim anything; that
 * nobody does is up to the network, and operations.md says so.
 */
export const trustOf = (
  trusted: Config['trustProxy'],
): boolean | string | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted

/** A host as an address names it: without the port that goes without saying. */
const plainHost = (text: string, protocol: string): string => {
  const url = `${protocol}//${text.trim()}`
  return URL.canParse(url) ? new URL(url).host : ''
}

/** Whether two `Host` headers came, of which a proxy may have read another than we do. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean => {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) if (rawHeaders[at]?.toLowerCase() === 'host') count += 1
  return count > 1
}

/**
 * What is wrong with the hosts that a request names; null: nothing. In production a proxy that forwards another address
 * than ours is either not ours or deceived; on a developer's machine the product opens by many names.
 */
export function hostFaultOf({
  production,
  publicUrl,
  qr,
}: Pick<Config, 'production' | 'publicUrl' | 'qr'>): (raw: IncomingMessage) => string | null {
  const own = [publicUrl, qr.linkUrl].map((address) => new URL(address))
  const isOurs = (text: string) => own.some(({ host, protocol }) => plainHost(text, protocol) === host)
  return (raw) => {
    if (hasTwoHosts(raw)) return 'В запросе два заголовка Host'
    const forwarded = raw.headers['x-forwarded-host']
    if (!production || forwarded === undefined) return null
    const named = [forwarded].flat().flatMap((line) => line.split(','))
    return named.every(isOurs)
      ? null
      : 'Запрос пришёл на чужой адрес: X-Forwarded-Host не совпадает с PUBLIC_URL'
  }
}

/** Refuses such requests before anything looks at them. */
export function guardHosts(app: FastifyInstance, config: Config): void {
  const faultOf = hostFaultOf(config)
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = faultOf(request.raw)
    done(fault === null ? undefined : typed(400, 'ER_INVALID_DTO_DATA', fault))
  })
}
