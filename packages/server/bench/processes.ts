import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A process of the bench that answers messages. */
export interface Worker {
  /** Sends a message and waits for the answer. */
  ask<Answer>(message: object): Promise<Answer>
  stop(): Promise<void>
}

const answerOf = async <Answer>(child: ChildProcess, file: string): Promise<Answer> => {
  const done = new AbortController()
  const { signal } = done
  const answered = once(child, 'message', { signal })
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`${file} ended with ${code}`)
  })
  try {
    const [answer] = await Promise.race([answered, ended])
    if (typeof answer === 'object' && answer !== null && 'failure' in answer)
      throw new Error(String(answer.failure))
    return answer as Answer
  } finally {
    done.abort()
    await Promise.allSettled([answered, ended])
  }
}

/** Starts a file of the bench as a process of its own. */
export function startWorker(file: string): Worker {
  // Its log is written, as in the product, and read by nobody.
  const child = fork(file, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  return {
    ask(message) {
      child.send(message)
      return answerOf(child, file)
    },
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The other end: answers every message with what `work` resolves to, one after the other. */
export function answerMessages<Message>(work: (message: Message) => Promise<object>): void {
  process.on('message', (message: Message) => {
    work(message).then(
      (answer) => process.send?.(answer),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
    )
  })
  process.on('disconnect', () => process.exit())
}
