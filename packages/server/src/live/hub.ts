import { parseTopic } from '@ipoteka-office/contract/live-topics.ts'
import type { Actor } from '#lib/actor.ts'
import { RecentEvents } from './recent-events.ts'

/** One subscription of one connection. */
export interface Subscriber {
  readonly topic: string
  /** Null until and after the connection is signed in. */
  readonly actor: Actor
  send(body: unknown): void
}

/** A group of touched rows and the partners that may know of them. */
export type RowGroup = readonly [partners: readonly number[], ids: readonly number[]]

/** An event as it travels between the instances. */
export interface LiveEvent {
  readonly topic: string
  /** Only for this person. */
  readonly employeeId?: number
  /** Only for these partners and the operator, each told the ids of its own groups; absent: for all. */
  readonly groups?: readonly RowGroup[]
  /** Dictionaries that were changed; absent: read all again. */
  readonly codes?: readonly string[]
}

/** Parts of a case that are the bank's own: a change of them is nothing that people of partners could read again. */
const ofBank: ReadonlySet<string> = new Set([
  'checks',
  'notes',
  'decisions',
  'control',
  'fraud',
  'bureaus',
  'worksheet',
  'review',
])

/** Parts that have changed, as far as the person knows of them. */
function partsFor({ topic }: LiveEvent, codes: readonly string[], { isAhml }: Actor) {
  const told =
    isAhml || parseTopic(topic)?.kind !== 'case' ? codes : codes.filter((code) => !ofBank.has(code))
  return told.length === 0 && codes.length > 0 ? null : { codes: told }
}

/** What the person is told: null is nothing, an empty object is «read again». */
export function messageFor(
  event: LiveEvent,
  actor: Actor,
): { ids?: number[]; codes?: readonly string[] } | null {
  if (event.employeeId !== undefined) return event.employeeId === actor.employeeId ? {} : null
  if (event.codes !== undefined) return partsFor(event, event.codes, actor)
  if (event.groups === undefined) return parseTopic(event.topic)?.kind === 'approvers' ? { ids: [] } : {}
  const seen = event.groups.filter(([partners]) => actor.isAhml || partners.includes(actor.partnerId))
  if (seen.length === 0) return null
  return parseTopic(event.topic)?.kind === 'approvers' ? { ids: seen.flatMap(([, ids]) => ids) } : {}
}

function tell(event: LiveEvent, subscriber: Subscriber): void {
  const message = messageFor(event, subscriber.actor)
  if (message !== null) subscriber.send(message)
}

/** What is told when messages may have been missed. */
const readAgain = (topic: string) => (parseTopic(topic)?.kind === 'approvers' ? { ids: [] } : {})

/** More of them at once say no more than «read again». */
const mostReplayed = 20

/** Who of this instance listens to what. */
export class Hub {
  readonly #topics = new Map<string, Set<Subscriber>>()
  readonly #recent = new RecentEvents()

  add(subscriber: Subscriber): void {
    const set = this.#topics.get(subscriber.topic) ?? new Set()
    set.add(subscriber)
    this.#topics.set(subscriber.topic, set)
  }

  /** Now, for `replay` of later subscriptions of the same connection. */
  moment(): number {
    return this.#recent.moment()
  }

  /** Tells the subscriber what others were told since a moment; who is present is told by its owner. */
  replay(subscriber: Subscriber, since: number): void {
    if (parseTopic(subscriber.topic)?.kind === 'presence') return
    const events = this.#recent.since(subscriber.topic, since)
    if (events === null || events.length > mostReplayed) subscriber.send(readAgain(subscriber.topic))
    else for (const event of events) tell(event, subscriber)
  }

  /** Told to those who begin to listen soon; those who do already know it otherwise. */
  remember(event: LiveEvent): void {
    this.#recent.remember(event)
  }

  remove(subscriber: Subscriber): void {
    const set = this.#topics.get(subscriber.topic)
    set?.delete(subscriber)
    if (set?.size === 0) this.#topics.delete(subscriber.topic)
  }

  of(topic: string): Iterable<Subscriber> {
    return this.#topics.get(topic) ?? []
  }

  get subscriptions(): number {
    return [...this.#topics.values()].reduce((sum, set) => sum + set.size, 0)
  }

  deliver(event: LiveEvent): void {
    this.#recent.remember(event)
    for (const subscriber of this.of(event.topic)) tell(event, subscriber)
  }

  /** Messages may have been missed: everybody reads again. Presence is told anew by its owner. */
  refreshAll(): void {
    this.#recent.forget()
    for (const [topic, set] of this.#topics) {
      if (parseTopic(topic)?.kind === 'presence') continue
      for (const subscriber of set) subscriber.send(readAgain(topic))
    }
  }
}
