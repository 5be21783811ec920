import pg from 'pg'

const checkMs = 10_000
const checkTimeoutMs = 5_000
const retryMs = [100, 500, 1_000, 2_000, 5_000]

/** What happens with the one connection that listens for this instance. */
export interface ListenerEvents {
  onNotification(channel: string, payload: string): void
  /** Connected after a break or after vain attempts: whatever was sent meanwhile is lost. */
  onReconnect(): void
  /** The connection broke: until `onReconnect` nothing is heard. */
  onLost?(): void
  onError(error: unknown): void
}

/** A dedicated connection that listens to channels and comes back by itself. */
export class Listener {
  readonly #connectionString: string
  readonly #channels: readonly string[]
  readonly #events: ListenerEvents
  #client: pg.Client | null = null
  #timer: NodeJS.Timeout | undefined
  #attempt = 0
  #stopped = false

  constructor(connectionString: string, channels: readonly string[], events: ListenerEvents) {
    this.#connectionString = connectionString
    this.#channels = channels
    this.#events = events
  }

  get connected(): boolean {
    return this.#client !== null
  }

  /** Resolves after the first attempt, whether it succeeded or is being repeated. */
  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'ipoteka-live',
      keepAlive: true,
      connectionTimeoutMillis: checkTimeoutMs,
      query_timeout: checkTimeoutMs,
    })
    client.on('notification', ({ channel, payload }) => this.#events.onNotification(channel, payload ?? ''))
    client.on('error', (error) => this.#lost(client, error))
    client.on('end', () => this.#lost(client, new Error('The listening connection was closed')))
    try {
      await client.connect()
      for (const channel of this.#channels) await client.query(`LISTEN ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      this.#retire(client)
      this.#again(error)
      return
    }
    if (this.#stopped) return this.#retire(client)
    const isFirst = this.#attempt === 0
    this.#client = client
    this.#attempt = 0
    this.#check(client)
    if (!isFirst) this.#events.onReconnect()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = null
    await client?.end()
  }

  /** A connection that has silently died answers no query. */
  #check(client: pg.Client): void {
    this.#timer = setTimeout(() => {
      client.query('SELECT 1').then(
        () => {
          if (this.#client === client) this.#check(client)
        },
        (error: unknown) => this.#lost(client, error),
      )
    }, checkMs)
    this.#timer.unref()
  }

  #lost(client: pg.Client, error: unknown): void {
    if (this.#client !== client) return
    this.#client = null
    this.#events.onLost?.()
    this.#retire(client)
    this.#again(error)
  }

  #again(error: unknown): void {
    if (this.#stopped) return
    this.#events.onError(error)
    clearTimeout(this.#timer)
    const wait = retryMs[Math.min(this.#attempt++, retryMs.length - 1)]
    this.#timer = setTimeout(() => void this.start(), wait)
  }

  #retire(client: pg.Client): void {
    client.end().catch((error: unknown) => this.#events.onError(error))
  }
}
