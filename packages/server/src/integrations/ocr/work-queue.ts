/** More work than the queue takes. */
export class QueueFull extends Error {}

interface Waiting {
  readonly begin: () => void
}

/** Works on a few things at once, lets some wait and refuses the rest. */
export class WorkQueue {
  readonly #atOnce: number
  readonly #mostWaiting: number
  readonly #waiting: Waiting[] = []
  #running = 0

  constructor({ atOnce, mostWaiting }: { atOnce: number; mostWaiting: number }) {
    this.#atOnce = atOnce
    this.#mostWaiting = mostWaiting
  }

  get running(): number {
    return this.#running
  }

  get waiting(): number {
    return this.#waiting.length
  }

  /** Does the work in its turn; whoever gives up while waiting leaves the queue. */
  async run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    if (this.#running >= this.#atOnce) await this.#wait(signal)
    signal.throwIfAborted()
    this.#running += 1
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#waiting.shift()?.begin()
    }
  }

  #wait(signal: AbortSignal): Promise<void> {
    if (this.#waiting.length >= this.#mostWaiting) return Promise.reject(new QueueFull())
    return new Promise((begin, fail) => {
      const entry = {
        begin: () => {
          signal.removeEventListener('abort', leave)
          begin()
        },
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1)
        fail(signal.reason as Error)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(entry)
    })
  }
}
