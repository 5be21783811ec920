import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('production calendar', () => {
  test('a day is changed by the keyboard, counts in the year, tells its history, and goes back', async ({
    office,
  }) => {
    const page = await office.openAs('admin', '/calendar?year=2031')
    await page.getByText('Предварительно', { exact: true }).waitFor()
    const working = page
      .locator('dl')
      .getByText(/^\d{3}$/)
      .first()
    const before = Number(await working.textContent())
    await page.getByRole('button', { name: '31 марта, рабочий', exact: true }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: '01.04.2031' })
    await dialog.getByLabel('Вид дня').click()
    await page.getByRole('option', { name: 'Выходной или праздник' }).click()
    await dialog.getByLabel('Примечание').fill('каникулы')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('button', { name: '1 апреля, выходной, каникулы', exact: true }).waitFor()
    await expect.poll(async () => Number(await working.textContent())).toBe(before - 1)
    await page.getByRole('button', { name: 'История' }).click()
    await page.getByRole('dialog').getByText('каникулы').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: '1 апреля, выходной, каникулы', exact: true }).click()
    await dialog.getByLabel('Вид дня').click()
    await page.getByRole('option', { name: 'Как в обычную неделю' }).click()
    await dialog.getByLabel('Примечание').fill('')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('button', { name: '1 апреля, рабочий', exact: true }).waitFor()
    await expect.poll(async () => Number(await working.textContent())).toBe(before)
    // The decree is in: the year is no longer preliminary, and its holidays stay.
    await page.getByRole('button', { name: 'Сверено с постановлением' }).click()
    await page.getByText('По постановлению', { exact: true }).waitFor()
    await page.getByRole('button', { name: '7 января, выходной, Рождество Христово', exact: true }).waitFor()
    await expect.poll(async () => Number(await working.textContent())).toBe(before)
  })

  test('a late save is compared, and the page follows a colleague', async ({ office, bank }) => {
    const page = await office.openAs('admin', '/calendar?year=2032')
    await page.getByRole('button', { name: '9 января, рабочий', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '09.01.2032' })
    await dialog.getByLabel('Примечание').fill('моё')
    await bank.call('PUT', '/calendar/day/2032-01-09', { kind: 'SHORT', comment: 'чужое', version: 0 })
    // The page stands behind the dialog.
    await page.getByLabel('9 января, короче на час, чужое', { exact: true }).waitFor()
    office.faults.allow(/409/)
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    const comparison = page.getByRole('dialog', { name: 'Запись изменена' })
    // The kind is the colleague's alone, the comment both have written.
    await comparison
      .getByRole('radio', { name: /^Вид дня, на сервере: Короче на час/, checked: true })
      .waitFor()
    await comparison.getByRole('radio', { name: 'Примечание, ваше: моё' }).check()
    await comparison.getByRole('button', { name: 'Применить и сохранить' }).click()
    await page.getByRole('button', { name: '9 января, короче на час, моё', exact: true }).waitFor()
  })

  test('days come from a file after a look at what they change', async ({ office }) => {
    const page = await office.openAs('admin', '/calendar?year=2033')
    await page.getByText('Предварительно', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Загрузить из файла' }).click()
    const dialog = page.getByRole('dialog', { name: 'Календарь 2033 года из файла' })
    const choose = (text: string) =>
      dialog
        .getByLabel('Перетащите файл сюда или выберите его')
        .setInputFiles({ name: 'дни.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose('Дата;Вид дня\n31.04.2033;Рабочий')
    await dialog.getByRole('alert').getByText('Строка 2: «31.04.2033» — не дата').waitFor()
    await choose('Дата;Вид дня;Примечание\n04.04.2033;Выходной или праздник;Перенос с 2 января')
    await dialog.getByRole('row', { name: '04.04.2033 Как в обычную неделю Выходной или праздник' }).waitFor()
    await dialog.getByRole('button', { name: 'Применить' }).click()
    await page.getByRole('button', { name: '4 апреля, выходной, Перенос с 2 января', exact: true }).waitFor()
    await page.getByText('По постановлению', { exact: true }).waitFor()
  })

  test('of two files chosen one after the other the second one counts, whichever answer is late', async ({
    office,
  }) => {
    const page = await office.openAs('admin', '/calendar?year=2034')
    await page.getByRole('button', { name: 'Загрузить из файла' }).click()
    const dialog = page.getByRole('dialog', { name: 'Календарь 2034 года из файла' })
    const late = Promise.withResolvers<void>()
    const first = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/api/calendar/2034/file', async (route) => {
      asked += 1
      if (asked > 1) return route.continue()
      const response = await route.fetch()
      await late.promise
      await route.fulfill({ response })
      first.resolve()
    })
    const choose = (day: string) =>
      dialog.getByLabel('Перетащите файл сюда или выберите его').setInputFiles({
        name: 'дни.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`Дата;Вид дня\n${day};Выходной или праздник`),
      })
    await choose('03.04.2034')
    await dialog.getByText('Сравниваем файл с календарём').waitFor()
    await choose('04.04.2034')
    await dialog.getByRole('row', { name: '04.04.2034' }).waitFor()
    late.resolve()
    await first.promise
    await office.settled(page)
    expect(await dialog.getByRole('row', { name: '04.04.2034' }).count()).toBe(1)
    expect(await dialog.getByRole('row', { name: '03.04.2034' }).count()).toBe(0)
  })

  test('is only looked at without the right to change it', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calendar?year=2026')
    const day = page.getByRole('button', { name: '8 марта, выходной', exact: true })
    expect(await day.getAttribute('aria-disabled')).toBe('true')
    const other = await office.openAs('support', '/calendar')
    await other.getByText('Нет прав').first().waitFor()
  })
})
