import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { JournalRow } from '@ipoteka-office/contract/underwriting/journal.ts'
import type { Vintages } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { expect, test } from '#fixtures.ts'
import { tabCount } from '#list.ts'

const heading = 'Номер заявки;Дата выдачи;Сумма выдачи;Месяц;Дней просрочки;Остаток долга'

test('a number of the vintages opens its applications; a file is checked, mended and loaded', async ({
  office,
  bank,
}) => {
  const filter = { types: [], programmes: [], partnerIds: [], regions: [] }
  const { vintages } = await bank.call<Vintages>('POST', '/underwriting/vintages', { filter }, 'uw-head')
  const late = vintages.flatMap(({ month, ages }) =>
    ages.flatMap(({ late90 }, age) => (late90.loans > 0 ? [{ month, age, count: late90.loans }] : [])),
  )
  const [first] = late
  expect(first).toBeDefined()
  const page = await office.openAs('uw-head', '/underwriting-all?part=vintages&pastDueFrom=90')
  const table = page.getByRole('table', { name: /^Винтажи/ })
  await table.locator(`a[href*="issuedMonth=${first?.month}&monthsOnBook=${first?.age}&"]`).click()
  await page.waitForURL('**/underwriting-all?*pastDue=90*')
  await page.getByRole('table', { name: 'Сводный журнал заявок' }).locator('tbody tr').first().waitFor()
  await expect
    .poll(async () => (await page.locator('main').innerText()).replaceAll(/[\u00a0 ]/g, ''))
    .toContain(`из${first?.count}`)

  const { content } = await bank.call<Page<JournalRow>>(
    'POST',
    '/underwriting/journal/all?size=1&sort=createdAt,desc',
    { issuedMonth: first?.month },
    'uw-head',
  )
  const row = (days: string) => `${content[0]?.number};15.01.2020;1000000;01.2020;${days};990000,50`
  const csv = (...rows: string[]) => ({
    name: 'платежи.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([heading, ...rows].join('\r\n')),
  })
  await office.go(page, '/underwriting-all?part=vintages')
  await page.getByRole('button', { name: 'Загрузить платежи' }).click()
  await page.waitForURL(/load=new/)
  await page.locator('input[type="file"]').setInputFiles(csv(row('много'), row('0')))
  await page.getByRole('tablist', { name: 'Строки файла' }).waitFor()
  expect(await tabCount(page, 'Ошибки')).toBe(1)
  await page.getByText('Дней просрочки: введите целое число не меньше 0').waitFor()
  const apply = page.getByRole('button', { name: 'Загрузить', exact: true })
  expect(await apply.getAttribute('aria-disabled')).toBe('true')

  await page.getByRole('button', { name: 'Ко всем файлам' }).click()
  await page.locator('input[type="file"]').setInputFiles(csv(row('31')))
  await page.getByRole('tablist', { name: 'Строки файла' }).waitFor()
  expect(await tabCount(page, 'Новые')).toBe(1)
  await apply.click()
  await page.getByRole('button', { name: 'Посмотреть винтажи' }).click()
  await page.getByText('Не загружены: 02.2020').waitFor()
})
