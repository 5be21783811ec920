import type { Page } from 'playwright-core'

const digits = (text: string): number => Number(text.replace(/\D/g, ''))

/** The number on a tab; NaN while it is not known. */
export async function tabCount(page: Page, label: string): Promise<number> {
  const text = await page.getByRole('tab', { name: new RegExp(`^${label}`) }).innerText()
  return text.trim() === label ? Number.NaN : digits(text)
}

/** «1–20 из 412» → 412. */
export async function totalShown(page: Page): Promise<number> {
  const text = await page.getByRole('navigation', { name: 'Страницы' }).innerText()
  return digits(/из\s+([\d \u00a0\u202f]+)/.exec(text)?.[1] ?? '')
}

export const rowCount = (page: Page): Promise<number> => page.locator('tbody tr').count()

/** Opens a filter chip and ticks one of its options. */
export async function chooseInFilter(page: Page, chip: string, option: string): Promise<void> {
  await page.getByRole('group', { name: 'Фильтры' }).getByRole('button', { name: chip, exact: true }).click()
  const panel = page.getByRole('dialog', { name: chip })
  const search = panel.getByRole('textbox')
  if ((await search.count()) > 0) await search.fill(option)
  await panel.getByRole('checkbox', { name: option, exact: true }).check()
  await page.keyboard.press('Escape')
}
