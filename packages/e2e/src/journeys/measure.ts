import type { Browser } from 'playwright-core'
import type {
  JourneyCosts,
  JourneyName,
  Journeys,
  JourneysMessage,
} from '../../../server/bench/journeys/journeys.ts'
import { Bank } from '../bank.ts'
import { launchBrowser } from '../browser.ts'
import { signIn } from '../sign-in.ts'
import { Traffic } from '../traffic.ts'
import { makeKnown } from './clients.ts'
import { type Hand, likePerson } from './hand.ts'
import { type Ground, loanOfNew, mortgageOfKnown, mortgageOfNew, takenAndReturned } from './journeys.ts'

const traffic = new Traffic()

/** A window in which the person is signed in and the first page has come to rest. */
const openIn =
  (browser: Browser, url: string): Ground['openAs'] =>
  async (login, path) => {
    const context = await browser.newContext({
      baseURL: url,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
      viewport: { width: 1440, height: 900 },
    })
    const page = await context.newPage()
    traffic.watch(page)
    await page.goto(path)
    await signIn(page, login)
    await page.getByRole('main').waitFor()
    await traffic.quiet(page)
    return page
  }

async function costOf(journey: (ground: Ground) => Promise<Hand>, ground: Ground): Promise<JourneyCosts> {
  const begun = performance.now()
  const hand = await journey(ground)
  const costs = { ...hand.costs, wholeMs: performance.now() - begun }
  await hand.page.context().close()
  return costs
}

async function measure({ url }: JourneysMessage): Promise<Journeys> {
  const browser = await launchBrowser()
  try {
    const bank = new Bank(url)
    await makeKnown(bank)
    const ground = { bank, openAs: openIn(browser, url), pace: likePerson }
    const all = { mortgageOfNew, mortgageOfKnown, loanOfNew, takenAndReturned } satisfies Record<
      JourneyName,
      unknown
    >
    const costs: Partial<Record<JourneyName, JourneyCosts>> = {}
    for (const [name, journey] of Object.entries(all))
      costs[name as JourneyName] = await costOf(journey, ground)
    return costs as Journeys
  } finally {
    await browser.close()
  }
}

process.on('message', (message: JourneysMessage) => {
  measure(message).then(
    (answer) => process.send?.(answer),
    (error: unknown) => process.send?.({ failure: error instanceof Error ? error.stack : String(error) }),
  )
})
process.on('disconnect', () => process.exit())
