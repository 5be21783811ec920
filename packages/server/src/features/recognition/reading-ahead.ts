import type { RecognitionKey } from './recognition.repo.ts'

/** Files that this instance is reading before anybody has asked. */
const underWay = new Map<string, Promise<unknown>>()
const nameOf = ({ storageId, kind }: RecognitionKey) => `${storageId} ${kind}`

/** Does the work in sight of those who ask for the same file meanwhile. */
export async function readAhead(key: RecognitionKey, work: () => Promise<void>): Promise<void> {
  const begun = work()
  underWay.set(nameOf(key), begun)
  try {
    await begun
  } finally {
    underWay.delete(nameOf(key))
  }
}

/** Waits until the file that is being read is read, or the caller has gone away; whether it went well is seen by the result. */
export async function readingAhead(key: RecognitionKey, signal: AbortSignal | undefined): Promise<void> {
  const begun = underWay.get(nameOf(key))
  if (begun === undefined) return
  const left = new Promise<void>((done) => signal?.addEventListener('abort', () => done(), { once: true }))
  await Promise.race([begun.catch(() => undefined), left])
  signal?.throwIfAborted()
}
