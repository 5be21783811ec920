import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyData, freePort, Product } from './processes/product.ts'

/** Starts a product on an empty folder, which fills its demo bank, and stops it. */
async function fill(dataDir: string): Promise<void> {
  const product = new Product({ dataDir, port: await freePort() })
  // A busy machine takes several minutes for it: what hangs is ended all the same.
  await product.start(600)
  await product.stop()
}

/**
 * The data of a stopped product with a demo bank that nobody has touched. Filling one takes longer than everything
 * else of a start: the processes of one run of tests do it once, in a folder that they know, and copy it.
 */
export class DemoBank {
  readonly #place: string

  constructor(place: string) {
    this.#place = place
  }

  /** Where it lies. */
  get dataDir(): string {
    return join(this.#place, 'demo-bank')
  }

  #mark(name: 'begun' | 'filled' | 'failed'): string {
    return join(this.#place, name)
  }

  /** Fills it by the way given, or by a start and a stop. False, and nothing is done, when somebody else has begun. */
  async fillFirst(way: (dataDir: string) => Promise<void> = fill): Promise<boolean> {
    try {
      mkdirSync(this.#mark('begun'))
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    }
    try {
      await way(this.dataDir)
    } catch (error) {
      writeFileSync(this.#mark('failed'), String(error))
      throw error
    }
    writeFileSync(this.#mark('filled'), '')
    return true
  }

  /** Waits until it is there, and fills it when nobody has begun to. Answers where it lies. */
  async ready(): Promise<string> {
    await this.fillFirst()
    while (!existsSync(this.#mark('filled'))) {
      if (existsSync(this.#mark('failed')))
        throw new Error(`The demo bank was not filled: ${readFileSync(this.#mark('failed'), 'utf8')}`)
      await sleep(200)
    }
    return this.dataDir
  }

  /** A copy for a product that may change it. */
  async copyTo(dataDir: string): Promise<void> {
    copyData(await this.ready(), dataDir)
  }
}
