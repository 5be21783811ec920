import { once } from 'node:events'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import type { TlsPlace } from './tls-places.ts'

/** What an address shows of itself. */
export interface ReadCertificate {
  /** Null: it showed none. */
  readonly endsAt: Date | null
  /** Why nothing was read, or why whoever checks would refuse it; null: it is sound. */
  readonly failure: string | null
}

const patienceMs = 5_000
/** «Let us speak TLS», as PostgreSQL is asked. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

const refusals: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'срок кончился',
  CERT_NOT_YET_VALID: 'ещё не действует',
  ERR_TLS_CERT_ALTNAME_INVALID: 'выдан другому имени',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'подписан сам собой',
  SELF_SIGNED_CERT_IN_CHAIN: 'подписан неизвестным центром',
  UNABLE_TO_GET_ISSUER_CERT: 'подписан неизвестным центром',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'подписан неизвестным центром',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'прислан без промежуточных сертификатов',
}
const codeOf = (error: unknown): string =>
  String((error as { readonly code?: unknown } | null)?.code ?? error)

async function askedForTls(place: TlsPlace, signal: AbortSignal): Promise<Socket> {
  const socket = connectPlain({ host: place.host, port: place.port, signal })
  try {
    await once(socket, 'connect', { signal })
    socket.write(sslRequest)
    const [answer] = (await once(socket, 'data', { signal })) as [Buffer]
    if (answer.toString() !== 'S') throw new Error('no TLS')
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

async function handshake(place: TlsPlace, signal: AbortSignal): Promise<TLSSocket> {
  const under = place.protocol === 'postgres' ? await askedForTls(place, signal) : undefined
  const socket = connectTls({
    ...(under === undefined ? { host: place.host, port: place.port } : { socket: under }),
    ...(isIP(place.host) === 0 && { servername: place.host }),
    // It is looked at, not trusted: nothing is said over this connection.
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Reads the certificate by a handshake and says nothing more. */
export async function readCertificate(place: TlsPlace): Promise<ReadCertificate> {
  let socket: TLSSocket
  try {
    socket = await handshake(place, AbortSignal.timeout(patienceMs))
  } catch {
    // Whatever the reason is, there is nothing to read; the service's own answers tell it better.
    return { endsAt: null, failure: 'адрес не отвечает по TLS' }
  }
  const { valid_to: until } = socket.getPeerCertificate()
  const { authorized, authorizationError } = socket
  socket.destroy()
  const endsAt = until ? new Date(until) : null
  if (authorized) return { endsAt, failure: endsAt === null ? 'сертификата нет' : null }
  return { endsAt, failure: refusals[codeOf(authorizationError)] ?? 'не принимается проверкой' }
}
