import type { LiveEvent } from './hub.ts'

/** A page that takes longer to connect reads everything again. */
const keptMs = 60_000
const mostKept = 10_000

/**
 * Events of the last minute: a page reads its data first and listens a moment later, and learns here what was told
 * meanwhile. Moments are milliseconds of this process, which only it can read.
 */
export class RecentEvents {
  readonly #now: () => number
  #kept: { readonly at: number; readonly event: LiveEvent }[] = []
  /** From then on nothing is missing. */
  #wholeFrom: number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
    this.#wholeFrom = now()
  }

  /** Now, as a whole number that is not in the future. */
  moment(): number {
    return Math.floor(this.#now())
  }

  remember(event: LiveEvent): void {
    const at = this.#now()
    this.#kept.push({ at, event })
    const old = this.#kept.findIndex((one) => one.at > at - keptMs)
    this.#drop(Math.max(old, this.#kept.length - mostKept))
  }

  /** Some may have been missed: nothing from before now is vouched for. */
  forget(): void {
    this.#kept = []
    this.#wholeFrom = this.#now()
  }

  /** What a topic was told since a moment; null when that is no longer known. */
  since(topic: string, moment: number): LiveEvent[] | null {
    if (moment <= this.#wholeFrom || moment < this.#now() - keptMs) return null
    return this.#kept
      .filter(({ at, event }) => at >= moment && event.topic === topic)
      .map(({ event }) => event)
  }

  #drop(count: number): void {
    const last = this.#kept.splice(0, count).at(-1)
    if (last !== undefined) this.#wholeFrom = Math.max(this.#wholeFrom, last.at)
  }
}
