import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import type { FirstPage, FirstPageMessage } from '../../server/bench/web/first-page.ts'
import { launchBrowser } from './browser.ts'
import { signIn } from './sign-in.ts'

const list = (type: string) => `/list-workload-employees/${type}`

const findMs = 500

/** By then a page has loaded what it leaves for when nothing else is to do. */
const restMs = 1_500

/** In every page: tells when the list's rows are there and nothing is loading. */
function watchList(): void {
  const { listIsReady } = globalThis as unknown as { listIsReady(at: number): Promise<void> }
  const look = () => {
    const isReady =
      document.querySelector('tbody tr a') !== null && document.querySelector('[aria-busy="true"]') === null
    if (isReady) void listIsReady(performance.timeOrigin + performance.now())
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** Windows whose pages tell when the list is ready. To ask them would load code of the measure into the page that is measured. */
class Watch {
  readonly #ready = new Map<Page, (at: number) => void>()

  async begin(context: BrowserContext): Promise<void> {
    await context.exposeBinding('listIsReady', ({ page }, at: number) => this.#ready.get(page)?.(at))
    await context.addInitScript(watchList)
  }

  /** Opens the list in a new tab and answers how long it took. */
  async openList(context: BrowserContext, url: string): Promise<{ page: Page; ms: number; at: number }> {
    const page = await context.newPage()
    const ready = new Promise<number>((resolve) => this.#ready.set(page, resolve))
    const begun = performance.timeOrigin + performance.now()
    await page.goto(url + list('oic'), { waitUntil: 'commit' })
    const at = await ready
    return { page, ms: at - begun, at }
  }
}

/** Clicks a link of the page and waits, frame by frame, until the list it leads to has its rows. */
const follow = (page: Page, path: string): Promise<number> =>
  page.evaluate((target) => {
    const link = document.querySelector<HTMLElement>(`a[href="${target}"]`)
    if (link === null) throw new Error(`No link to ${target}`)
    const old = document.querySelector('tbody tr a')?.getAttribute('href')
    const begun = performance.now()
    link.click()
    return new Promise<number>((done) => {
      const look = () => {
        const row = document.querySelector('tbody tr a')?.getAttribute('href')
        const isThere =
          location.pathname === target &&
          row !== undefined &&
          row !== old &&
          document.querySelector('[aria-busy="true"]') === null
        if (isThere) done(performance.now() - begun)
        else requestAnimationFrame(look)
      }
      look()
    })
  }, path)

/** Opens the menu and leaves it the time in which a person finds the entry: it is drawn, and begins to load where its focus is. */
async function openMenu(page: Page): Promise<void> {
  if ((await page.locator(`a[href="${list('nis')}"]`).count()) === 0) {
    await page.getByRole('button', { name: /меню/i }).first().click()
    await page.locator(`a[href="${list('nis')}"]`).waitFor()
  }
  await page.waitForTimeout(findMs)
}

async function sizesOf(urls: ReadonlySet<string>): Promise<FirstPage['scripts']> {
  const sizes = await Promise.all(
    [...urls].map(async (url) => {
      const body = Buffer.from(await (await fetch(url)).arrayBuffer())
      return { path: new URL(url).pathname, gzip: gzipSync(body).length }
    }),
  )
  return sizes.sort((a, b) => b.gzip - a.gzip)
}

async function measureLoads(
  browser: Browser,
  url: string,
  kept: Awaited<ReturnType<BrowserContext['storageState']>>,
) {
  const context = await browser.newContext({
    locale: 'ru-RU',
    viewport: { width: 1440, height: 900 },
    storageState: kept,
  })
  const watch = new Watch()
  await watch.begin(context)
  const scripts = new Map<string, number>()
  const note = (request: Request) => {
    if (request.resourceType() !== 'script' || scripts.has(request.url())) return
    scripts.set(request.url(), performance.timeOrigin + performance.now())
  }
  context.on('request', note)
  const empty = await watch.openList(context, url)
  context.off('request', note)
  const before = new Set([...scripts].filter(([, at]) => at <= empty.at).map(([script]) => script))
  await empty.page.waitForTimeout(restMs)
  const warm = await watch.openList(context, url)
  await warm.page.waitForTimeout(restMs)
  await openMenu(warm.page)
  const firstVisit = await follow(warm.page, list('nis'))
  await openMenu(warm.page)
  const returned = await follow(warm.page, list('oic'))
  await context.close()
  return { before, empty: empty.ms, warm: warm.ms, firstVisit, returned }
}

async function measure({ url, rounds }: FirstPageMessage): Promise<FirstPage> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'ru-RU' })
    const page = await context.newPage()
    await page.goto(url + list('oic'))
    await signIn(page, 'admin')
    await page.locator('tbody tr a').first().waitFor()
    const kept = await context.storageState()
    await context.close()
    const results: Awaited<ReturnType<typeof measureLoads>>[] = []
    // The first one warms up the server and the browser.
    for (let round = 0; round <= rounds; round += 1) results.push(await measureLoads(browser, url, kept))
    const counted = results.slice(1)
    return {
      scripts: await sizesOf(counted[0]?.before ?? new Set()),
      empty: counted.map((one) => one.empty),
      warm: counted.map((one) => one.warm),
      firstVisit: counted.map((one) => one.firstVisit),
      return: counted.map((one) => one.returned),
    }
  } finally {
    await browser.close()
  }
}

process.on('message', (message: FirstPageMessage) => {
  measure(message).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
