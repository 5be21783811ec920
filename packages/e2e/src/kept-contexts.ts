import type { BrowserContext } from 'playwright-core'
import type { DemoLogin } from './sign-in.ts'

type Session = Awaited<ReturnType<BrowserContext['storageState']>>

/**
 * Windows that journeys hand on to the next one: their cache of scripts stays, everything else is as after sign-in.
 * A test that needs a new browser asks for a `fresh` one.
 */
export class KeptContexts {
  readonly #sessions = new Map<DemoLogin, Session>()
  readonly #free = new Map<DemoLogin, BrowserContext[]>()
  readonly #lent = new Map<BrowserContext, DemoLogin>()

  /** What the browser holds right after sign-in; undefined before the first one. */
  session(login: DemoLogin): Session | undefined {
    return this.#sessions.get(login)
  }

  async remember(login: DemoLogin, context: BrowserContext): Promise<void> {
    this.#sessions.set(login, await context.storageState())
  }

  /** A free window of the person with nothing in it but the session. */
  async take(login: DemoLogin): Promise<BrowserContext | undefined> {
    const session = this.#sessions.get(login)
    const context = this.#free.get(login)?.pop()
    if (session === undefined || context === undefined) return undefined
    await context.setStorageState(session)
    return context
  }

  /** Marks a window as one to be handed on. */
  lend(login: DemoLogin, context: BrowserContext): void {
    this.#lent.set(context, login)
  }

  /** Ends the pages of a window; one that is to be handed on stays. */
  async giveBack(context: BrowserContext): Promise<void> {
    const login = this.#lent.get(context)
    if (login === undefined) return context.close()
    this.#lent.delete(context)
    await Promise.all(context.pages().map((page) => page.close()))
    this.#free.set(login, [...(this.#free.get(login) ?? []), context])
  }
}
