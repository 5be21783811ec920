import { beginSpan, ending, inside } from '#lib/tracing/tracing.ts'
import type { ServiceCode } from './connected.ts'
import { failureWords } from './failure-words.rules.ts'

/** The last answers of a service that this process has had. */
export interface LastAnswers {
  readonly succeededAt: Date | null
  readonly failedAt: Date | null
  readonly failure: string | null
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
    try {
      const answer = await question
      this.#note(service, { succeededAt: new Date() })
      return answer
    } catch (error) {
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
