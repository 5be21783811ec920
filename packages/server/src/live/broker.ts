import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { type AsyncMessage, Connection, type Consumer, type Publisher } from 'rabbitmq-client'
import type { ListenerEvents } from './listener.ts'

/** Where every instance sends; each has a queue of its own bound to it. */
const exchange = { exchange: 'ipoteka.live', type: 'fanout', durable: true } as const
/** A broker that keeps silent for longer is treated as gone: what was sent stays in the outbox and is sent again. */
const confirmMs = 3_000
const acquireMs = 2_000
/** An instance that hears nothing for so many messages reads everything again; the broker's memory stays bounded. */
const maxWaiting = 50_000
/** Senders whose numbers are kept: every start of an instance is a new one. */
const maxSenders = 1_000

/** What happens with a queue of this instance; errors go where those of the connection go. */
export interface BrokerEvents extends Omit<ListenerEvents, 'onError'> {
  /** Some messages have not come, though the connection holds. */
  onMissed(): void
}

/** Rejects when the broker has not answered in time. */
async function inTime(answer: Promise<void>): Promise<void> {
  const over = new AbortController()
  const late = wait(confirmMs, undefined, { signal: over.signal }).then(() => {
    throw new Error('The broker did not confirm a message in time')
  })
  // Whichever loses the race is nobody's failure any more.
  late.catch(() => undefined)
  answer.catch(() => undefined)
  try {
    await Promise.race([answer, late])
  } finally {
    over.abort()
  }
}

/**
 * RabbitMQ between the instances, instead of the notifications of PostgreSQL. Each message carries its sender and a number,
 * so that whoever finds a number missing (the broker dropped the oldest of a full queue) knows that it has to read again.
 */
export class Broker {
  readonly #connection: Connection
  readonly #publisher: Publisher
  readonly #onError: (error: unknown) => void
  readonly #sender = randomUUID()
  readonly #heard = new Map<string, number>()
  #events: BrokerEvents | null = null
  #consumer: Consumer | null = null
  #sent = 0
  #attempts = 0
  #connected = false
  #stopped = false

  /** Connects at once and comes back by itself; hears nothing until `listen`. `url`: amqp:// or amqps://. */
  constructor(url: string, onError: (error: unknown) => void) {
    this.#onError = onError
    this.#connection = new Connection({
      url,
      connectionName: 'ipoteka-live',
      connectionTimeout: 5_000,
      acquireTimeout: acquireMs,
      heartbeat: 10,
      retryLow: 100,
      retryHigh: 5_000,
    })
    this.#connection.on('error', (error) => this.#lost(error))
    this.#publisher = this.#connection.createPublisher({ confirm: true, exchanges: [{ ...exchange }] })
  }

  /** Whether this instance hears the others. */
  get connected(): boolean {
    return this.#connected
  }

  /** Begins to hear every instance. Resolves after the first attempt, whether it succeeded or is being repeated. */
  listen(events: BrokerEvents): Promise<void> {
    this.#events = events
    const consumer = this.#connection.createConsumer(
      {
        queue: '',
        noAck: true,
        queueOptions: { exclusive: true, autoDelete: true, arguments: { 'x-max-length': maxWaiting } },
        exchanges: [{ ...exchange }],
        queueBindings: [{ exchange: exchange.exchange }],
      },
      (message) => this.#receive(message),
    )
    this.#consumer = consumer
    consumer.on('ready', () => this.#ready())
    consumer.on('error', (error) => this.#lost(error))
    return new Promise((resolve) => {
      consumer.once('ready', resolve)
      consumer.once('error', () => resolve())
      this.#connection.once('error', () => resolve())
    })
  }

  /** Resolves when the broker has taken the texts for every instance, this one too; rejects when it has not. */
  async send(channel: string, texts: readonly string[]): Promise<void> {
    // Whoever hears nothing knows at once that it cannot tell either: nothing waits for a broker that is gone, a stop least of all.
    if (this.#consumer !== null && !this.#connected) throw new Error('The broker is gone')
    const taken = texts.map((text) =>
      this.#publisher.send(
        {
          exchange: exchange.exchange,
          routingKey: '',
          type: channel,
          appId: this.#sender,
          messageId: String(++this.#sent),
          contentType: 'application/json',
          contentEncoding: 'utf8',
        },
        Buffer.from(text),
      ),
    )
    await inTime(Promise.all(taken).then(() => undefined))
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#connected = false
    await this.#publisher.close()
    await this.#consumer?.close()
    await this.#connection.close()
  }

  #ready(): void {
    const isFirst = this.#attempts === 0
    this.#attempts += 1
    this.#connected = true
    this.#heard.clear()
    if (!isFirst) this.#events?.onReconnect()
  }

  #lost(error: unknown): void {
    if (this.#stopped) return
    this.#attempts += 1
    if (this.#connected) this.#events?.onLost?.()
    this.#connected = false
    this.#onError(error)
  }

  #receive({ type, appId, messageId, body }: AsyncMessage): void {
    if (typeof type !== 'string' || typeof appId !== 'string' || !Buffer.isBuffer(body)) return
    const number = Number(messageId)
    const last = this.#heard.get(appId)
    if (this.#heard.size >= maxSenders) this.#heard.clear()
    this.#heard.set(appId, number)
    if (last !== undefined && number !== last + 1) this.#events?.onMissed()
    this.#events?.onNotification(type, body.toString('utf8'))
  }
}
