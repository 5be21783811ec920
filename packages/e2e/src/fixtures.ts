import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { findViolations } from './accessibility.ts'
import { Bank } from './bank.ts'
import { Faults } from './faults.ts'
import { type DemoLogin, signIn } from './sign-in.ts'

export { expect } from 'vitest'

export interface OpenOptions extends BrowserContextOptions {
  /** Does not use the session kept from an earlier sign-in. */
  readonly fresh?: boolean
}

/** Browser windows of one test; each person gets a context of their own. */
export class Office {
  readonly faults = new Faults()
  readonly url = inject('url')
  readonly #browser: Browser
  readonly #contexts: BrowserContext[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** A window without a session. */
  async window(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.url,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 1440, height: 900 },
      acceptDownloads: true,
      ...options,
    })
    context.setDefaultTimeout(15_000)
    this.#contexts.push(context)
    context.on('page', (page) => this.faults.watch(page))
    return context.newPage()
  }

  /** Opens a page of the product as a demo user; the first time through the real sign-in page. */
  async openAs(login: DemoLogin, path = '/', { fresh = false, ...options }: OpenOptions = {}): Promise<Page> {
    const kept = join(inject('place'), `${login}.session.json`)
    const known = !fresh && existsSync(kept)
    const page = await this.window({ ...options, ...(known ? { storageState: kept } : {}) })
    await page.goto(path)
    if (!known) {
      await signIn(page, login)
      if (!fresh) await page.context().storageState({ path: kept })
    }
    await this.ready(page)
    return page
  }

  /** Waits until the shell shows a page and its loader is gone. */
  async ready(page: Page): Promise<void> {
    await page.getByRole('main').waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  }

  /** Another tab of the same person. */
  async tab(page: Page, path: string): Promise<Page> {
    const other = await page.context().newPage()
    await other.goto(path)
    await this.ready(other)
    return other
  }

  /** Fails when the page breaks WCAG 2.2 A or AA in the light or in the dark theme. */
  async expectAccessible(page: Page): Promise<void> {
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      // Structure is the same in both.
      const only = scheme === 'light' ? 'all' : 'colours'
      expect(await findViolations(page, only), `${scheme}: ${page.url()}`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  }

  /** Keeps pictures of what a failed test saw. */
  async picture(name: string): Promise<void> {
    const pages = this.#contexts.flatMap((context) => context.pages())
    for (const [n, page] of pages.entries())
      await page
        .screenshot({ path: join(inject('place'), 'failures', `${name}-${n}.png`) })
        .catch(() => undefined)
  }

  async close(): Promise<void> {
    await Promise.all(this.#contexts.map((context) => context.close()))
  }
}

const browserOnce = (() => {
  let opened: Promise<Browser> | undefined
  return () => {
    opened ??= chromium.connect(inject('browser'))
    return opened
  }
})()

/** The test of every journey: `office` opens windows, `bank` calls the server directly. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a function needs from its first parameter
  .extend('bank', async ({}) => new Bank(inject('url')))
  .extend('office', async ({ task }, { onCleanup }) => {
    const office = new Office(await browserOnce())
    onCleanup(async () => {
      if (task.result?.state === 'fail')
        await office.picture(task.name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80))
      await office.close()
      expect(office.faults.all, 'errors in the browser').toEqual([])
    })
    return office
  })
