import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { DemoBank } from '../../server/src/testing/demo-bank.ts'
import { copyData, freePort, Product } from '../../server/src/testing/processes/product.ts'
import { workers } from './workers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the products, one for each worker. */
    urls: string[]
    /** Data of a demo bank that nobody has touched yet; null with E2E_URL. */
    demoBank: string | null
    /** Directory for what the files share: sign-ins, pictures of failures. */
    place: string
  }
}

/** A product for each worker; E2E_URL takes a product that is running already. */
export async function setup(project: TestProject) {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-e2e-'))
  // The user of PostgreSQL goes through it to the data.
  chmodSync(place, 0o755)
  const given = process.env.E2E_URL
  const demoBank = given === undefined ? await fillDemoBank(join(place, 'demo-bank')) : null
  const products = demoBank === null ? [] : await startProducts(place, demoBank)
  project.provide('urls', given === undefined ? products.map(({ url }) => url) : [given])
  project.provide('demoBank', demoBank)
  project.provide('place', place)
  return async () => {
    await Promise.all(products.map((product) => product.stop()))
    if (process.env.E2E_KEEP === undefined) rmSync(place, { recursive: true, force: true })
  }
}

/** `npm test` gives the place of the bank that the tests of calls have filled; alone the journeys fill their own. */
async function fillDemoBank(own: string): Promise<string> {
  const place = process.env.DEMO_BANK_PLACE ?? own
  mkdirSync(place, { recursive: true, mode: 0o755 })
  return new DemoBank(place).ready()
}

function startProducts(place: string, demoBank: string): Promise<Product[]> {
  return Promise.all(
    Array.from({ length: workers }, async (_, n) => {
      const dataDir = join(place, `data-${n}`)
      copyData(demoBank, dataDir)
      const product = new Product({ dataDir, port: await freePort() })
      await product.start(60)
      return product
    }),
  )
}
