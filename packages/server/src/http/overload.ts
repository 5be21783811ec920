import { overloaded } from './errors.ts'

/** The bound of one instance's work. */
export interface WorkLimit {
  /** An onRequest hook: refuses before anything is read while the bound is reached. */
  refuse(request: unknown, reply: unknown, done: (error?: Error) => void): void
  /** Counts a handler's runs and refuses those past the bound. */
  count<A extends unknown[], R>(handler: (...args: A) => Promise<R>): (...args: A) => Promise<R>
}

/**
 * Past `max` calls at once the next is refused with 503 and may be repeated: a short answer now instead of a long wait.
 * Handlers are counted and not connections: who sends or reads slowly holds nothing.
 */
export function limitWork(max: number): WorkLimit {
  let inWork = 0
  return {
    refuse: (_request, _reply, done) => (inWork >= max ? done(overloaded()) : done()),
    count:
      (handler) =>
      async (...args) => {
        if (inWork >= max) throw overloaded()
        inWork += 1
        try {
          return await handler(...args)
        } finally {
          inWork -= 1
        }
      },
  }
}
