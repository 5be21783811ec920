import type { JSHandle, Page } from 'playwright-core'

/** What is reached inside the product: its router and the answers it keeps. */
interface Inside {
  router: { subscribe(event: 'onResolved', done: () => void): () => void }
  client: {
    getMutationCache(): { clear(): void }
    removeQueries(filter: { type: 'inactive' }): void
    refetchQueries(filter: { type: 'active' }): Promise<void>
  }
}

/** In the page: goes down what React has drawn to the product's router; null when nobody is signed in. */
function findInside(): Inside | null {
  type Fiber = { child: Fiber | null; memoizedProps: Partial<Inside> | null }
  const root = document.getElementById('root') ?? document.body
  const [, holder] = Object.entries(root).find(([name]) => name.startsWith('__reactContainer$')) ?? []
  let at = (holder as { stateNode: { current: Fiber } } | undefined)?.stateNode.current ?? null
  const found: Partial<Inside> = {}
  for (; at !== null && !found.router; at = at.child) Object.assign(found, at.memoizedProps)
  return found.router && found.client ? { router: found.router, client: found.client } : null
}

/** In the page: forgets what was answered; what the frame around the page shows is known anew before the page is drawn. */
async function forget({ client }: Inside): Promise<void> {
  client.getMutationCache().clear()
  client.removeQueries({ type: 'inactive' })
  await client.refetchQueries({ type: 'active' })
}

/** In the page: goes to an address as a link would; true when the page is there. */
const follow = ({ router }: Inside, to: string): Promise<boolean> =>
  new Promise((done) => {
    const timer = setTimeout(() => done(false), 10_000)
    const stop = router.subscribe('onResolved', () => {
      clearTimeout(timer)
      stop()
      done(true)
    })
    const key = Math.random().toString(36).slice(2)
    // As after loading: there is no page of the product to go back to.
    history.pushState({ __TSR_index: 0, __TSR_key: key, key }, '', to)
  })

/** An address that no page has and no journey asks for. */
const nowhere = '/nowhere'

async function reach(page: Page): Promise<JSHandle<Inside> | null> {
  const handle = await page.evaluateHandle(findInside)
  return (await handle.evaluate((inside) => inside === null)) ? null : (handle as JSHandle<Inside>)
}

/** In the page: closes what was said and stays from page to page, as Escape on it does. */
function closeToasts(): void {
  for (const toast of document.querySelectorAll('section[aria-label="Уведомления"] > *'))
    toast.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
}

/** In the page: whether a journey has left nothing behind that the next one would see. */
const isClean = (): boolean =>
  document.querySelector('[role="dialog"], [role="alert"], section[aria-label="Уведомления"] > *') === null &&
  document.querySelector('[role="status"] button') === null &&
  document.querySelector('nav[aria-label="Главное меню"]') !== null &&
  document.documentElement.dataset['theme'] === 'light' &&
  document.documentElement.dataset['density'] === 'comfortable'

async function tryToLeave(page: Page): Promise<boolean> {
  const inside = await reach(page)
  if (inside === null || !(await inside.evaluate(follow, nowhere))) return false
  await page.evaluate(closeToasts)
  return page.evaluate(isClean)
}

/** Leads a window away from the page of its journey; false when something of the journey stays. */
export const leave = (page: Page): Promise<boolean> => tryToLeave(page).catch(() => false)

async function tryToEnter(page: Page, to: string): Promise<boolean> {
  const inside = await reach(page)
  if (inside === null) return false
  // Nothing of the page that is left, which may be the same one, goes over into the next.
  if (!page.url().endsWith(nowhere)) await inside.evaluate(follow, nowhere)
  await inside.evaluate(forget)
  return inside.evaluate(follow, to)
}

/** Opens a page as a link would, with nothing known that was answered before; false when it must be loaded. */
export const enter = (page: Page, to: string): Promise<boolean> => tryToEnter(page, to).catch(() => false)

/** Parts of an address that are read when the product is loaded and never again. */
const readOnLoad = /[?&](?:roles|auth|validation|keycloak|isHideNavigation)=/

const kindOf = (path: string): string => path.slice(1).split(/[/?]/)[0] ?? ''

/** Which pages have been loaded by their address: each kind is once, and then opened without loading everything anew. */
export class Loaded {
  readonly #kinds = new Set<string>()

  /** Whether this page need not be loaded. */
  mayEnter(path: string): boolean {
    return this.#kinds.has(kindOf(path)) && !readOnLoad.test(path)
  }

  async load(page: Page, path: string): Promise<void> {
    await page.goto(path)
    this.#kinds.add(kindOf(path))
  }
}
