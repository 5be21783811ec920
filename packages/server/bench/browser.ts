import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { freePort, Product } from '#testing/processes/product.ts'
import { onEnd } from './database.ts'
import { startWorker, type Worker } from './processes.ts'

/** Where the processes that drive a browser are. */
const driven = resolve(import.meta.dirname, '../../e2e/src')

/** What a measurement in the browser may use. */
export interface Measured {
  /** Of the running product. */
  readonly url: string
  /** Starts a file of `packages/e2e/src` as a process of its own and has it answer the message; one at a time. */
  ask<Answer>(file: string, message: object): Promise<Answer>
}

/** Starts the built product on a demo bank of its own, measures it, stops everything that was started and cleans up. */
export async function measureInBrowser<T>(name: string, measure: (on: Measured) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), `ipoteka-bench-${name}-`))
  // The user of PostgreSQL goes through it to the data.
  chmodSync(folder, 0o755)
  const product = new Product({ dataDir: folder, port: await freePort() })
  let worker: Worker | null = null
  const stop = onEnd(async () => {
    await worker?.stop()
    await product.stop()
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  })
  try {
    await product.start(120)
    return await measure({
      url: product.url,
      async ask<Answer>(file: string, message: object): Promise<Answer> {
        worker = startWorker(join(driven, file))
        const answer = await worker.ask<Answer>(message)
        await worker.stop()
        worker = null
        return answer
      },
    })
  } finally {
    await stop()
  }
}
