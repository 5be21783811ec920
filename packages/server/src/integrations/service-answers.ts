import { Histogram } from 'prom-client'
import { metrics } from '#lib/metrics.ts'
import { beginSpan, ending, inside } from '#lib/tracing/tracing.ts'
import { NoAnswer } from './ask-json.ts'
import type { ServiceCode } from './connected.ts'
import { failureWords } from './failure-words.rules.ts'

/** The last answers of a service that this process has had. */
export interface LastAnswers {
  readonly succeededAt: Date | null
  readonly failedAt: Date | null
  readonly failure: string | null
}

type Outcome = 'answered' | 'refused' | 'silent'

const durations = new Histogram({
  name: 'ipoteka_service_duration_seconds',
  help: 'Time of a question to an outside service: answered, refused with a status, or met by silence or nonsense',
  labelNames: ['service', 'outcome'] as const,
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
  registers: [metrics],
})

/** Clients wrap what they have met: the status is of whichever says it. */
function outcomeOf(error: unknown): Outcome {
  for (let one = error; one instanceof Error; one = one.cause)
    if (one instanceof NoAnswer && one.status !== null) return 'refused'
  return 'silent'
}

const none: LastAnswers = { succeededAt: null, failedAt: null, failure: null }

const wordsOf = (error: unknown): string =>
  failureWords(error instanceof Error ? error.message : null) ?? 'Ошибка'

/** What outside services have answered this process lately, until it is written down for all to see. */
export class ServiceAnswers {
  #news = new Map<ServiceCode, LastAnswers>()

  #note(service: ServiceCode, answer: Partial<LastAnswers>): void {
    this.#news.set(service, { ...(this.#news.get(service) ?? none), ...answer })
  }

  /** What has come since the last call. */
  take(): ReadonlyMap<ServiceCode, LastAnswers> {
    const news = this.#news
    this.#news = new Map()
    return news
  }

  /** Notes how one question went, and hands on what it was answered. */
  async watch<T>(service: ServiceCode, question: Promise<T>): Promise<T> {
    const since = performance.now()
    const time = (outcome: Outcome) =>
      durations.observe({ service, outcome }, (performance.now() - since) / 1_000)
    try {
      const answer = await question
      time('answered')
      this.#note(service, { succeededAt: new Date() })
      return answer
    } catch (error) {
      time(outcomeOf(error))
      this.#note(service, { failedAt: new Date(), failure: wordsOf(error) })
      throw error
    }
  }

  /** The same client, whose every question is noted. */
  watching<T extends object>(service: ServiceCode, client: T): T {
    return new Proxy(client, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          const span = beginSpan({
            name: service,
            kind: 'client',
            attributes: { 'ipoteka.service': service },
          })
          const ask = (): unknown => Reflect.apply(value, target, args)
          const result = span === undefined ? ask() : inside(span, ask)
          if (!(result instanceof Promise)) return result
          const answer = this.watch(service, result)
          return span === undefined ? answer : ending(span, answer)
        }
      },
    })
  }
}
