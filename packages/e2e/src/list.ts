import type { Locator, Page } from 'playwright-core'

const digits = (text: string): number => Number(text.replace(/\D/g, ''))

/** The number on a tab, which may come after the rows: it is waited for. One that is to change is asked for in a poll. */
export async function tabCount(page: Page, label: string): Promise<number> {
  const tab = page.getByRole('tab', { name: new RegExp(`^${label}`) })
  return digits(await tab.filter({ hasText: /\d/ }).innerText())
}

/** «1–20 из 412» → 412. */
export async function totalShown(page: Page): Promise<number> {
  const text = await page.getByRole('navigation', { name: 'Страницы' }).innerText()
  return digits(/из\s+([\d \u00a0\u202f]+)/.exec(text)?.[1] ?? '')
}

export const rowCount = (page: Page): Promise<number> => page.locator('tbody tr').count()

/** The chip of a filter, in the row or under «Ещё», which it opens. */
export async function filterChip(page: Page, chip: string): Promise<Locator> {
  const row = page.getByRole('group', { name: 'Фильтры' })
  const wanted = row.getByRole('button', { name: chip, exact: true })
  const more = row.getByRole('button', { name: /^Ещё/ })
  await wanted.or(more).first().waitFor()
  if ((await wanted.count()) === 0) await more.click()
  return wanted
}

/** Opens a filter chip and ticks one of its options. */
export async function chooseInFilter(page: Page, chip: string, option: string): Promise<void> {
  await (await filterChip(page, chip)).click()
  const panel = page.getByRole('dialog', { name: chip })
  const search = panel.getByRole('textbox')
  if ((await search.count()) > 0) await search.fill(option)
  await panel.getByRole('checkbox', { name: option, exact: true }).check()
  await page.keyboard.press('Escape')
}
