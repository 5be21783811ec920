import { isDeepStrictEqual } from 'node:util'
import { tokenDestination } from '@ipoteka-office/contract/live.ts'
import { parseTopic, type Topic } from '@ipoteka-office/contract/live-topics.ts'
import { sessionOver } from '@ipoteka-office/contract/session/identity.ts'
import { decodeJwt, type JWTPayload } from 'jose'
import type { WebSocket } from 'ws'
import { SessionOver } from '#http/errors.ts'
import { type TokenSession, tokenSessionOf } from '#http/session/ended-sessions.ts'
import type { Actor } from '#lib/actor.ts'
import { closeCodes, Connection, type ConnectionLimits } from './connection.ts'
import { type Frame, ProtocolError } from './frames.ts'
import type { Hub, Subscriber } from './hub.ts'
import type { Presence } from './presence.ts'

const maxSubscriptions = 50
const maxTimeoutMs = 2 ** 31 - 1

/** What a session needs of its server. */
export interface SessionServer {
  readonly hub: Hub
  readonly presence: Presence
  readonly limits: ConnectionLimits
  authenticate(token: string): Promise<Actor>
  /** Whether the session that a token belongs to has ended. */
  isOver(session: TokenSession): boolean
  /** Rights and, for one record, its visibility. */
  mayRead(actor: Actor, topic: Topic): Promise<boolean>
  /** False when the person has too many connections. */
  admit(actor: Actor): boolean
  closed(session: Session): void
  error(error: unknown): void
}

/** One browser tab: who it is and what it listens to. */
export class Session {
  readonly #server: SessionServer
  readonly #connection: Connection
  readonly #subscriptions = new Map<string, Subscriber & { readonly parsed: Topic }>()
  #token = ''
  #tokenSession: TokenSession | null = null
  #actor: Actor | null = null
  #expiry: NodeJS.Timeout | undefined
  #messages = 0

