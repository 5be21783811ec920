import type { JobWithMetadata } from 'pg-boss'
import { traced } from '#lib/tracing/tracing.ts'

/** A job whose data is what its handler was promised, and the trace of what has asked for it. */
export interface UntracedJob<T extends object> {
  readonly job: JobWithMetadata<T>
  readonly data: T
  readonly traceparent: string | undefined
}

/** Takes the trace out of the job's data: equal jobs of two requests are equal, and no handler meets it. */
export function untraced<T extends object>(job: JobWithMetadata<T>): UntracedJob<T> {
  // A turn of recurring work may come without data.
  const { traceparent, ...data } = { ...job.data } as T & { traceparent?: unknown }
  return {
    job,
    data: data as unknown as T,
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
  }
}

/** Does the job as a part of the trace that has asked for it. */
export const tracedJob = <T extends object>(
  queue: string,
  { job, traceparent }: UntracedJob<T>,
  work: () => Promise<void>,
): Promise<void> =>
  traced(
    {
      name: `job ${queue}`,
      kind: 'consumer',
      attributes: {
        'messaging.system': 'pg-boss',
        'messaging.destination.name': queue,
        'messaging.message.id': job.id,
        'ipoteka.attempt': job.retryCount + 1,
      },
      parent: traceparent,
    },
    work,
  )
