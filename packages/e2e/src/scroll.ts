import type { Page } from 'playwright-core'

const topOf = (page: Page) => page.evaluate(() => document.documentElement.scrollTop)

/** A busy browser loses the wheel of a window that it has not drawn yet, or turns it late and then twice: nobody gives up at the first turn. */
const turns = 8

/** Turns the wheel over the page until it stands so many px from where it was; to the top, where that is nearer. */
export async function scroll(page: Page, by: number): Promise<void> {
  // A page that is still growing cannot be scrolled so far yet.
  await page.waitForFunction((way) => {
    const { scrollTop, scrollHeight, clientHeight } = document.documentElement
    return way < 0 || scrollTop + clientHeight + way <= scrollHeight
  }, by)
  const end = Math.max(0, (await topOf(page)) + by)
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.mouse.move(width / 2, height - 100)
  for (let turn = 0; turn < turns; turn += 1) {
    const top = await topOf(page)
    if (Math.abs(top - end) < 1) return
    await page.mouse.wheel(0, end - top)
    await page
      .waitForFunction((wanted) => Math.abs(document.documentElement.scrollTop - wanted) < 1, end, {
        timeout: 3_000,
      })
      // Not a step has been made, or not the wanted one: the wheel is turned by what is left.
      .catch(() => undefined)
  }
  throw new Error(`The page stands at ${await topOf(page)} px instead of ${end}`)
}
