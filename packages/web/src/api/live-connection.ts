import { logWarning } from '#lib/log.ts'

/** States of the live connection (specification 2 §4). */
export type LiveState = 'Initial' | 'Connecting' | 'WaitingForConnect' | 'Connected' | 'Closing'

/** What carries the messages: STOMP over a websocket in the product. */
export interface Transport {
  /** `refused`: the topic that the server does not allow, when that was the reason. */
  connect(on: { connected(): void; failed(reason: string, refused?: string): void }): void
  disconnect(): void
  /**
   * Only while connected; answers with the way to end the subscription. Messages since `from`, in milliseconds of the
   * page's life, are told as well; undefined when they are not known.
   */
  subscribe(topic: string, onMessage: (payload: unknown) => void, from: number): () => void
}

/** Called with the payload of a message; with undefined when messages may have been missed. */
export type TopicHandler = (payload: unknown) => void

/** At most so many reconnects in a row, so long apart (specification 2 §9). */
export const maxAttempts = 6
export const retryAfterMs = 5_000

/** From this reconnect in a row on the person is told that the page does not follow changes by itself. */
const toldFrom = 2

const never = -1

/** A page asks for its data with its first drawing, a moment before it listens. */
const readBeforeMs = 1_000

interface Topic {
  readonly handlers: Set<TopicHandler>
  unsubscribe: (() => void) | null
  /** When a message last came, in milliseconds of the page's life. */
  toldAt: number
}

/** The state machine over a transport: retries, resubscribes all topics, gives up after the limit. */
export class LiveConnection {
  #state: LiveState = 'Initial'
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  #wasConnected = false
  readonly #topics = new Map<string, Topic>()
  /** Topics that the server has refused: they are not asked for again until the rights change. */
  readonly #refused = new Set<string>()
  /** Since when the page has listened to nothing because of a refusal; messages of that time are asked for. */
  #silentSince: number | undefined
  readonly #transport: Transport
  readonly #mayHear: (topic: string) => boolean
  readonly #onLost: (isLost: boolean) => void

  constructor(
    transport: Transport,
    {
      mayHear = () => true,
      onLost = () => undefined,
    }: { mayHear?: (topic: string) => boolean; onLost?: (isLost: boolean) => void } = {},
  ) {
    this.#transport = transport
    this.#mayHear = mayHear
    this.#onLost = onLost
  }

  get state(): LiveState {
    return this.#state
  }

  /** Starts connecting; a new visit or a focus after giving up starts over, an explicit close stays closed. */
  open(): void {
    if (this.#ended || (this.#state !== 'Initial' && this.#state !== 'Closing')) return
    this.#attempts = 0
    this.#connect()
  }

  /** The person wants to see what is there now: everything is read again, and the connection is tried at once. */
  refresh(): void {
    if (this.#state === 'WaitingForConnect') {
      clearTimeout(this.#timer)
      this.#connect()
    } else this.open()
    for (const topic of this.#topics.values()) for (const handler of [...topic.handlers]) handler(undefined)
  }

  /** The person's rights have changed: what was refused or not asked for may be heard now. */
  recheck(): void {
    this.#refused.clear()
    if (this.#state !== 'Connected') return
    for (const [name, topic] of this.#topics) this.#attach(name, topic, performance.now() - readBeforeMs)
  }

  /** Ends the connection for good. */
  close(): void {
    this.#ended = true
    this.#enterClosing()
  }

  /** Listens to a topic, now and after every reconnect, and hears what was told since `from`; answers with the way to stop. */
  subscribe(name: string, handler: TopicHandler, from?: number): () => void {
    const topic = this.#topics.get(name) ?? { handlers: new Set(), unsubscribe: null, toldAt: never }
    this.#topics.set(name, topic)
    topic.handlers.add(handler)
    // Others of the page have listened already: what they were told while this one was reading is not told again.
    if (from !== undefined && topic.toldAt >= from)
      queueMicrotask(() => topic.handlers.has(handler) && handler(undefined))
    if (this.#state === 'Connected') this.#attach(name, topic, from ?? performance.now() - readBeforeMs)
    return () => {
      topic.handlers.delete(handler)
      if (topic.handlers.size > 0 || this.#topics.get(name) !== topic) return
      this.#topics.delete(name)
      if (this.#state === 'Connected') topic.unsubscribe?.()
    }
  }

  #connect(): void {
    this.#state = 'Connecting'
    this.#transport.connect({
      connected: () => this.#onConnected(),
      failed: (reason, refused) => this.#onFailed(reason, refused),
    })
  }

  #onConnected(): void {
    if (this.#state !== 'Connecting') return this.#onUnexpected('connected')
    this.#state = 'Connected'
    this.#attempts = 0
    this.#onLost(false)
    const isBack = this.#wasConnected && this.#silentSince === undefined
    const from = this.#silentSince ?? 0
    this.#wasConnected = true
    this.#silentSince = undefined
    for (const [name, topic] of this.#topics) {
      topic.unsubscribe = null
      this.#attach(name, topic, from)
      // A connection is known to be broken only some time after the last message that came.
      if (isBack) for (const handler of [...topic.handlers]) handler(undefined)
    }
  }

  #onFailed(reason: string, refused?: string): void {
    if (this.#state === 'Closing') return
    if (this.#state !== 'Connecting' && this.#state !== 'Connected') return this.#onUnexpected('failed')
    for (const topic of this.#topics.values()) topic.unsubscribe = null
    if (refused !== undefined && this.#topics.has(refused) && !this.#refused.has(refused))
      return this.#withoutRefused(refused)
    this.#silentSince = undefined
    if (this.#attempts >= maxAttempts) {
      logWarning('Live-обновления: соединение не восстановлено, число попыток превысило предел')
      this.#onLost(true)
      return this.#enterClosing()
    }
    logWarning(`Live-обновления: ${reason}. Повтор через ${retryAfterMs / 1_000} с`)
    this.#attempts += 1
    if (this.#attempts >= toldFrom) this.#onLost(true)
    this.#state = 'WaitingForConnect'
    this.#timer = setTimeout(() => this.#connect(), retryAfterMs)
  }

  /** The server ends the connection with a refusal: the others are listened to again at once, and nothing is read anew. */
  #withoutRefused(topic: string): void {
    logWarning(`Live-обновления: нет права на тему ${topic}`)
    this.#refused.add(topic)
    this.#silentSince = performance.now() - readBeforeMs
    this.#connect()
  }

  #onUnexpected(event: string): void {
    logWarning(`Live-обновления: неожиданное событие ${event} в состоянии ${this.#state}`)
    this.#enterClosing()
  }

  #enterClosing(): void {
    clearTimeout(this.#timer)
    this.#state = 'Closing'
    for (const topic of this.#topics.values()) topic.unsubscribe = null
    this.#transport.disconnect()
  }

  #attach(name: string, topic: Topic, from: number): void {
    if (this.#refused.has(name) || !this.#mayHear(name)) return
    const tell = (payload: unknown) => {
      topic.toldAt = performance.now()
      for (const handler of [...topic.handlers]) handler(payload)
    }
    topic.unsubscribe ??= this.#transport.subscribe(name, tell, from)
  }
}
