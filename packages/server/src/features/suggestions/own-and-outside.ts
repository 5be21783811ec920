import type { SuggestionSource } from '@ipoteka-office/contract/suggestions/suggestions.ts'
import type { Context } from '#http/route.ts'
import { type SuggestionClient, SuggestionsUnavailable } from '#integrations/dadata/suggestion-client.ts'

/** Suggestions with where each comes from; `note` says what is missing. */
export interface Suggestions<T> {
  readonly note: string | null
  readonly suggestions: T[]
}

/** The outside service, and how many milliseconds own answers wait for it. */
export interface Outside {
  readonly client: SuggestionClient
  readonly patienceMs: number
}

interface Wanted<T> {
  readonly own: readonly (T & { source: SuggestionSource })[]
  readonly count: number
  /** Not called when the own data fill the list. */
  readonly ask: () => Promise<readonly T[]>
  /** The same key, the same thing: what the bank has itself is not repeated. */
  readonly keyOf: (item: T) => string
}

/** Null when there is no answer, or none in time; a late one is remembered by the client for the next letter. */
async function answerOf<T>(
  { log }: Context,
  call: Promise<readonly T[]>,
  waitMs: number | null,
): Promise<readonly T[] | null> {
  const answered = call.catch((error: unknown) => {
    if (!(error instanceof SuggestionsUnavailable)) throw error
    log.warn({ err: error.cause }, 'suggestions are not available')
    return null
  })
  if (waitMs === null) return answered
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), waitMs)
  })
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

const noteFor = (own: readonly unknown[]) =>
  own.length > 0
    ? 'Внешняя служба подсказок не ответила: показаны только данные банка'
    : 'Внешняя служба подсказок не ответила: заполните поля вручную'

/** Own data first, then what the outside service adds; without its answer the own data alone, never an error. */
export async function ownFirst<T>(
  context: Context,
  { client, patienceMs }: Outside,
  { own, count, ask, keyOf }: Wanted<T>,
): Promise<Suggestions<T & { source: SuggestionSource }>> {
  if (own.length >= count) return { note: null, suggestions: own.slice(0, count) }
  const answer = await answerOf(context, ask(), own.length > 0 ? patienceMs : null)
  const known = new Set(own.map(keyOf))
  const added = (answer ?? []).filter((item) => {
    const isNew = !known.has(keyOf(item))
    known.add(keyOf(item))
    return isNew
  })
  return {
    note: answer === null ? noteFor(own) : null,
    suggestions: [...own, ...added.map((item) => ({ ...item, source: client.source }))].slice(0, count),
  }
}
