import { keep, readKept } from './kept.ts'
import { randomId } from './random-id.ts'

const key = 'device-mark'
let known: string | null = null

/**
 * The mark of this browser: a random number that it keeps for itself, made at the first save. It tells nothing of the
 * machine; whoever clears the data of the site gets another.
 */
export function deviceMark(): string {
  known ??= readKept(key)
  if (known === null) {
    known = randomId()
    keep(key, known)
  }
  return known
}
