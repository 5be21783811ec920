import type { Page, Route } from 'playwright-core'
import { describe } from 'vitest'
import { expect, type Office, test } from '#fixtures.ts'
import { everyPage, pathOf } from '#journeys/every-page.ts'

const sign = '<b class="from-data">'
/** What somebody writes into every field that takes words: as markup it would draw an element and run code. */
const markup = `${sign}</b><img src="x-from-data" onerror="window.ranFromData = true">`

/** Words get it, codes and numbers stay: a page goes by them. */
function tainted(value: unknown): unknown {
  if (typeof value === 'string') return /[а-яё]/i.test(value) ? value + markup : value
  if (Array.isArray(value)) return value.map(tainted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tainted(part)]))
}

/** One document, or a document a line. */
const taintedText = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? line : JSON.stringify(tainted(JSON.parse(line)))))
    .join('\n')

async function taint(route: Route): Promise<void> {
  const answer = await route.fetch()
  const isJson = /json/.test(answer.headers()['content-type'] ?? '')
  if (!isJson || answer.status() !== 200) return route.fulfill({ response: answer })
  return route.fulfill({ response: answer, body: taintedText(await answer.text()) })
}

/** Everything that the server says to these pages has markup in its words from now on. */
async function taintAll(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => taint(route).catch(() => route.abort()))
}

/** What became markup: elements that words drew, and whether their code ran. */
const drawn = (page: Page) =>
  page.evaluate(() => ({
    elements: document.querySelectorAll('.from-data, [src*="x-from-data"]').length,
    ran: 'ranFromData' in globalThis,
  }))

const shows = (page: Page) => page.evaluate((text) => (document.body.textContent ?? '').includes(text), sign)

async function openTainted(office: Office, path: string): Promise<Page> {
  const page = await office.openAs('admin', '/', { viewport: { width: 1440, height: 900 } })
  await taintAll(page)
  await page.goto(path)
  await office.ready(page)
  return page
}

describe('markup in the words of every record', () => {
  test('is seen by this look where a page draws it', async ({ office }) => {
    const page = await office.window()
    office.faults.allow(/x-from-data|Content Security Policy/)
    await page.goto('/healthz')
    await page.evaluate((html) => {
      document.body.innerHTML = html
    }, markup)
    expect((await drawn(page)).elements).toBe(2)
  })

  test('is shown as words on every page, and nowhere drawn or run', async ({ office, bank }) => {
    const page = await openTainted(office, '/')
    const faults: string[] = []
    let shown = 0
    for (const pattern of everyPage) {
      await office.go(page, await pathOf(bank, pattern))
      await office.settled(page)
      const { elements, ran } = await drawn(page)
      if (elements > 0 || ran) faults.push(`${pattern}: elements ${elements}, ran: ${ran}`)
      if (await shows(page)) shown += 1
    }
    expect(faults).toEqual([])
    // Nearly every page has words of the server's own.
    expect(shown).toBeGreaterThan(everyPage.length * 0.8)
  }, 400_000)
})
