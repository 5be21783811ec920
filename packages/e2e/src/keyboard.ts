import type { Locator, Page } from 'playwright-core'

const farthest = 60

/** Where the focus stands from the target's point of view, and how many controls lie between them. */
const wayTo = (target: Locator) =>
  target.evaluate((element) => {
    const now = document.activeElement ?? document.body
    if (element === now || element.contains(now)) return null
    const isBefore = (a: Node, b: Node) =>
      (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 && !a.contains(b)
    // The body contains everything: nobody has the focus, and Tab begins at the top.
    const back = now !== document.body && isBefore(element, now)
    const [from, to] = back ? [element, now] : [now, element]
    const between = [...document.querySelectorAll('a[href], button, input, textarea')].filter(
      (one) => (from === document.body || isBefore(from, one)) && isBefore(one, to),
    )
    return { key: back ? 'Shift+Tab' : 'Tab', controls: between.length }
  })

/** Goes on with Tab, or back with Shift and Tab, until the focus is on the target or within it. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let n = 0; n < farthest; n += 1) {
    const way = await wayTo(target)
    if (way === null) return
    // Not every control takes the focus, so a third of the way cannot lead beyond the target.
    const steps = Math.max(1, Math.floor(way.controls / 3))
    for (let step = 0; step < steps; step += 1) await page.keyboard.press(way.key)
  }
  throw new Error(`Tab does not reach ${target}`)
}

/** Goes to a button or a link and presses Enter; nobody presses a button before it can be pressed. */
export async function press(page: Page, target: Locator): Promise<void> {
  await target.and(page.locator(':not([aria-disabled="true"], :disabled)')).waitFor()
  await reach(page, target)
  await page.keyboard.press('Enter')
}

/** Goes to a field and types over what is there. */
export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Goes to a select and takes an option by typing a part of its name. */
export async function choose(page: Page, target: Locator, text: string): Promise<void> {
  await reach(page, target)
  await page.keyboard.type(text)
  await page
    .getByRole('option', { name: new RegExp(text) })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
}

/** Goes to «Да»/«Нет» of a question and chooses with the arrows. */
export async function answer(page: Page, question: string, text: 'Да' | 'Нет'): Promise<void> {
  const group = page.getByRole('radiogroup', { name: question })
  await reach(page, group)
  const wanted = group.getByRole('radio', { name: text })
  // Space takes back an answer that is there.
  if ((await group.getByRole('radio', { checked: true }).count()) === 0) await page.keyboard.press('Space')
  for (let n = 0; n < 2 && !(await wanted.isChecked()); n += 1) await page.keyboard.press('ArrowRight')
}
