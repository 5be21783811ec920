import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page, Route } from 'playwright-core'
import { test as base, expect, inject } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { Faults } from '../faults.ts'

export { expect } from 'vitest'

/** Nobody answers there but the files of the built page. */
const home = 'http://kits.test'

/** A call that a kit makes of its server: the path under /api. */
export interface Asked {
  readonly path: string
  readonly query: URLSearchParams
  readonly body: unknown
}
type Answer = (asked: Asked) => unknown

/** A window with the page of a kit at an address of it; `answer` plays the server, where the kit has one. */
export type OpenKit = (path: string, answer?: Answer) => Promise<Page>

const json = (body: unknown) => ({ contentType: 'application/json', body: JSON.stringify(body) })

/** What a request of the page is answered: alone, or by a line for each that went together. */
async function answerCall(route: Route, answer: Answer): Promise<void> {
  const { pathname, searchParams } = new URL(route.request().url())
  const path = pathname.replace(/^\/api/, '')
  const body: unknown = route.request().postDataJSON()
  if (path !== '/together') return route.fulfill(json(answer({ path, query: searchParams, body })))
  const { reads } = body as { reads: { path: string; body?: unknown }[] }
  const lines = reads.map((one, at) => {
    const { pathname: name, searchParams: query } = new URL(one.path, home)
    const said = answer({ path: name, query, body: one.body })
    return `${JSON.stringify({ at, status: 200, requestId: '', body: said })}\n`
  })
  return route.fulfill({ contentType: 'application/x-ndjson', body: lines.join('') })
}

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
    return async (path, answer) => {
      const page = await context.newPage()
      if (answer) await page.route(`${home}/api/**`, (route) => answerCall(route, answer))
      await page.goto(path)
      return page
    }
  })
