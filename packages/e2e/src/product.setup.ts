import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort, Product } from '../../server/src/testing/product.ts'
import { launchBrowser } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    url: string
    browser: string
    /** Directory for what the files share: sign-ins, pictures of failures. */
    place: string
  }
}

/** One product and one browser for the whole run; E2E_URL takes a product that is running already. */
export async function setup(project: TestProject) {
  const place = mkdtempSync(join(tmpdir(), 'ipoteka-e2e-'))
  const given = process.env.E2E_URL
  const product = given === undefined ? await startProduct(place) : undefined
  const browser = await launchBrowser()
  project.provide('url', given ?? product?.url ?? '')
  project.provide('browser', browser.wsEndpoint())
  project.provide('place', place)
  return async () => {
    await browser.close()
    await product?.stop()
    if (process.env.E2E_KEEP === undefined) rmSync(place, { recursive: true, force: true })
  }
}

async function startProduct(place: string): Promise<Product> {
  const port = process.env.E2E_PORT === undefined ? await freePort() : Number(process.env.E2E_PORT)
  const product = new Product({ dataDir: process.env.E2E_DATA_DIR ?? join(place, 'data'), port })
  await product.start(120)
  return product
}
