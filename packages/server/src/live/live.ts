import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { topics } from '@ipoteka-office/contract/live.ts'
import { mayHear, readableCases, readableTypes, type Topic } from '@ipoteka-office/contract/live-topics.ts'
import { WebSocketServer } from 'ws'
import type { Db } from '#db/database.ts'
import type { EndedSessions } from '#http/session/ended-sessions.ts'
import { wakeWorkers } from '#jobs/jobs.repo.ts'
import type { Actor } from '#lib/actor.ts'
import { Broker } from './broker.ts'
import { type ConnectionLimits, defaultLimits } from './connection.ts'
import { liveChannel, senderOf, startDispatcher } from './dispatcher.ts'
import { maxFrameBytes } from './frames.ts'
import { Hub, type LiveEvent } from './hub.ts'
import { Listener } from './listener.ts'
import {
  isApproverVisible,
  isCaseVisible,
  isDocumentOwnerVisible,
  isEmployeeVisible,
  isPartnerVisible,
} from './live.repo.ts'
import { type LiveState, measureLive } from './live-metrics.ts'
import { Presence, presenceChannel } from './presence.ts'
import { Session, type SessionServer } from './session.ts'

const rightsChannel = 'rights_changed'
/** A change of many rights is many signals: check once, and let the rights' own cache be dropped first. */
const recheckMs = 1_000
const maxConnections = 10_000
const maxPerEmployee = 30

/** What the live part of an instance needs. */
export interface LiveOptions {
  readonly db: Db
  /** For the one connection that listens. */
  readonly connectionString: string
  /** RabbitMQ between the instances; absent or null: the notifications of PostgreSQL. */
  readonly brokerUrl?: string | null
  /** Pages of this origin's host may connect; requests without an origin come from programs and need a token as well. */
  readonly publicUrl: string
  /** Further origins, such as the development server of the browser part. */
  readonly allowedOrigins?: readonly string[]
  /** Verifies an access token and finds whose it is; rejects otherwise. */
  readonly authenticate: (token: string) => Promise<Actor>
  /** Sessions that have ended; their connections are closed at once. */
  readonly ended: EndedSessions
  readonly onError: (error: unknown) => void
  /** What is wrong with the host that a request names; null: nothing. */
  readonly hostFault?: (request: IncomingMessage) => string | null
  readonly limits?: Partial<ConnectionLimits>
  /** Resolves when whoever is told of a change sees it wherever they read; at once when absent. */
  readonly readable?: () => Promise<void>
}

/** Live updates of one instance. */
export interface Live {
  /** Takes over upgrades at /ws. */
  attach(http: Server): void
  /** For /metrics and /readyz. */
  state(): LiveState
  /** Closes every connection politely. */
  close(): Promise<void>
}

const hostOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).host : null)

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}

/** Topics that nobody of a partner hears, whatever their rights. */
const insideOnly: ReadonlySet<string> = new Set([
  'blacklist',
  'blacklistEntry',
  'underwriters',
  'products',
  'impacts',
  'rateLimits',
  'assignmentRules',
  'scorecards',
])

