import { randomUUID } from 'node:crypto'
import { parseTopic } from '@ipoteka-office/contract/live-topics.ts'
import type { Hub, Subscriber } from './hub.ts'

/** Channel by which instances tell each other who has which record open. */
export const presenceChannel = 'live_presence'
const announceMs = 60_000
/** An instance that has been silent for so long is gone, and the people it spoke of with it. */
const expiryMs = 180_000
/** A notification must stay under 8 000 bytes. */
const maxPeople = 30

interface Person {
  readonly employeeId: number
  readonly descriptor: string
  readonly ofBank: boolean
  readonly since: string
}
type Announcement = { from: string; topic: string; people: Person[] } | { from: string; ask: true }

/** Who has a record open: being subscribed to its topic is having it open. */
export class Presence {
  readonly #instance = randomUUID()
  readonly #hub: Hub
  readonly #notify: (text: string) => Promise<void>
  readonly #onError: (error: unknown) => void
  readonly #since = new Map<Subscriber, string>()
  /** By topic, by other instance. */
  readonly #others = new Map<string, Map<string, { people: readonly Person[]; at: number }>>()
  readonly #timer: NodeJS.Timeout
  #sending: Promise<void> = Promise.resolve()

  constructor(hub: Hub, notify: (text: string) => Promise<void>, onError: (error: unknown) => void) {
    this.#hub = hub
    this.#notify = notify
    this.#onError = onError
    this.#timer = setInterval(() => this.#tick(), announceMs)
    this.#timer.unref()
  }

  /** The subscriber has opened the record. */
  join(subscriber: Subscriber): void {
    this.#since.set(subscriber, new Date().toISOString())
    this.#changed(subscriber.topic)
  }

  /** The subscriber has closed it. */
  leave(subscriber: Subscriber): void {
    if (this.#since.delete(subscriber)) this.#changed(subscriber.topic)
  }

  /** Asks the other instances, at start and after the connection to the database was lost. */
  ask(): void {
    void this.#send({ from: this.#instance, ask: true })
    for (const topic of this.#ownTopics()) this.#changed(topic)
  }

  receive(payload: string): void {
    const news = JSON.parse(payload) as Announcement
    if (news.from === this.#instance) return
    if ('ask' in news) {
      for (const topic of this.#ownTopics()) void this.#announce(topic)
      return
    }
    const byInstance = this.#others.get(news.topic) ?? new Map()
    byInstance.set(news.from, { people: news.people, at: Date.now() })
    if (news.people.length === 0) byInstance.delete(news.from)
    this.#others.set(news.topic, byInstance)
    if (byInstance.size === 0) this.#others.delete(news.topic)
    this.#tell(news.topic)
  }

  /** Takes this instance's people back. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const topics = this.#ownTopics()
    this.#since.clear()
    await Promise.all(topics.map((topic) => this.#announce(topic)))
  }

  #ownTopics(): string[] {
    return [...new Set([...this.#since.keys()].map((subscriber) => subscriber.topic))]
  }

  #own(topic: string): Person[] {
    const people = [...this.#hub.of(topic)].flatMap((subscriber) => {
      const since = this.#since.get(subscriber)
      const { employeeId, descriptor, isAhml } = subscriber.actor
      return since === undefined ? [] : [{ employeeId, descriptor, ofBank: isAhml, since }]
    })
    return distinct(people).slice(0, maxPeople)
  }

  #changed(topic: string): void {
    void this.#announce(topic)
    this.#tell(topic)
  }

  #announce(topic: string): Promise<void> {
    return this.#send({ from: this.#instance, topic, people: this.#own(topic) })
  }

  /** One after another: on two connections at once «has come» could overtake «has left». */
  #send(news: Announcement): Promise<void> {
    this.#sending = this.#sending.then(() => this.#notify(JSON.stringify(news))).catch(this.#onError)
    return this.#sending
  }

  #tell(topic: string): void {
    const parsed = parseTopic(topic)
    if (parsed?.kind !== 'presence') return
    const others = [...(this.#others.get(topic)?.values() ?? [])].flatMap((entry) => entry.people)
    const people = distinct([...this.#own(topic), ...others])
    for (const subscriber of this.#hub.of(topic)) {
      const { employeeId, isAhml } = subscriber.actor
      // Who of the bank looks into a case tells partners what goes on behind the veil.
      const isKept = ({ ofBank }: Person) => ofBank && !isAhml && parsed.object === 'case'
      const shown = people.filter((person) => person.employeeId !== employeeId && !isKept(person))
      subscriber.send({ people: shown.map(({ descriptor, since }) => ({ descriptor, since })) })
    }
  }

  #tick(): void {
    for (const topic of this.#ownTopics()) void this.#announce(topic)
    for (const [topic, byInstance] of this.#others) {
      const before = byInstance.size
      for (const [instance, { at }] of byInstance) if (Date.now() - at > expiryMs) byInstance.delete(instance)
      if (byInstance.size === 0) this.#others.delete(topic)
      if (byInstance.size !== before) this.#tell(topic)
    }
  }
}

/** One entry a person, since the earliest opening. */
function distinct(people: readonly Person[]): Person[] {
  const byId = new Map<number, Person>()
  for (const person of people.toSorted((a, b) => a.since.localeCompare(b.since)))
    if (!byId.has(person.employeeId)) byId.set(person.employeeId, person)
  return [...byId.values()]
}
