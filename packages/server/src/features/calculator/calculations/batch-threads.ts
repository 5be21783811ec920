import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SpecialDays } from '#features/calendar/working-time.rules.ts'
import type { BatchAnswer, BatchLoan, BatchRow, PricedRow } from './batch.rules.ts'

/** Rows given to a thread at once. */
const part = 100
/** One core is left for those who work meanwhile. */
const threadCount = Math.max(1, availableParallelism() - 1)

const answerOf = (worker: Worker, rows: readonly BatchLoan[]): Promise<BatchAnswer[]> =>
  new Promise((done, fail) => {
    const settle = (act: () => void) => {
      worker.off('message', onMessage)
      worker.off('error', onError)
      worker.off('exit', onExit)
      act()
    }
    const onMessage = (answers: BatchAnswer[]) => settle(() => done(answers))
    const onError = (error: unknown) => settle(() => fail(error))
    const onExit = () => settle(() => fail(new Error('The thread of a mass calculation has ended')))
    worker.on('message', onMessage)
    worker.on('error', onError)
    worker.on('exit', onExit)
    worker.postMessage(rows)
  })

/** What the rows are computed by. */
export interface RowWork {
  readonly special: SpecialDays
  /** By the product that the row names; null: it names none. */
  readonly price: (row: BatchRow) => PricedRow | null
}

/**
 * Figures of the rows in their order, computed beside the server's own thread, which prices a part of them at a time; ends
 * with the signal's reason when aborted.
 */
export async function* calculateRows(
  rows: readonly BatchRow[],
  { special, price }: RowWork,
  signal: AbortSignal,
): AsyncGenerator<BatchLoan & { readonly answer: BatchAnswer }> {
  const threads = Array.from(
    { length: Math.min(threadCount, Math.ceil(rows.length / part)) },
    () => new Worker(new URL('./batch-thread.ts', import.meta.url), { workerData: { special } }),
  )
  const parts = Array.from({ length: Math.ceil(rows.length / part) }, (_, n) =>
    rows.slice(n * part, (n + 1) * part),
  )
  // Part n is given to thread n mod count as soon as that thread has answered the part before it.
  const asked: Promise<BatchAnswer[]>[] = []
  const loans = new Map<number, BatchLoan[]>()
  const ask = (n: number): void => {
    const thread = threads[n % threads.length]
    const given = parts[n]?.map((row) => ({ row, priced: price(row) }))
    if (thread === undefined || given === undefined) return
    loans.set(n, given)
    asked[n] = answerOf(thread, given)
    // Awaited below; a failure before that must not count as nobody's.
    asked[n]?.catch(() => undefined)
  }
  try {
    for (const [n] of threads.entries()) ask(n)
    for (const n of parts.keys()) {
      signal.throwIfAborted()
      const answers = (await asked[n]) ?? []
      const given = loans.get(n) ?? []
      loans.delete(n)
      ask(n + threads.length)
      yield* given.flatMap((loan, index) => {
        const answer = answers[index]
        return answer === undefined ? [] : [{ ...loan, answer }]
      })
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}
