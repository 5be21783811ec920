import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import { freePort } from '../../server/src/testing/processes/product.ts'

const root = resolve(import.meta.dirname, '../../..')

/** In place of Vite's own client, which would look for changed files through a websocket. */
const quietClient = `
  const nothing = () => undefined
  const hot = { accept: nothing, prune: nothing, dispose: nothing, on: nothing, send: nothing, invalidate: nothing }
  export const createHotContext = () => hot
  export const removeStyle = nothing
  export const injectQuery = (url) => url
  export const updateStyle = (id, css) => {
    const style = document.createElement('style')
    style.textContent = css
    document.head.append(style)
  }`

async function isServed(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

/** Vite with the pages that only developers have. */
export interface DevPages {
  /**
   * Gives a window these pages instead of the built product; calls and sign-in stay with the product, so that the
   * session that is open goes on.
   */
  readonly serve: (page: Page) => Promise<void>
  readonly stop: () => void
}

/** The end of a redirect is never routed: the way back from the sign-in becomes a navigation of its own. */
async function backFromSignIn(route: Route): Promise<void> {
  if (!route.request().isNavigationRequest()) return route.continue()
  const response = await route.fetch({ maxRedirects: 0 })
  const { location } = response.headers()
  if (location === undefined) return route.fulfill({ response })
  const to = JSON.stringify(new URL(location, route.request().url()).href)
  return route.fulfill({ contentType: 'text/html', body: `<script>location.replace(${to})</script>` })
}

/** A built page that is on its way when Vite takes over still gets its own files: Vite would answer with a page. */
const isPage = ({ pathname }: URL) =>
  !/^\/(?:api|auth|assets|healthz|ws|q)(?:\/|$)|^\/static\/(?!pdf-)/.test(pathname)

/** Starts Vite and waits until it answers. */
export async function startDevPages(): Promise<DevPages> {
  const port = await freePort()
  const vite = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'packages/web', '--config', 'packages/web/vite.config.ts'],
    {
      cwd: root,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, WEB_PORT: String(port) },
    },
  )
  const home = `http://localhost:${port}`
  // However long it takes: the test itself has an end.
  while (!(await isServed(`${home}/`))) {
    if (vite.exitCode !== null) throw new Error(`Vite ended with ${vite.exitCode}`)
    await sleep(100)
  }
  const fromVite = async (route: Route) => {
    const { pathname, search } = new URL(route.request().url())
    if (pathname === '/@vite/client')
      return route.fulfill({ contentType: 'text/javascript', body: quietClient })
    return route.fulfill({
      // Vite closes idle connections; one that is just being used again is taken anew.
      response: await route.fetch({ url: `${home}${pathname}${search}`, timeout: 60_000, maxRetries: 3 }),
    })
  }
  return {
    serve: async (page) => {
      await page.route(({ pathname }) => pathname.startsWith('/auth/'), backFromSignIn)
      await page.route(isPage, fromVite)
    },
    stop: () => vite.kill(),
  }
}
