import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { Faults } from '../faults.ts'

export { expect } from 'vitest'

/** Nobody answers there but the files of the built page. */
const home = 'http://kits.test'

/** A window with the page of a kit at an address of it. */
export type OpenKit = (path: string) => Promise<Page>

let browser: Promise<Browser> | undefined
/** One browser for all the tests; it goes with their process. */
const browserOnce = (): Promise<Browser> => (browser ??= launchBrowser())

/** A window of its own for each test; whatever the console or the page reports as an error fails it. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a function needs from its first parameter
  .extend('openKit', async ({}, { onCleanup }): Promise<OpenKit> => {
    const place = inject('kits')
    const faults = new Faults()
    const context = await (await browserOnce()).newContext({
      baseURL: home,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(10_000)
    context.on('page', (page) => faults.watch(page))
    await context.route(`${home}/**`, (route) => {
      const file = join(place, new URL(route.request().url()).pathname)
      const isFile = file.startsWith(place) && /\.\w+$/.test(file) && existsSync(file)
      return route.fulfill({ path: isFile ? file : join(place, 'kits.html') })
    })
    onCleanup(async () => {
      await context.close()
      expect(faults.all).toEqual([])
    })
    return async (path) => {
      const page = await context.newPage()
      await page.goto(path)
      return page
    }
  })