/** Starts listening, dispatching and presence; sockets come with `attach`. */
export async function startLive(options: LiveOptions): Promise<Live> {
  const { db, onError } = options
  const hub = new Hub()
  const sessions = new Set<Session>()
  const broker = options.brokerUrl ? new Broker(options.brokerUrl, onError) : null
  const send = senderOf(broker)
  const presence = new Presence(hub, (text) => send(db, presenceChannel, [text]), onError)
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxFrameBytes, perMessageDeflate: false })
  const allowed = new Set([options.publicUrl, ...(options.allowedOrigins ?? [])].map(hostOf))
  let recheck: NodeJS.Timeout | undefined
  let closing = false

  const mayRead = async (actor: Actor, topic: Topic) => {
    if (!mayHear(actor.operations, topic)) return false
    if (insideOnly.has(topic.kind)) return actor.isAhml
    if (topic.kind === 'partner') return isPartnerVisible(db, actor, topic.id)
    if (topic.kind === 'employee') return isEmployeeVisible(db, actor, topic.id)
    if (topic.kind === 'documents') return isDocumentOwnerVisible(db, actor, topic.ownerType, topic.id)
    if (topic.kind === 'case' || (topic.kind === 'presence' && topic.object === 'case'))
      return isCaseVisible(db, actor, readableCases(actor.operations), topic.id)
    return (
      topic.kind !== 'presence' || isApproverVisible(db, actor, readableTypes(actor.operations), topic.id)
    )
  }

  const recheckAll = async () => {
    for (const session of [...sessions]) await session.recheck()
  }

  const planRecheck = () => {
    recheck ??= setTimeout(() => {
      recheck = undefined
      recheckAll().catch(onError)
    }, recheckMs)
  }

  let delivering: Promise<void> = Promise.resolve()
  /** In the order in which they came. */
  const deliver = (events: readonly LiveEvent[]) => {
    const tell = () => {
      for (const event of events) hub.deliver(event)
    }
    const { readable } = options
    if (readable === undefined) return tell()
    delivering = delivering.then(readable).catch(onError).then(tell).catch(onError)
  }

  const receive = (channel: string, payload: string) => {
    try {
      if (channel === rightsChannel) {
        planRecheck()
        // Who connects right after it was never seen with the rights of before.
        hub.remember({ topic: topics.rights })
      } else if (channel === presenceChannel) presence.receive(payload)
      else deliver(JSON.parse(payload) as LiveEvent[])
    } catch (error) {
      onError(error)
    }
  }

  const readAllAgain = () => {
    hub.refreshAll()
    presence.ask()
  }
  await broker?.listen({ onNotification: receive, onReconnect: readAllAgain, onMissed: readAllAgain })
  const channels = broker === null ? [liveChannel, presenceChannel, rightsChannel] : [rightsChannel]
  const listener = new Listener(options.connectionString, channels, {
    onNotification: receive,
    onReconnect: () => {
      readAllAgain()
      planRecheck()
    },
    onError,
  })
  await listener.start()
  presence.ask()
  const dispatcher = startDispatcher({ db, wake: wakeWorkers, broker, onError })

  const server: SessionServer = {
    hub,
    presence,
    limits: { ...defaultLimits, ...options.limits },
    authenticate: options.authenticate,
    isOver: (session) => options.ended.has(session),
    mayRead,
    admit: (actor) =>
      [...sessions].filter((other) => other.employeeId === actor.employeeId).length < maxPerEmployee,
    closed: (session) => sessions.delete(session),
    error: onError,
  }

  const accept = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (options.hostFault?.(request)) return refuse(socket, '400 Bad Request')
    const { origin } = request.headers
    if (origin !== undefined && !allowed.has(hostOf(origin))) return refuse(socket, '403 Forbidden')
    if (closing || sessions.size >= maxConnections) return refuse(socket, '503 Service Unavailable')
    sockets.handleUpgrade(request, socket, head, (websocket) => {
      sessions.add(new Session(websocket, server))
    })
  }

  const forgetEnded = options.ended.onChange(() => {
    for (const session of [...sessions]) session.endIfOver()
  })

  const state = () => ({
    connections: sessions.size,
    subscriptions: hub.subscriptions,
    listening: listener.connected && broker?.connected !== false,
  })
  const unmeasure = measureLive(state)

  return {
    attach(http) {
      http.on('upgrade', (request, socket, head) => {
        socket.on('error', () => socket.destroy())
        if (request.url?.split('?')[0] === '/ws') accept(request, socket, head)
        else if (http.listenerCount('upgrade') === 1) refuse(socket, '404 Not Found')
      })
    },
    state,
    async close() {
      closing = true
      forgetEnded()
      unmeasure()
      clearTimeout(recheck)
      await dispatcher.stop()
      for (const session of [...sessions]) session.close()
      await presence.stop()
      await listener.stop()
      await broker?.stop()
      sockets.close()
    },
  }
}
