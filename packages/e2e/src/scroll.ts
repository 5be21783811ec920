import type { Page } from 'playwright-core'

const topOf = (page: Page) => page.evaluate(() => document.documentElement.scrollTop)

/** A busy browser loses the wheel of a window that it has not drawn yet: nobody gives up at the first turn. */
const turns = 4

/** Turns the wheel over the page until it stands so many px from where it was; to the top, where that is nearer. */
export async function scroll(page: Page, by: number): Promise<void> {
  // A page that is still growing cannot be scrolled so far yet.
  await page.waitForFunction((way) => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement
    return way < 0 || scrollTop + clientHeight + way <= scrollHeight
  }, by)
  const top = await topOf(page)
  const end = Math.max(0, top + by)
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.mouse.move(width / 2, height - 100)
  for (let turn = 0; turn < turns && (await topOf(page)) === top; turn += 1) {
    await page.mouse.wheel(0, by)
    await page
      .waitForFunction((was) => document.documentElement.scrollTop !== was, top, { timeout: 3_000 })
      // Not a step has been made: the wheel is turned again.
      .catch(() => undefined)
  }
  await page.waitForFunction((wanted) => Math.abs(document.documentElement.scrollTop - wanted) < 1, end)
}
