import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Client, type IMessage } from '@stomp/stompjs'
import { WebSocket } from 'ws'
import { type Live, type LiveOptions, startLive } from '#live/live.ts'
import type { TestApp } from '../test-app.ts'

/** One instance of live updates on a port of its own. */
export interface TestInstance {
  readonly live: Live
  readonly url: string
  readonly errors: unknown[]
  close(): Promise<void>
}

export async function liveInstance(app: TestApp, options: Partial<LiveOptions> = {}): Promise<TestInstance> {
  const errors: unknown[] = []
  const live = await startLive({
    db: app.db,
    connectionString: app.connectionString,
    publicUrl: app.config.publicUrl,
    authenticate: app.session.authenticate,
    ended: app.session.ended,
    onError: (error) => errors.push(error),
    ...options,
  })
  const server: Server = createServer()
  live.attach(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    live,
    errors,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/ws`,
    async close() {
      await live.close()
      await new Promise((done) => server.close(done))
    },
  }
}

/** A browser tab: the same library as the real one uses. */
export class Tab {
  readonly #client: Client
  /** Bodies by destination, as they came. */
  readonly received = new Map<string, unknown[]>()
  readonly refusals: string[] = []
  /** The topic that the last refusal named. */
  refusedTopic: string | undefined
  /** The server's own clock at CONNECTED. */
  moment = Number.NaN
  closed = false

  constructor(url: string, token: string) {
    this.#client = new Client({
      webSocketFactory: () => new WebSocket(url) as never,
      connectHeaders: { Authorization: `Bearer ${token}` },
      heartbeatIncoming: 25_000,
      heartbeatOutgoing: 25_000,
      reconnectDelay: 0,
      onStompError: ({ headers }) => {
        this.refusals.push(headers.message ?? '')
        this.refusedTopic = headers.destination
      },
      onWebSocketClose: () => {
        this.closed = true
      },
    })
  }

  connect(): Promise<this> {
    return new Promise((resolve, reject) => {
      this.#client.onConnect = ({ headers }) => {
        this.moment = Number(headers.moment)
        resolve(this)
      }
      this.#client.onDisconnect = () => undefined
      const refused = setInterval(() => {
        if (this.closed) {
          clearInterval(refused)
          reject(new Error(this.refusals[0] ?? 'closed'))
        } else if (this.#client.connected) clearInterval(refused)
      }, 10)
      this.#client.activate()
    })
  }

  /** Resolves when the server has confirmed; rejects when it refused. `since`: a moment of the server's clock. */
  subscribe(topic: string, since?: number | string): Promise<void> {
    const list: unknown[] = []
    this.received.set(topic, list)
    const receipt = `r-${topic}`
    return new Promise((resolve, reject) => {
      this.#client.watchForReceipt(receipt, () => resolve())
      const refused = setInterval(() => {
        if (this.closed) {
          clearInterval(refused)
          reject(new Error(this.refusals[0] ?? 'closed'))
        }
      }, 10)
      this.#client.watchForReceipt(receipt, () => {
        clearInterval(refused)
        resolve()
      })
      this.#client.subscribe(topic, (message: IMessage) => list.push(JSON.parse(message.body)), {
        receipt,
        ...(since !== undefined && { since: String(since) }),
      })
    })
  }

  of(topic: string): unknown[] {
    return this.received.get(topic) ?? []
  }

  send(topic: string, body: string, headers: Record<string, string> = {}): void {
    this.#client.publish({ destination: topic, body, headers })
  }

  async leave(): Promise<void> {
    await this.#client.deactivate()
  }
}

/** Talks bytes instead of frames. */
export function rawSocket(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  const texts: string[] = []
  socket.on('message', (data) => texts.push(String(data)))
  const opened = new Promise<number>((resolve) => {
    socket.on('open', () => resolve(101))
    socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => resolve(0))
  })
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  return { socket, texts, opened, closed }
}
