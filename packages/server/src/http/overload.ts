import { overloaded } from './errors.ts'

type Handler<A extends unknown[], R> = (...args: A) => Promise<R>

/**
 * Bounds the work of one instance: past `max` calls at once the next is refused with 503 and may be repeated.
 * Counts handlers, not connections: who sends or reads slowly holds nothing.
 */
export function limitWork(max: number) {
  let inWork = 0
  return <A extends unknown[], R>(handler: Handler<A, R>): Handler<A, R> =>
    async (...args) => {
      if (inWork >= max) throw overloaded()
      inWork += 1
      try {
        return await handler(...args)
      } finally {
        inWork -= 1
      }
    }
}
