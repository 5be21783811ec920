import type { Page } from 'playwright-core'
import type { FirstPageMessage, PageRequests } from '../../server/bench/web/first-page.ts'
import { Bank } from './bank.ts'
import { launchBrowser } from './browser.ts'
import { ownFullApplication } from './full-application.ts'
import { ownLoan } from './journeys/loan-application.ts'
import { RequestCount, requestLimits } from './request-count.ts'
import { signIn } from './sign-in.ts'
import { Traffic } from './traffic.ts'

/** What the live connection brings comes within it. */
const echoMs = 3_000

async function rest(page: Page, traffic: Traffic): Promise<void> {
  await traffic.quiet(page)
  await page.waitForTimeout(echoMs)
  await traffic.quiet(page)
}

async function count({ url }: FirstPageMessage): Promise<PageRequests[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ locale: 'ru-RU', viewport: { width: 1440, height: 900 } })
    const traffic = new Traffic()
    const bank = new Bank(url)
    const { id } = await ownFullApplication(bank)
    const page = await context.newPage()
    traffic.watch(page)
    await page.goto(`${url}/applications/mortgage/false`)
    await signIn(page, 'admin')
    await page.locator('tbody tr a').first().waitFor()
    await rest(page, traffic)
    const requests = new RequestCount(context)
    const found: PageRequests[] = []
    const open = async (name: string, limit: number, path: string, ready: string) => {
      await page.goto(url + path)
      await page.locator(ready).first().waitFor()
      await rest(page, traffic)
      found.push({ name, limit, calls: requests.take() })
    }
    const { list, case: ofCase, save } = requestLimits
    await open('список заявок на ипотеку', list, '/applications/mortgage/false', 'tbody tr a')
    await open('список согласующих', list, '/list-workload-employees/oic', 'tbody tr a')
    await open('заявка на кредит', ofCase, `/loan-app-edit/${(await ownLoan(bank)).id}`, 'form')
    await open('полная заявка', ofCase, `/full-app-edit/${id}`, 'form')
    await page.getByLabel('Срок кредита, мес.').fill('240')
    await rest(page, traffic)
    requests.take()
    await page.keyboard.press('Control+s')
    await rest(page, traffic)
    found.push({ name: 'сохранение раздела', limit: save, calls: requests.take() })
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