  constructor(socket: WebSocket, server: SessionServer) {
    this.#server = server
    this.#connection = new Connection(socket, server.limits, {
      frame: (frame) => this.#handle(frame),
      closed: () => this.#end(),
      error: (error) => server.error(error),
    })
  }

  get employeeId(): number | null {
    return this.#actor?.employeeId ?? null
  }

  /** Rights have changed: what is no longer allowed ends. */
  async recheck(): Promise<void> {
    const before = this.#actor
    if (before === null) return
    try {
      this.#actor = await this.#server.authenticate(this.#token)
    } catch (error) {
      // Whatever the reason, the token no longer opens anything; the browser comes back with another or not at all.
      this.#connection.fail(refusalOf(error))
      return
    }
    const isOther = !isDeepStrictEqual(before.operations, this.#actor.operations)
    for (const [id, subscription] of this.#subscriptions) {
      if (isOther && subscription.parsed.kind === 'rights') subscription.send({})
      if (!(await this.#server.mayRead(this.#actor, subscription.parsed))) this.#unsubscribe(id)
    }
  }

  /** Closes at once when the person's session at the identity server has ended. */
  endIfOver(): void {
    if (this.#tokenSession !== null && this.#server.isOver(this.#tokenSession))
      this.#connection.fail(new ProtocolError(sessionOver))
  }

  /** The server goes away; the browser connects again by itself. */
  close(): void {
    this.#connection.close(closeCodes.restart, 'Server restarts')
  }

  async #handle({ command, headers }: Frame): Promise<void> {
    if (command === 'CONNECT' || command === 'STOMP') return this.#connect(headers)
    if (this.#actor === null) throw new ProtocolError('CONNECT expected')
    if (command === 'SUBSCRIBE') await this.#subscribe(this.#actor, headers)
    else if (command === 'SEND' && headers.destination === tokenDestination)
      await this.#renew(this.#actor, headers)
    else if (command === 'UNSUBSCRIBE') this.#unsubscribe(required(headers, 'id'))
    else if (command !== 'DISCONNECT') throw new ProtocolError(`${command} is not allowed`)
    if (headers.receipt !== undefined) this.#connection.send('RECEIPT', { 'receipt-id': headers.receipt })
    if (command === 'DISCONNECT') this.#connection.close(closeCodes.normal, '')
  }

  async #connect(headers: Frame['headers']): Promise<void> {
    if (this.#actor !== null) throw new ProtocolError('Already connected')
    if (!required(headers, 'accept-version').split(',').includes('1.2'))
      throw new ProtocolError('Supported protocol version is 1.2')
    const { token, actor } = await this.#authenticate(headers)
    if (this.#connection.closed) return
    if (!this.#server.admit(actor)) throw new ProtocolError('Too many connections')
    this.#take(token, actor)
    this.#connection.send('CONNECTED', {
      version: '1.2',
      'heart-beat': this.#connection.startHeartbeats(headers['heart-beat']),
      moment: String(this.#server.hub.moment()),
    })
  }

  async #authenticate(headers: Frame['headers']): Promise<{ token: string; actor: Actor }> {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(headers.Authorization ?? headers.authorization ?? '')?.[1]
    if (token === undefined) throw new ProtocolError('Unauthorised')
    try {
      return { token, actor: await this.#server.authenticate(token) }
    } catch (error) {
      throw refusalOf(error)
    }
  }

  /** The same person goes on with a newer token; what they listen to stays. */
  async #renew(before: Actor, headers: Frame['headers']): Promise<void> {
    const { token, actor } = await this.#authenticate(headers)
    if (actor.employeeId !== before.employeeId) throw new ProtocolError('Unauthorised')
    if (this.#connection.closed) return
    this.#take(token, actor)
  }

  #take(token: string, actor: Actor): void {
    const claims = decodeJwt(token)
    this.#actor = actor
    this.#token = token
    this.#tokenSession = tokenSessionOf(claims)
    this.#closeWhenExpired(claims)
  }

  #closeWhenExpired({ exp = 0 }: JWTPayload): void {
    clearTimeout(this.#expiry)
    const left = Math.min(Math.max(exp * 1_000 - Date.now(), 0), maxTimeoutMs)
    this.#expiry = setTimeout(() => this.#connection.fail(new ProtocolError('Token expired')), left)
  }

  async #subscribe(actor: Actor, headers: Frame['headers']): Promise<void> {
    const id = required(headers, 'id')
    const topic = required(headers, 'destination')
    const since = momentOf(headers)
    if (this.#subscriptions.has(id)) throw new ProtocolError('Subscription id is in use')
    if (this.#subscriptions.size >= maxSubscriptions) throw new ProtocolError('Too many subscriptions')
    const parsed = parseTopic(topic)
    // An unknown topic, a forbidden one and one of an invisible record answer alike.
    if (parsed === null || !(await this.#server.mayRead(actor, parsed)))
      // Named, so that the page asks for the others again and not for this one.
      throw new ProtocolError('Destination is not allowed', { destination: topic })
    if (this.#connection.closed) return
    const current = () => this.#actor ?? actor
    const subscription = {
      topic,
      parsed,
      get actor() {
        return current()
      },
      send: (body: unknown) => this.#message(id, topic, body),
    }
    this.#subscriptions.set(id, subscription)
    this.#server.hub.add(subscription)
    if (since !== undefined) this.#server.hub.replay(subscription, since)
    if (parsed.kind === 'presence') this.#server.presence.join(subscription)
  }

  #unsubscribe(id: string): void {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return
    this.#subscriptions.delete(id)
    this.#server.hub.remove(subscription)
    this.#server.presence.leave(subscription)
  }

  #message(subscription: string, destination: string, body: unknown): void {
    const headers = {
      subscription,
      destination,
      'message-id': String(++this.#messages),
      'content-type': 'application/json',
    }
    this.#connection.send('MESSAGE', headers, JSON.stringify(body))
  }

  #end(): void {
    clearTimeout(this.#expiry)
    for (const id of [...this.#subscriptions.keys()]) this.#unsubscribe(id)
    this.#server.closed(this)
  }
}

/** A page is told no more of a refused token than whether its session has ended: then no newer one helps. */
const refusalOf = (error: unknown) =>
  new ProtocolError(error instanceof SessionOver ? sessionOver : 'Unauthorised')

/** Header `since` of SUBSCRIBE: the moment of CONNECTED less the time in which the page read without listening. */
function momentOf({ since }: Frame['headers']): number | undefined {
  if (since === undefined) return undefined
  if (!/^-?\d{1,15}$/.test(since)) throw new ProtocolError('Header since is not a moment')
  return Number(since)
}

function required(headers: Frame['headers'], name: string): string {
  const value = headers[name]
  if (value === undefined || value === '' || value.length > 255)
    throw new ProtocolError(`Header ${name} is missing`)
  return value
}
