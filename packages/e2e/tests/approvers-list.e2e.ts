import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ApproverStatistics } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page } from 'playwright-core'
import { describe, inject } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { chooseInFilter, rowCount, tabCount, totalShown } from '#list.ts'

const path = (type: string) => `/list-workload-employees/${type}`
const rows = (page: Page) => page.locator('tbody tr')
const tabs = ['Все', 'Активные', 'Неактивные', 'На паузе'] as const

describe.each(['oic', 'nis'])('list of approvers of %s', (type) => {
  test('tabs carry the server counts, and each opens as many rows', async ({ office, bank }) => {
    const page = await office.openAs('admin', path(type))
    await rows(page).first().waitFor()
    const counts = await bank.call<ApproverStatistics>('POST', `/partner/${type}/statistics`, {})
    await expect.poll(() => tabCount(page, 'Все')).toBe(counts.allEmployeesCount)
    await expect.poll(() => tabCount(page, 'Активные')).toBe(counts.activeEmployeesCount)
    await expect.poll(() => tabCount(page, 'Неактивные')).toBe(counts.inactiveEmployeesCount)
    await expect.poll(() => tabCount(page, 'На паузе')).toBe(counts.pauseEmployeesCount)
    for (const tab of tabs) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expect.poll(() => totalShown(page)).toBe(await tabCount(page, tab))
    }
  })
})

