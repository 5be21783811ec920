import { Counter } from 'prom-client'
import { metrics } from '#lib/metrics.ts'
import { cleanFault, envelopeOf, type Fault, faultOf } from './envelope.ts'

/** Where reports go: a DSN of the open protocol, read. */
export interface ReportsPlace {
  readonly url: string
  readonly key: string
  /** Of a hundred different errors so many are told. */
  readonly percent: number
  /** How the service calls this stand. */
  readonly stand: string
}

/** What a reporter may be given instead of the real thing. */
export interface ReporterOptions {
  readonly place: ReportsPlace
  readonly release: string
  readonly onWarning: (message: string) => void
  readonly now?: () => number
  readonly random?: () => number
}

/** The same error is told once in so long, with the number of times it came meanwhile. */
const foldMs = 60 * 60_000
/** Different errors at once are one fault more often than not: so many a minute are told. */
const perMinute = 30
/** Of one person's browser. */
const perMinuteOfPerson = 10
const mostRemembered = 1_000
const mostUnderWay = 5
const timeoutMs = 5_000
/** How long a service that does not answer, or asks for rest, is left alone. */
const restMs = 60_000
const mostRestMs = 60 * 60_000

const outcomes = new Counter({
  name: 'error_reports_total',
  help: 'Unexpected errors by what became of their reports',
  labelNames: ['outcome'] as const,
  registers: [metrics],
})

/** So many in a minute of each key. */
class PerMinute {
  readonly #counts = new Map<unknown, number>()
  #minute = 0

  has(key: unknown, most: number, now: number): boolean {
    const minute = Math.floor(now / 60_000)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= most
  }
}

/** Tells the error-reporting service of unexpected errors. Never throws, never makes anybody wait. */
export class ErrorReporter {
  readonly #options: ReporterOptions
  readonly #now: () => number
  readonly #known = new Map<string, { until: number; repeats: number }>()
  readonly #limit = new PerMinute()
  readonly #underWay = new Set<Promise<void>>()
  #restsUntil = 0
  #isDown = false
  #isStopped = false

  constructor(options: ReporterOptions) {
    this.#options = options
    this.#now = options.now ?? Date.now
  }

  /** An error of the server; `where`: the route by its pattern, or the work in the background. */
  report(error: unknown, where: string | null, requestId: string | null = null): void {
    this.#guarded(() => this.#take(faultOf(error, where, requestId), null, 0))
  }

  /** An error of a page; `by`: whose browser tells; `repeats`: how often it came there untold. */
  reportOfPage(
    fault: Omit<Fault, 'part' | 'causes'>,
    { by, repeats }: { by: number; repeats: number },
  ): void {
    this.#guarded(() => this.#take({ ...fault, part: 'browser', causes: [] }, by, repeats))
  }

  /** Waits a little for what is under way; nothing is told any more. */
  async stop(): Promise<void> {
    this.#isStopped = true
    await Promise.all(this.#underWay)
  }

  #guarded(work: () => string): void {
    try {
      outcomes.inc({ outcome: work() })
    } catch (failure) {
      outcomes.inc({ outcome: 'failed' })
      this.#warn(`Сообщение об ошибке не составлено: ${failure instanceof Error ? failure.name : 'ошибка'}`)
    }
  }

  #take(fault: Fault, by: number | null, repeats: number): string {
    const now = this.#now()
    if (this.#isStopped || now < this.#restsUntil) return 'dropped'
    if (by !== null && !this.#limit.has(by, perMinuteOfPerson, now)) return 'limited'
    const { key, event } = cleanFault(fault)
    const known = this.#known.get(key)
    if (known !== undefined && now < known.until) {
      known.repeats += 1 + repeats
      return 'folded'
    }
    if (this.#underWay.size >= mostUnderWay || !this.#limit.has('all', perMinute, now)) return 'limited'
    this.#remember(key, now)
    return this.#tell({ ...event, extra: { repeats: (known?.repeats ?? 0) + repeats } }, now)
  }

  /** Tells the share of different errors that the settings name. */
  #tell(event: object, now: number): string {
    const { random = Math.random, place } = this.#options
    if (random() * 100 >= place.percent) return 'sampled'
    this.#send(event, now)
    return 'sent'
  }

  #remember(key: string, now: number): void {
    this.#known.delete(key)
    this.#known.set(key, { until: now + foldMs, repeats: 0 })
    const [oldest] = this.#known.keys()
    if (this.#known.size > mostRemembered && oldest !== undefined) this.#known.delete(oldest)
  }

  #send(event: object, now: number): void {
    const { place, release } = this.#options
    const body = envelopeOf({ ...event, environment: place.stand, release }, new Date(now))
    const work = this.#post(body).finally(() => this.#underWay.delete(work))
    this.#underWay.add(work)
  }

  async #post(body: string): Promise<void> {
    const { place, release } = this.#options
    try {
      const response = await fetch(place.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/x-sentry-envelope',
          'x-sentry-auth': `Sentry sentry_version=7, sentry_client=${release}, sentry_key=${place.key}`,
        },
        body,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      })
      await response.body?.cancel()
      if (response.ok) this.#isDown = false
      else this.#rest(`ответ ${response.status}`, Number(response.headers.get('retry-after')))
    } catch {
      // Which way it failed may hold the address with its key.
      this.#rest('не отвечает')
    }
  }

  #rest(reason: string, seconds = 0): void {
    outcomes.inc({ outcome: 'failed' })
    const asked = Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds * 1_000, mostRestMs) : restMs
    this.#restsUntil = this.#now() + asked
    if (!this.#isDown)
      this.#warn(`Служба сообщений об ошибках: ${reason}. Сообщения теряются, работе это не мешает`)
    this.#isDown = true
  }

  #warn(message: string): void {
    this.#options.onWarning(message)
  }
}
