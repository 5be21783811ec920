import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, Product } from '../../server/src/testing/product.ts'
import { launchBrowser } from './browser.ts'
import { workers } from './workers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Addresses of the products, one for each worker. */
    urls: string[]
    browser: string
    /** Directory for what the files share: sign-ins, pictures of failures. */
    place: string
  }
}

/** A product for each worker and one browser for the whole run; E2E_URL takes a product that is running already. */
export async function setup(project: TestProject) {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-e2e-'))
  const given = process.env.E2E_URL
  const products = given === undefined ? await startProducts(place) : []
  const browser = await launchBrowser()
  project.provide('urls', given === undefined ? products.map(({ url }) => url) : [given])
  project.provide('browser', browser.wsEndpoint())
  project.provide('place', place)
  return async () => {
    await browser.close()
    await Promise.all(products.map((product) => product.stop()))
    if (process.env.E2E_KEEP === undefined) rmSync(place, { recursive: true, force: true })
  }
}

function startProducts(place: string): Promise<Product[]> {
  return Promise.all(
    Array.from({ length: workers }, async (_, n) => {
      const product = new Product({ dataDir: join(place, `data-${n}`), port: await freePort() })
      await product.start(120)
      return product
    }),
  )
}
