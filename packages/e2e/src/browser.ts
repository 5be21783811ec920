import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** Starts Chromium: CHROMIUM_PATH, the system's one, or the one that Playwright installed. */
export function launchBrowser(): Promise<Browser> {
  const executablePath =
    process.env.CHROMIUM_PATH ?? places.find((path) => existsSync(path)) ?? chromium.executablePath()
  return chromium.launch({
    executablePath,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--no-first-run',
    ],
  })
}