describe('list of approvers', () => {
  test('filters go into the address, which opens the same list elsewhere', async ({ office }) => {
    const page = await office.openAs('admin', path('nis'))
    await rows(page).first().waitFor()
    const before = await totalShown(page)
    await chooseInFilter(page, 'Регион', 'г. Москва')
    await expect.poll(() => new URL(page.url()).searchParams.get('regions')).toBeTruthy()
    await expect.poll(() => totalShown(page)).toBeLessThan(before)
    const filtered = await totalShown(page)
    const copy = await office.tab(page, page.url())
    await expect.poll(() => totalShown(copy)).toBe(filtered)
    await copy.getByRole('button', { name: 'Сбросить', exact: true }).click()
    await expect.poll(() => totalShown(copy)).toBe(before)
  })

  test('a changed filter returns to the first page', async ({ office }) => {
    const page = await office.openAs('admin', `${path('nis')}?page=2`)
    await rows(page).first().waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: 'Страницы' }).innerText()).toMatch(/^21–/)
    await page.getByRole('tab', { name: /^Активные/ }).click()
    await expect.poll(() => page.getByRole('navigation', { name: 'Страницы' }).innerText()).toMatch(/^1–/)
    expect(new URL(page.url()).searchParams.get('page')).toBeNull()
  })

  test('a click on a heading sorts on the server', async ({ office }) => {
    const page = await office.openAs('admin', path('nis'))
    const name = page.getByRole('columnheader', { name: 'Сотрудник' })
    await name.getByRole('button').click()
    await expect.poll(() => name.getAttribute('aria-sort')).toBe('descending')
    const names = async () =>
      (await rows(page).locator('td:nth-child(2) a').allInnerTexts()).map((text) => text.split('\n')[0] ?? '')
    const russian = new Intl.Collator('ru')
    await expect
      .poll(async () => {
        const shown = await names()
        return (
          shown.length > 1 &&
          shown.every((text, n) => n === 0 || russian.compare(shown[n - 1] ?? '', text) >= 0)
        )
      })
      .toBe(true)
  })

  test('a row is a link: Enter opens the card, and «Назад» returns to the list as it was', async ({
    office,
  }) => {
    const page = await office.openAs('admin', `${path('nis')}?tab=active&page=2`)
    const link = rows(page).first().locator('td:nth-child(2) a')
    await link.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/workload-employee\/nis\/\d+$/)
    await page.getByRole('button', { name: 'Назад' }).click()
    await page.waitForURL(/list-workload-employees\/nis\?.*page=2/)
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Активные/)
  })

  test('an empty list says which filters caused it and offers to drop them', async ({ office }) => {
    const page = await office.openAs('admin', `${path('nis')}?employees=2147483`)
    await page.getByText(/Ничего не подошло под фильтры: Сотрудник/).waitFor()
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await rows(page).first().waitFor()
  })

  test('a link to a page that the list no longer has says so and leads to the first one', async ({
    office,
  }) => {
    const page = await office.openAs('admin', `${path('nis')}?page=400`)
    await page.getByText('На этой странице строк нет').waitFor()
    await page.getByRole('button', { name: 'К первой странице' }).click()
    await expect.poll(() => page.getByRole('navigation', { name: 'Страницы' }).innerText()).toMatch(/^1–/)
  })

  test('a saved view keeps tab and filters, and opens them again', async ({ office }) => {
    const page = await office.openAs('workload', `${path('nis')}?tab=pause`)
    await rows(page).first().waitFor()
    const name = `На паузе ${Date.now()}`
    await page.getByRole('button', { name: 'Мои представления' }).click()
    await page.getByRole('textbox', { name: 'Название представления' }).fill(name)
    await page.getByRole('button', { name: 'Сохранить текущее' }).click()
    await page.getByText('Представление сохранено').waitFor()
    await office.go(page, path('nis'))
    await rows(page).first().waitFor()
    await page.getByRole('button', { name: 'Мои представления' }).click()
    await page.getByRole('button', { name, exact: true }).click()
    await page.waitForURL(/tab=pause/)
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^На паузе/)
    await page.getByRole('button', { name }).click()
    await page.getByRole('button', { name: `Удалить «${name}»` }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await expect.poll(() => page.getByText(name).count()).toBe(0)
  })

  test('the column chooser hides a column for the person, on every device', async ({ office }) => {
    const page = await office.openAs('workload', path('oic'))
    const heading = () => page.getByRole('columnheader', { name: 'Партнёры' }).count()
    await expect.poll(heading).toBe(1)
    const toggle = async () => {
      await page.getByRole('button', { name: 'Столбцы' }).click()
      const dialog = page.getByRole('dialog', { name: 'Столбцы' })
      await dialog.getByRole('checkbox', { name: 'Партнёры' }).click()
      await dialog.getByRole('button', { name: 'Сохранить' }).click()
    }
    await toggle()
    await expect.poll(heading).toBe(0)
    const elsewhere = await office.openAs('workload', path('oic'), { viewport: { width: 1024, height: 768 } })
    await rows(elsewhere).first().waitFor()
    expect(await elsewhere.getByRole('columnheader', { name: 'Партнёры' }).count()).toBe(0)
    await toggle()
    await expect.poll(heading).toBe(1)
  })

  test('a bulk change answers for each person, and those refused stay chosen', async ({ office, bank }) => {
    const paused = await bank.approvers('nis', { workStatus: 'PAUSE' }, 'page=0&size=1')
    const inactive = await bank.approvers('nis', { workStatus: 'INACTIVE' }, 'page=0&size=100')
    const good = paused.content[0]
    // Never filled in: cannot become active.
    const bad = inactive.content.find((one) => one.mortgageApplicationLevels.length === 0 && !one.allRegions)
    if (good === undefined || bad === undefined) throw new Error('the demo bank lacks the people this needs')
    const page = await office.openAs('admin', `${path('nis')}?employees=${good.id},${bad.id}`)
    await expect.poll(() => rowCount(page)).toBe(2)
    await page.getByRole('checkbox', { name: 'Выбрать все строки страницы' }).check()
    await page.getByText('Выбрано: 2').waitFor()
    await page
      .getByRole('group', { name: 'Действия с выбранными' })
      .getByRole('button', { name: 'Активировать' })
      .click()
    await page.getByRole('button', { name: 'Применить' }).click()
    const answer = page.getByRole('dialog', { name: 'Не всё удалось изменить' })
    await answer.getByText('Изменено: 1, отклонено: 1.').waitFor()
    await answer.getByRole('button', { name: 'Повторить неудачные' }).waitFor()
    await answer.getByRole('button', { name: 'Закрыть', exact: true }).last().click()
    await page.getByText('Выбрано: 1').waitFor()
  })

  test('an export has the whole filter, not the page', async ({ office }) => {
    const page = await office.openAs('admin', `${path('nis')}?tab=active`)
    await rows(page).first().waitFor()
    const total = await totalShown(page)
    expect(total).toBeGreaterThan(20)
    await page.getByRole('button', { name: 'Выгрузить' }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /CSV/ }).click(),
    ])
    const csv = join(inject('place'), 'export.csv')
    await download.saveAs(csv)
    const lines = (await readFile(csv, 'utf8')).trim().split(/\r?\n/)
    expect(lines.length).toBe(total + 1)
    expect(lines[0]).toContain('Сотрудник')
    await page.getByRole('button', { name: 'Выгрузить' }).click()
    const [sheet] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /XLSX/ }).click(),
    ])
    expect(sheet.suggestedFilename()).toMatch(/\.xlsx$/)
    const xlsx = join(inject('place'), 'export.xlsx')
    await sheet.saveAs(xlsx)
    expect((await readFile(xlsx)).subarray(0, 2).toString()).toBe('PK')
  })

  test('a department that does not exist is a page that does not exist', async ({ office }) => {
    const page = await office.openAs('admin', path('xyz'))
    await page.getByRole('heading', { name: 'Страница не найдена' }).waitFor()
  })
})
