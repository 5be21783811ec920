import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { cutHeadings, findViolations, numbersWithDots } from './accessibility.ts'
import { Bank } from './bank.ts'
import { launchBrowser } from './browser.ts'
import { Faults } from './faults.ts'
import { enter, Loaded } from './inside.ts'
import { KeptWindows, windowSize } from './kept-windows.ts'
import { type DemoLogin, signIn } from './sign-in.ts'
import { Traffic } from './traffic.ts'

export { expect } from 'vitest'

/** The product of this worker: each has one of its own, so that journeys of two do not meet. */
export function bankUrl(): string {
  const urls = inject('urls')
  return urls[(Number(process.env.VITEST_POOL_ID ?? 1) - 1) % urls.length] ?? ''
}

export interface OpenOptions extends BrowserContextOptions {
  /** Does not use the session kept from an earlier sign-in. */
  readonly fresh?: boolean
}

/** What a test may need of a window beside the product's own defaults. */
const defaults: BrowserContextOptions = {
  locale: 'ru-RU',
  timezoneId: 'Europe/Moscow',
  viewport: windowSize,
  acceptDownloads: true,
  // A list that is still unfolding moves away from under a click no hand could make so early.
  reducedMotion: 'reduce',
}

/** Browser windows of one test; each person gets a context of their own. */
export class Office {
  readonly faults = new Faults()
  readonly url = bankUrl()
  readonly #browser: Browser
  readonly #kept: KeptWindows
  readonly #contexts: BrowserContext[] = []
  readonly #traffic = new Traffic()
  readonly #watch = (page: Page) => {
    this.faults.watch(page)
    this.#traffic.watch(page)
  }

  constructor(browser: Browser, kept: KeptWindows) {
    this.#browser = browser
    this.#kept = kept
  }

  /** A window without a session. */
  async window(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#browser.newContext({ baseURL: this.url, ...defaults, ...options })
    this.#begin(context)
    return context.newPage()
  }

  /** Opens a page of the product as a demo user; the first time through the real sign-in page. */
  async openAs(login: DemoLogin, path = '/', { fresh = false, ...options }: OpenOptions = {}): Promise<Page> {
    if (fresh || Object.keys(options).length > 0) return this.#openNew(login, path, fresh, options)
    const kept = await this.#keptWindow(login)
    if (kept !== undefined) await this.go(kept, path)
    const page = kept ?? (await this.#openNew(login, path))
    this.#kept.lend(login, page)
    return page
  }

  async #openNew(login: DemoLogin, path: string, fresh = false, options: BrowserContextOptions = {}) {
    const known = fresh ? undefined : this.#kept.session(login)
    const page = await this.window(known === undefined ? options : { ...options, storageState: known })
    await loaded.load(page, path)
    if (known === undefined) {
      await signIn(page, login)
      if (!fresh) await this.#kept.remember(login, page.context())
    }
    await this.ready(page)
    return page
  }

  async #keptWindow(login: DemoLogin): Promise<Page | undefined> {
    const page = await this.#kept.take(login)
    if (page === undefined) return undefined
    this.#begin(page.context())
    this.#watch(page)
    return page
  }

  #begin(context: BrowserContext): void {
    context.setDefaultTimeout(15_000)
    this.#contexts.push(context)
    context.on('page', this.#watch)
  }

  /** Goes on to another page in the same window; nothing that earlier pages were answered is used for it. */
  async go(page: Page, path: string): Promise<void> {
    if (!loaded.mayEnter(path) || !(await enter(page, path))) await loaded.load(page, path)
    await this.ready(page)
  }

  /** Waits until the shell shows a page and its loader is gone. */
  async ready(page: Page): Promise<void> {
    await page.locator('main').waitFor()
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
  }

  /** Waits until the page is ready and has asked for nothing for a while. */
  async settled(page: Page): Promise<void> {
    await this.ready(page)
    await this.#traffic.quiet(page)
    // A busy page asks for nothing either: it is still drawing what it was answered, and its blocks still move.
    // On a machine that others keep busy the free moment may not come: the wait for it has an end.
    await page.evaluate(
      () => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 3_000 })),
    )
    await this.#traffic.quiet(page)
    await this.ready(page)
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
      await page.emulateMedia({ colorScheme: scheme })
      // The service page of sign-in follows the system by its styles alone.
      await page.waitForFunction(
        (wanted) => (document.documentElement.dataset['theme'] ?? wanted) === wanted,
        scheme,
      )
      // Structure is the same in both.
      const only = scheme === 'light' ? 'all' : 'colours'
      expect(await findViolations(page, only), `${scheme}: ${page.url()}`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: null })
    expect(await numbersWithDots(page), `numbers with a dot: ${page.url()}`).toEqual([])
    expect(await cutHeadings(page), `headings cut: ${page.url()}`).toEqual([])
  }

  /** Keeps pictures of what a failed test saw. */
  async picture(name: string): Promise<void> {
    const pages = this.#contexts.flatMap((context) => context.pages())
    for (const [n, page] of pages.entries())
      await page
        .screenshot({ path: join(inject('place'), 'failures', `${name}-${n}.png`) })
        .catch(() => undefined)
  }

  /** After a failed test nothing is handed on: it may have stopped halfway. */
  async close(hasFailed: boolean): Promise<void> {
    await Promise.all(
      this.#contexts.map((context) => {
        context.off('page', this.#watch)
        return hasFailed ? context.close() : this.#kept.giveBack(context)
      }),
    )
  }
}

/** One browser for each worker, which ends with it: through another process every message would be written twice. */
const browserOnce = (() => {
  let opened: Promise<Browser> | undefined
  return () => {
    opened ??= launchBrowser()
    return opened
  }
})()

/** Of this worker: its windows know no other bank. */
const kept = new KeptWindows()
const loaded = new Loaded()

/** The test of every journey: `office` opens windows, `bank` calls the server directly. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- vitest reads the fixtures a function needs from its first parameter
  .extend('bank', async ({}) => new Bank(bankUrl()))
  .extend('office', async ({ task }, { onCleanup }) => {
    const office = new Office(await browserOnce(), kept)
    onCleanup(async () => {
      const hasFailed = task.result?.state === 'fail'
      if (hasFailed) await office.picture(task.name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 80))
      await office.close(hasFailed)
      expect(office.faults.all, 'errors in the browser').toEqual([])
    })
    return office
  })
