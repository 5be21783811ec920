import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SpecialDays } from '#features/calendar/working-time.rules.ts'
import type { BatchAnswer, BatchRow } from './batch.rules.ts'

/** Rows given to a thread at once. */
const part = 100
/** One core is left for those who work meanwhile. */
const threadCount = Math.max(1, availableParallelism() - 1)

const answerOf = (worker: Worker, rows: readonly BatchRow[]): Promise<BatchAnswer[]> =>
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

/** Figures of the rows in their order, computed beside the server's own thread; ends with the signal's reason when aborted. */
export async function* calculateRows(
  rows: readonly BatchRow[],
  special: SpecialDays,
  signal: AbortSignal,
): AsyncGenerator<{ row: BatchRow; answer: BatchAnswer }> {
  const threads = Array.from(
    { length: Math.min(threadCount, Math.ceil(rows.length / part)) },
    () => new Worker(new URL('./batch-thread.ts', import.meta.url), { workerData: { special } }),
  )
  const parts = Array.from({ length: Math.ceil(rows.length / part) }, (_, n) =>
    rows.slice(n * part, (n + 1) * part),
  )
  // Part n is given to thread n mod count as soon as that thread has answered the part before it.
  const asked: Promise<BatchAnswer[]>[] = []
  const ask = (n: number): void => {
    const thread = threads[n % threads.length]
    const given = parts[n]
    if (thread === undefined || given === undefined) return
    asked[n] = answerOf(thread, given)
    // Awaited below; a failure before that must not count as nobody's.
    asked[n]?.catch(() => undefined)
  }
  try {
    for (const [n] of threads.entries()) ask(n)
    for (const [n, given] of parts.entries()) {
      signal.throwIfAborted()
      const answers = (await asked[n]) ?? []
      ask(n + threads.length)
      yield* given.flatMap((row, index) => {
        const answer = answers[index]
        return answer === undefined ? [] : [{ row, answer }]
      })
    }
  } finally {
    await Promise.all(threads.map((thread) => thread.terminate()))
  }
}
