import type { AccessEvent } from '@ipoteka-office/contract/access-log/access-log.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, type Office, test } from '#fixtures.ts'
import { totalShown } from '#list.ts'

const digits = (text: string) => Number(text.replace(/\D/g, ''))

/** The links of a part of the desktop with the numbers that they say. */
async function figures(page: Page, part: string): Promise<{ href: string; count: number }[]> {
  const links = page.getByRole('region', { name: part }).getByRole('link')
  const found: { href: string; count: number }[] = []
  for (const link of await links.all()) {
    const number = link.locator('b')
    if ((await number.count()) > 0)
      found.push({
        href: (await link.getAttribute('href')) ?? '',
        count: digits(await number.innerText()),
      })
  }
  return found
}

const parts = ['Мои задачи', 'Сроки под угрозой']
const allFigures = async (page: Page) => (await Promise.all(parts.map((part) => figures(page, part)))).flat()

/** How many rows a link of the desktop opens, with the number that it said before and the one that it says after. */
async function sandwich(page: Page, office: Office, { href, count }: { href: string; count: number }) {
  await office.go(page, href)
  const rows = await expect
    .poll(() => totalShown(page))
    .toBe(count)
    .then(
      () => count,
      () => totalShown(page),
    )
  if (rows === count) return { before: count, rows, after: count }
  await office.go(page, '/')
  await page.getByRole('region', { name: parts[0] }).waitFor()
  const again = (await allFigures(page)).find((one) => one.href === href)
  return { before: count, rows, after: again?.count ?? 0 }
}

describe('the desktop', () => {
  test('every number opens a list with exactly so many rows', async ({ office }) => {
    const page = await office.openAs('workload')
    await page.getByRole('region', { name: 'Мои задачи' }).waitFor()
    const said = await allFigures(page)
    expect(said.length).toBeGreaterThan(4)
    for (const one of said) {
      let seen = await sandwich(page, office, one)
      // A deadline may pass between the two readings: then the number itself has moved, and is compared as it stands now.
      for (let left = 3; left > 0 && seen.before !== seen.after && seen.rows !== seen.after; left -= 1)
        seen = await sandwich(page, office, { href: one.href, count: seen.after })
      expect([seen.before, seen.after], one.href).toContain(seen.rows)
    }
  })

  test('a bar of the chart opens its rows by keyboard, and the table says the same', async ({ office }) => {
    const page = await office.openAs('workload')
    const chart = page.getByRole('group', { name: 'Заявки на ипотеку по дням' })
    await chart.getByRole('link').first().focus()
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    const words = await page.locator(':focus').getAttribute('aria-label')
    const [, day = '', count = ''] = /(\d\d\.\d\d\.\d{4}): (.+)$/.exec(words ?? '') ?? []
    const toggle = page.getByRole('button', { name: 'Таблицей' }).first()
    await toggle.click()
    const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: day }) })
    expect(await row.getByRole('cell').first().textContent()).toBe(count)
    await toggle.click()
    await chart.getByRole('link', { name: words ?? '' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/applications\/all\/false\?createdFrom=/)
    await expect.poll(() => totalShown(page)).toBe(digits(count))
  })

  test('Ctrl K finds a lead by the phone; showing its numbers is in the journal; what is read is not new', async ({
    office,
    bank,
  }) => {
    const phone = `7912${String(Date.now()).slice(-7)}`
    const lead = await bank.call<{ id: number; number: string }>(
      'POST',
      '/lead',
      { lastName: 'Клавиатуров', firstName: 'Кирилл', phone },
      'agent',
    )
    const page = await office.openAs('agent')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').last().fill(`+${phone}`)
    await page.getByRole('option', { name: new RegExp(lead.number) }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/lead/${lead.id}$`))
    await page.getByRole('button', { name: 'Показать данные' }).click()
    const dialog = page.getByRole('dialog', { name: 'Персональные данные' })
    await dialog.getByText(`${phone.slice(-4, -2)}-${phone.slice(-2)}`).waitFor()
    const journal = await office.openAs('viewer', `/access-log?text=${encodeURIComponent(lead.number)}`)
    await journal.getByRole('cell', { name: 'Показ персональных данных' }).first().waitFor()
    await journal.getByRole('button', { name: 'Архив' }).click()
    const archive = journal.getByRole('dialog', { name: 'Архив журнала доступа' })
    await archive.getByText('Архив пуст: все записи журнала ещё в базе').waitFor()
    await journal.keyboard.press('Escape')
    const { content } = await bank.call<PageOf<AccessEvent>>('POST', '/access-log/search', {
      search: lead.number,
      actions: ['UNMASK'],
    })
    expect(content.some(({ what }) => what === 'Кнопка «Показать»')).toBe(true)
    const words = `проверьте ${Date.now()}`
    await bank.call(
      'POST',
      `/case/${lead.id}/comments`,
      { text: words, mentions: [4], kind: 'SHARED' },
      'admin',
    )
    await office.go(page, '/notifications?tab=unread')
    const told = page
      .getByRole('list', { name: 'Уведомления' })
      .getByRole('listitem')
      .filter({ hasText: words })
    await told.getByRole('button', { name: 'Прочитано' }).click()
    await page.getByRole('tab', { name: /^Все/ }).click()
    await told.getByRole('button', { name: 'Сделать непрочитанным' }).waitFor()
  })
})
