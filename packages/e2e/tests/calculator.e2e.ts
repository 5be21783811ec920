import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('calculator', () => {
  test('the schedule follows what is typed', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator')
    const rows = page.getByRole('region', { name: 'График платежей' }).locator('tbody tr')
    await expect.poll(() => rows.count()).toBe(240)
    // The payment of the result is that of every line but the last.
    const shown = page
      .locator('dl')
      .filter({ has: page.getByText('Платёж', { exact: true }) })
      .locator('dd')
    const payments = await rows.locator('td:nth-child(5)').allTextContents()
    expect(new Set(payments.slice(0, -1))).toEqual(new Set([await shown.textContent()]))
    await page.getByLabel('Срок, месяцев').fill('120')
    await page.getByText('10 лет', { exact: true }).waitFor()
    await expect.poll(() => rows.count()).toBe(120)
    await page.getByLabel('Или посильный платёж, ₽').fill('100000')
    await page.getByRole('button', { name: 'Найти срок' }).click()
    await page.getByText(/^Срок: /).waitFor()
    expect(Number(await page.getByLabel('Срок, месяцев').inputValue())).toBeGreaterThan(120)
  })

  test('every part of a year says itself under the mouse; the chart goes along with what is typed', async ({
    office,
  }) => {
    const page = await office.openAs('underwriter', '/calculator')
    const chart = page.getByRole('group', { name: 'Платежи по годам' })
    const said = page.locator('b[aria-hidden="true"]')
    for (const part of ['Долг', 'Проценты']) {
      const bar = chart.getByRole('img', { name: new RegExp(`^${part} 20`) }).nth(3)
      await bar.hover()
      await expect.poll(() => said.textContent()).toBe(await bar.getAttribute('aria-label'))
    }
    await chart.locator('[tabindex="0"]').focus()
    await page.keyboard.press('End')
    await expect.poll(() => said.textContent()).toMatch(/^(Долг|Проценты) 20/)
    await page.getByLabel('Срок, месяцев').fill('60')
    await page.getByText('5 лет', { exact: true }).waitFor()
    await expect.poll(() => chart.getByRole('img').count()).toBeLessThan(20)
    expect(await said.textContent()).toBe('')
    expect(await chart.locator('[tabindex="0"]').count()).toBe(1)
  })

  test('where the chart cannot be loaded its table stands in its place', async ({ office }) => {
    office.faults.allow(/ERR_FAILED|Failed to load|dynamically imported|не загружена/)
    // A window of its own: no other test has loaded the chart in it.
    const page = await office.openAs('underwriter', '/notifications', {
      viewport: { width: 1440, height: 900 },
    })
    await page.route('**/bar-chart*.js', (route) => route.abort())
    await office.go(page, '/calculator')
    const table = page.getByRole('region', { name: 'Платежи по годам' })
    await table.getByRole('columnheader', { name: 'Проценты' }).waitFor()
    await page.getByRole('button', { name: 'Добавить для сравнения' }).waitFor()
  })

  test('three offers stand side by side, a fourth is refused with the reason', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator')
    const add = page.getByRole('button', { name: 'Добавить для сравнения' })
    await add.click()
    await page.getByLabel('Ставка, % годовых').fill('10')
    await add.click()
    await expect.poll(() => page.getByRole('columnheader', { name: /^Предложение \d$/ }).count()).toBe(3)
    expect(await add.getAttribute('aria-disabled')).toBe('true')
  })

  test('the schedule is downloaded as a document', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^График платежей .+\.pdf$/)
  })

  test('says which limit of a borrower decides', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator?tab=borrower')
    await page.getByText('По доходу и ПДН').waitFor()
    await page.getByLabel('Доход в месяц, ₽').fill('1500000')
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: 'решает' }).allTextContents(), {
        timeout: 10_000,
      })
      .toEqual([expect.stringContaining('К/З'), expect.stringContaining('взносу')])
  })

  test('a calculation is kept, found, opened again and checked against the present method', async ({
    office,
  }) => {
    const page = await office.openAs('underwriter', '/calculator')
    await page.getByRole('region', { name: 'График платежей' }).first().waitFor()
    await page.getByRole('button', { name: 'Сохранить расчёт' }).click()
    const dialog = page.getByRole('dialog', { name: 'Сохранить расчёт' })
    await dialog.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await dialog.getByText('Поле должно быть заполнено').waitFor()
    await dialog.getByLabel('Название').fill('Квартира на Лесной')
    await page.keyboard.press('Enter')
    await page.getByText('Расчёт «Квартира на Лесной» сохранён').waitFor()
    await page.getByRole('tab', { name: 'Сохранённые' }).click()
    await page.getByRole('link', { name: 'Квартира на Лесной' }).first().click()
    await page.getByRole('heading', { name: 'Квартира на Лесной' }).waitFor()
    await page.getByRole('button', { name: 'Сверить с нынешней методикой' }).click()
    await page.getByText('Тот же результат до копейки').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await page.getByRole('button', { name: 'Вернуть', exact: true }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Открыть в калькуляторе' }).click()
    await page.waitForURL(/from=\d+/)
    await page.getByRole('region', { name: 'График платежей' }).first().waitFor()
    // A colleague of the operator sees it and may not change it.
    await page.goBack()
    const colleague = await office.openAs('admin', new URL(page.url()).pathname)
    const rename = colleague.getByRole('button', { name: 'Переименовать' })
    expect(await rename.getAttribute('aria-disabled')).toBe('true')
  })

  test('a list of loans comes back with payments and reasons', async ({ office }) => {
    const page = await office.openAs('admin', '/calculator?tab=batch')
    const rows = Array.from({ length: 400 }, (_, n) => `К-${n};${1_000_000 + n};17,35;240;20.11.2026`)
    const content = ['Номер;Сумма;Ставка;Срок, мес.;Дата выдачи', ...rows, 'К-х;;17;1;20.11.2026'].join('\n')
    await page
      .getByLabel('Перетащите файл сюда или выберите его')
      .setInputFiles({ name: 'кредиты.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
    await page.getByText('Посчитано строк: 401').waitFor({ timeout: 60_000 })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Скачать результат' }).click(),
    ])
    expect(file.suggestedFilename()).toBe('кредиты — расчёт.csv')
  })
})
