import type { BrowserContext, Page, Request } from 'playwright-core'
import type { FirstPageMessage } from '../../server/bench/web/first-page.ts'
import type { PageRequests } from '../../server/bench/web/page-requests.ts'
import { Bank } from './bank.ts'
import { launchBrowser } from './browser.ts'
import { ownFullApplication } from './full-application.ts'
import { signIn } from './sign-in.ts'
import { readsOf, Traffic } from './traffic.ts'

/** What the live connection brings comes within it. */
const echoMs = 3_000

/** Calls of the server that pages make, and the reads that went inside them. */
class Counter {
  #calls: Request[] = []

  watch(context: BrowserContext): void {
    context.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) this.#calls.push(request)
    })
  }

  /** What was asked since the last question. */
  take(name: string, limit: number): PageRequests {
    const calls = this.#calls.map((request) => ({
      call: `${request.method()} ${new URL(request.url()).pathname}`,
      reads: readsOf(request),
    }))
    this.#calls = []
    return { name, limit, calls }
  }
}

async function rest(page: Page, traffic: Traffic): Promise<void> {
  await traffic.quiet(page)
  await page.waitForTimeout(echoMs)
  await traffic.quiet(page)
}

/** A loan of the list: the first one that may be opened. */
async function firstLoan(bank: Bank): Promise<number> {
  const { content } = await bank.call<{ content: { id: number }[] }>(
    'POST',
    '/case-list/loans?page=0&size=1',
    {},
    'admin',
  )
  const [first] = content
  if (!first) throw new Error('The bank has no loans')
  return first.id
}

async function count({ url }: FirstPageMessage): Promise<PageRequests[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } })
    const counter = new Counter()
    const traffic = new Traffic()
    const bank = new Bank(url)
    const { id } = await ownFullApplication(bank)
    const page = await context.newPage()
    traffic.watch(page)
    await page.goto(`${url}/applications/mortgage/false`)
    await signIn(page, 'admin')
    await page.locator('tbody tr a').first().waitFor()
    await rest(page, traffic)
    counter.watch(context)
    const found: PageRequests[] = []
    const open = async (name: string, limit: number, path: string, ready: string) => {
      await page.goto(url + path)
      await page.locator(ready).first().waitFor()
      await rest(page, traffic)
      found.push(counter.take(name, limit))
    }
    await open('список заявок на ипотеку', 4, '/applications/mortgage/false', 'tbody tr a')
    await open('список согласующих', 4, '/list-workload-employees/oic', 'tbody tr a')
    await open('заявка на кредит', 8, `/loan-app-edit/${await firstLoan(bank)}`, 'form')
    await open('полная заявка', 8, `/full-app-edit/${id}`, 'form')
    await page.getByLabel('Срок кредита, мес.').fill('240')
    await rest(page, traffic)
    counter.take('набор', 0)
    await page.keyboard.press('Control+s')
    await rest(page, traffic)
    found.push(counter.take('сохранение раздела', 2))
    return found
  } finally {
    await browser.close()
  }
}

process.on('message', (message: FirstPageMessage) => {
  count(message).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
