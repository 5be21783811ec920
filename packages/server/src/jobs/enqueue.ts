import type { Db } from '#db/database.ts'
import { insertEvent } from '#live/live.repo.ts'
import { outboxSignal } from '#lib/outbox-signal.ts'
import { currentSpan } from '#lib/tracing/tracing.ts'
import { wakeTopicPrefix } from '#live/publish.ts'
import { insertJobRows, type JobRow } from './jobs.repo.ts'
import type { QueueName } from './queues.ts'

/** When and how often; what is left out comes from the queue. */
export type JobOptions = Omit<JobRow, 'data' | 'startAfter'> & { readonly startAfter?: Date }

/**
 * Puts a job in that is done when, and only if, the caller's transaction commits; workers are woken at once.
 * Answers the job's id.
 */
export async function enqueue(
  db: Db,
  queue: QueueName,
  data: object,
  { startAfter, ...options }: JobOptions = {},
): Promise<string | null> {
  const traceparent = currentSpan()?.traceparent
  // The job goes on with the trace of what has asked for it; its handler does not see this.
  const told = traceparent === undefined ? data : { ...data, traceparent }
  const row = { data: told, ...options, ...(startAfter && { startAfter: startAfter.toISOString() }) }
  const [id = null] = await insertJobRows(db, queue, [row])
  if (startAfter === undefined) {
    await insertEvent(db, { topic: wakeTopicPrefix + queue, payload: {} })
    outboxSignal.emit('written')
  }
  return id
}
