import type { BrowserContext, Page } from 'playwright-core'
import { leave } from './inside.ts'
import type { DemoLogin } from './sign-in.ts'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/** The size of a window, as of most desks. */
export const windowSize = { width: 1440, height: 900 }

/** A tab grows with every page: after so many journeys the next one gets a new window. */
const mostJourneys = 30

/** What journeys listen to. */
const heard = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
  'websocket',
] as const

/** Puts the session, and nothing else, into the storage of the waiting tab. */
async function putSession(page: Page, { cookies, origins }: Session): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies(cookies)
  const origin = new URL(page.url()).origin
  const items = origins.find((one) => one.origin === origin)?.localStorage ?? []
  await page.evaluate((kept) => {
    sessionStorage.clear()
    localStorage.clear()
    for (const { name, value } of kept) localStorage.setItem(name, value)
  }, items)
}

/**
 * Windows that journeys hand on to the next one, with the product open in them on no page: loading it, with all its
 * scripts compiled again, took most of the time of a short journey. A test that needs a new browser asks for a `fresh` one.
 */
export class KeptWindows {
  readonly #sessions = new Map<DemoLogin, Session>()
  readonly #free = new Map<DemoLogin, Page[]>()
  readonly #lent = new Map<BrowserContext, { login: DemoLogin; page: Page }>()
  readonly #journeys = new WeakMap<Page, number>()

  /** What the browser holds right after sign-in; undefined before the first one. */
  session(login: DemoLogin): Session | undefined {
    return this.#sessions.get(login)
  }

  async remember(login: DemoLogin, context: BrowserContext): Promise<void> {
    this.#sessions.set(login, await context.storageState())
  }

  /** A free window of the person with nothing in it but the session. */
  async take(login: DemoLogin): Promise<Page | undefined> {
    const session = this.#sessions.get(login)
    const page = this.#free.get(login)?.pop()
    if (session === undefined || page === undefined) return undefined
    await putSession(page, session)
    return page
  }

  /** Marks a window as one to be handed on. */
  lend(login: DemoLogin, page: Page): void {
    this.#lent.set(page.context(), { login, page })
  }

  /** Ends the pages of a window; one that is to be handed on waits with one tab. */
  async giveBack(context: BrowserContext): Promise<void> {
    const lent = this.#lent.get(context)
    this.#lent.delete(context)
    if (lent === undefined || lent.page.isClosed()) return context.close()
    const { login, page } = lent
    const journeys = (this.#journeys.get(page) ?? 0) + 1
    if (journeys >= mostJourneys) return context.close()
    this.#journeys.set(page, journeys)
    const others = context.pages().filter((one) => one !== page)
    await Promise.all(others.map((one) => one.close()))
    for (const event of heard) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    // A journey that looked at a printed or a narrow page leaves neither to the next one.
    await page.emulateMedia({ media: null, colorScheme: null })
    await page.setViewportSize(windowSize)
    if (await leave(page)) this.#free.set(login, [...(this.#free.get(login) ?? []), page])
    else await context.close()
  }
}
