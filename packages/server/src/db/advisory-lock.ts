import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'

const askMs = 200

/**
 * Takes a lock of the session, and asks again until it is free. Waiting inside the database would hold a snapshot, for which
 * an index that is made concurrently by the lock's holder would wait in its turn, without end.
 */
export async function lockPatiently(
  client: pg.Client,
  key: number,
  onWait: () => void = () => undefined,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [key])
    if (rows[0]?.mine === true) return
    if (isFirst) onWait()
    await sleep(askMs)
  }
}
