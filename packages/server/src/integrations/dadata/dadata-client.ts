import {
  PlainAddress,
  PlainBank,
  PlainEmail,
  PlainName,
  PlainParty,
  PlainUnit,
} from '@ipoteka-office/contract/suggestions/suggestions.ts'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { defaultResilience, Refused, type Resilience, resilient } from './resilience.ts'
import type { SuggestionClient, SuggestionRequest } from './suggestion-client.ts'

/** Where the service is and who asks. */
export interface DadataOptions {
  /** Up to `/rs`, without a slash at the end. */
  readonly url: string
  readonly token: string
  readonly resilience?: Resilience
}

const Answer = z.object({ suggestions: z.array(z.unknown()) })

const hour = 3_600_000
/** The service has its own limits: 20 answers, 300 characters. */
const maxQuery = 300

/** What we cannot read is left out; the rest is still useful. */
const readable = <T extends z.ZodType>(item: T, list: readonly unknown[]): z.output<T>[] =>
  list.flatMap((raw) => {
    const parsed = item.safeParse(raw)
    return parsed.success ? [parsed.data] : []
  })

/** The client of DaData's suggestions (dadata.ru/api/suggest), with a cache of what has been asked before. */
export function dadataClient({
  url,
  token,
  resilience = defaultResilience,
}: DadataOptions): SuggestionClient {
  const call = resilient(resilience)
  const cache = new LRUCache<string, unknown[]>({ max: 5_000, ttl: hour })

  /** `more` are the parameters of one kind alone. */
  const ask = async (
    kind: string,
    { query, count }: SuggestionRequest,
    more: Readonly<Record<string, unknown>> = {},
  ): Promise<unknown[]> => {
    const key = `${kind} ${count} ${JSON.stringify(more)} ${query.toLowerCase()}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const suggestions = await call(async (signal) => {
      const response = await fetch(`${url}/suggest/${kind}`, {
        method: 'POST',
        headers: {
          authorization: `Token ${token}`,
          'content-type': 'application/json',
          accept: 'application/json',
        },
        body: JSON.stringify({ query: query.slice(0, maxQuery), count, ...more }),
        signal,
      })
      if (!response.ok) {
        const text = `${response.status} from the suggestion service`
        // 429 passes by itself; the other refusals do not.
        const isFinal = response.status < 500 && response.status !== 429
        throw isFinal ? new Refused(text) : new Error(text)
      }
      return Answer.parse(await response.json()).suggestions
    })
    cache.set(key, suggestions)
    return suggestions
  }

  return {
    source: 'DADATA',
    name: async ({ part, sex, ...request }) =>
      readable(
        PlainName,
        await ask('fio', request, { ...(part && { parts: [part] }), ...(sex && { gender: sex }) }),
      ),
    unit: async (request) => readable(PlainUnit, await ask('fms_unit', request)),
    email: async (request) => readable(PlainEmail, await ask('email', request)),
    party: async (request) => readable(PlainParty, await ask('party', request)),
    bank: async (request) => readable(PlainBank, await ask('bank', request)),
    address: async (request) => readable(PlainAddress, await ask('address', request)),
  }
}
