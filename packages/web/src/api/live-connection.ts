import { logWarning } from '#lib/log.ts'

/** States of the live connection (specification 2 §4). */
export type LiveState = 'Initial' | 'Connecting' | 'WaitingForConnect' | 'Connected' | 'Closing'

/** What carries the messages: STOMP over a websocket in the product. */
export interface Transport {
  connect(on: { connected(): void; failed(reason: string): void }): void
  disconnect(): void
  /**
   * Only while connected; answers with the way to end the subscription. Messages since `from`, in milliseconds of the
   * page's life, are told as well; undefined when they are not known.
   */
  subscribe(topic: string, onMessage: (payload: unknown) => void, from: number): () => void
}

/** Called with the payload of a message; with undefined when messages may have been missed. */
export type TopicHandler = (payload: unknown) => void

/** At most so many attempts in a row, so long apart (specification 2 §9). */
export const maxAttempts = 6
export const retryAfterMs = 5_000

/** A page asks for its data with its first drawing, a moment before it listens. */
const readBeforeMs = 1_000

interface Topic {
  readonly handlers: Set<TopicHandler>
  unsubscribe: (() => void) | null
}

/** The state machine over a transport: retries, resubscribes all topics, gives up after the limit. */
export class LiveConnection {
  #state: LiveState = 'Initial'
  #attempts = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #ended = false
  #wasConnected = false
  readonly #topics = new Map<string, Topic>()
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
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

  /** Ends the connection for good. */
  close(): void {
    this.#ended = true
    this.#enterClosing()
  }

  /** Listens to a topic, now and after every reconnect; answers with the way to stop. */
  subscribe(name: string, handler: TopicHandler): () => void {
    const topic = this.#topics.get(name) ?? { handlers: new Set(), unsubscribe: null }
    this.#topics.set(name, topic)
    topic.handlers.add(handler)
    if (this.#state === 'Connected') this.#attach(name, topic, performance.now() - readBeforeMs)
    return () => {
      topic.handlers.delete(handler)
      if (topic.handlers.size > 0 || this.#topics.get(name) !== topic) return
      this.#topics.delete(name)
      if (this.#state === 'Connected') topic.unsubscribe?.()
    }
  }

  #connect(): void {
    this.#state = 'Connecting'
    this.#attempts += 1
    this.#transport.connect({
      connected: () => this.#onConnected(),
      failed: (reason) => this.#onFailed(reason),
    })
  }

  #onConnected(): void {
    if (this.#state !== 'Connecting') return this.#onUnexpected('connected')
    this.#state = 'Connected'
    this.#attempts = 0
    const isBack = this.#wasConnected
    this.#wasConnected = true
    for (const [name, topic] of this.#topics) {
      topic.unsubscribe = null
      this.#attach(name, topic, 0)
      // A connection is known to be broken only some time after the last message that came.
      if (isBack) for (const handler of [...topic.handlers]) handler(undefined)
    }
  }

  #onFailed(reason: string): void {
    if (this.#state === 'Closing') return
    if (this.#state !== 'Connecting' && this.#state !== 'Connected') return this.#onUnexpected('failed')
    for (const topic of this.#topics.values()) topic.unsubscribe = null
    if (this.#attempts >= maxAttempts) {
      logWarning('Live-обновления: соединение не восстановлено, число попыток превысило предел')
      return this.#enterClosing()
    }
    logWarning(`Live-обновления: ${reason}. Повтор через ${retryAfterMs / 1_000} с`)
    this.#state = 'WaitingForConnect'
    this.#timer = setTimeout(() => this.#connect(), retryAfterMs)
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
    const tell = (payload: unknown) => {
      for (const handler of [...topic.handlers]) handler(payload)
    }
    topic.unsubscribe ??= this.#transport.subscribe(name, tell, from)
  }
}
