import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { rowCount, totalShown } from '#list.ts'

/** Every page that is a list; the figures hold on each. */
const lists = [
  '/list-workload-employees/nis',
  '/list-workload-employees/oic',
  '/partners',
  '/partner-employees/2',
  '/realty-objects',
  '/underwriting-employees',
  '/blacklist/individuals/viewAll',
  '/blacklist/legalPersons/viewAll',
  '/blacklist/phones/viewAll',
  '/leads',
  '/applications/all/false',
  '/loan-applications/',
  '/application-checks',
  '/underwriting',
  '/underwriting-all',
  '/tasks?tab=ALL',
  '/qr',
  '/documentAdmin',
  '/featureToggle',
  '/products',
  '/loan-products',
  '/access-log',
  '/max-rate-control',
]
/** One line a row: 44 px, the quiet ones of a dictionary beside its catalogue 36. */
const tallestRow = 44
/** Filters are one row whatever the width: what finds no room is under «Ещё». */
const filterRow = 34

/** How many rows are in sight between the head of the table and its foot, and how many there is room for. */
const seen = (page: Page) =>
  page.evaluate((tallest) => {
    const box = (selector: string) => document.querySelector(`main ${selector}`)?.getBoundingClientRect()
    const rows = [...document.querySelectorAll('main tbody tr')].map((row) => row.getBoundingClientRect())
    const top = box('thead')?.bottom ?? 0
    const foot = box('nav[aria-label="Страницы"]')?.height ?? 0
    const bottom = innerHeight - foot - 20
    return {
      inSight: rows.filter((row) => row.top >= top - 1 && row.bottom <= bottom + 1).length,
      room: Math.floor((bottom - top) / tallest),
      tallest: Math.max(0, ...rows.map(({ height }) => Math.round(height))),
      all: rows.length,
      filters: Math.round(box('[aria-label="Фильтры"]')?.height ?? 0),
    }
  }, tallestRow)

describe.each([
  [1440, 900, 14],
  [1024, 768, 9],
])('at %i × %i', (width, height, least) => {
  test(`every list shows ${least} rows and more`, { timeout: 120_000 }, async ({ office }) => {
    const page = await office.openAs('admin', lists[0], { viewport: { width, height } })
    for (const list of lists) {
      await office.go(page, list)
      await office.settled(page)
      const { inSight, room, tallest, all, filters } = await seen(page)
      expect(room, list).toBeGreaterThanOrEqual(least)
      expect(tallest, list).toBeLessThanOrEqual(tallestRow)
      expect(filters, list).toBeLessThanOrEqual(filterRow)
      if (all >= least) expect(inSight, list).toBeGreaterThanOrEqual(least)
    }
  })
})

const path = '/list-workload-employees/nis'
const rows = (page: Page) => page.locator('tbody tr')
const bulkBar = (page: Page) => page.getByRole('group', { name: 'Действия с выбранными' })
const viewsMenu = (page: Page) => page.getByRole('button', { name: 'Мои представления' })

describe('the kit of lists', () => {
  test('tab, filter, order and page are steps that «Назад» and «Вперёд» of the browser take', async ({
    office,
  }) => {
    const page = await office.openAs('admin', path)
    await rows(page).first().waitFor()
    await page.getByRole('tab', { name: /^Активные/ }).click()
    await page.waitForURL(/tab=active/)
    await page.getByRole('button', { name: 'В смене', exact: true }).click()
    await page.waitForURL(/onShift=1/)
    await page.goBack()
    await page.waitForURL((url) => !url.search.includes('onShift') && url.search.includes('tab=active'))
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Все/)
    await page.goForward()
    await page.waitForURL(/tab=active/)
    await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toMatch(/^Активные/)
  })

  test('a filter without room is set under «Ещё» and comes into the row once it restricts', async ({
    office,
  }) => {
    const set = `${path}?levels=1,2&regions=77`
    const page = await office.openAs('admin', set, { viewport: { width: 1024, height: 768 } })
    const row = page.getByRole('group', { name: 'Фильтры' })
    const more = row.getByRole('button', { name: /^Ещё/ })
    await more.click()
    const rest = page.getByRole('dialog', { name: 'Ещё фильтры' })
    await rest.getByRole('button', { name: 'С просрочкой' }).click()
    await page.waitForURL(/overdue=1/)
    // It stays where it was pressed until the panel is left.
    await rest.getByRole('button', { name: 'С просрочкой', pressed: true }).waitFor()
    await page.keyboard.press('Escape')
    await rest.waitFor({ state: 'detached' })
    await row.getByRole('button', { name: 'С просрочкой', pressed: true }).waitFor()
  })

  test('a view is renamed, shared and filled with another state', async ({ office }) => {
    const page = await office.openAs('workload', `${path}?tab=pause`)
    await rows(page).first().waitFor()
    const name = `Вид ${Date.now()}`
    await viewsMenu(page).click()
    const field = page.getByRole('textbox', { name: 'Название представления' })
    await field.fill(name)
    await page.getByRole('button', { name: 'Сохранить текущее' }).click()
    await page.getByText('Представление сохранено').waitFor()
    await page.getByRole('button', { name: `Изменить «${name}»` }).click()
    await field.fill(`${name} новый`)
    await page.getByRole('checkbox', { name: 'Видно всем' }).check()
    await page.getByRole('button', { name: 'Сохранить', exact: true }).click()
    await page.getByText('Представление изменено').waitFor()
    const other = await office.openAs('admin', path)
    await viewsMenu(other).click()
    await other.getByRole('button', { name: new RegExp(`^${name} новый`) }).click()
    await other.waitForURL(/tab=pause/)
    // Somebody else's view is opened, never changed.
    expect(await other.getByRole('button', { name: `Изменить «${name} новый»` }).count()).toBe(0)
    await office.go(page, `${path}?tab=active`)
    await viewsMenu(page).click()
    await page.getByRole('button', { name: `Заменить «${name} новый» текущим` }).click()
    await page.getByText(/теперь показывает этот список/).waitFor()
    await office.go(other, path)
    await viewsMenu(other).click()
    await other.getByRole('button', { name: new RegExp(`^${name} новый`) }).click()
    await other.waitForURL(/tab=active/)
    await page.getByRole('button', { name: `Удалить «${name} новый»` }).click()
    await page.getByRole('button', { name: 'Удалить', exact: true }).click()
    await expect.poll(() => page.getByText(`${name} новый`).count()).toBe(0)
  })

  test('a column is widened by its edge, on every device, and gets its own width back', async ({
    office,
  }) => {
    const page = await office.openAs('workload', path)
    await rows(page).first().waitFor()
    const heading = page.getByRole('columnheader', { name: 'Регионы' })
    const widthOf = async () => Math.round((await heading.boundingBox())?.width ?? 0)
    const before = await widthOf()
    const box = await heading.boundingBox()
    if (!box) throw new Error('The heading is not in sight')
    const y = box.y + box.height / 2
    await page.mouse.move(box.x + box.width - 3, y)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 57, y, { steps: 4 })
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.mouse.up()
    await saved
    await expect.poll(widthOf).toBe(before + 60)
    const elsewhere = await office.openAs('workload', path, { viewport: { width: 1600, height: 900 } })
    const there = elsewhere.getByRole('columnheader', { name: 'Регионы' })
    await expect.poll(async () => Math.round((await there.boundingBox())?.width ?? 0)).toBe(before + 60)
    await page.getByRole('button', { name: 'Столбцы' }).click()
    await page.getByRole('button', { name: 'По умолчанию' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
    await expect.poll(widthOf).toBe(before)
  })

  test('everybody of a filter is chosen across pages, changed, and the change is taken back', async ({
    office,
    bank,
  }) => {
    const page = await office.openAs('admin', `${path}?tab=pause`)
    await rows(page).first().waitFor()
    const total = await totalShown(page)
    expect(total).toBeGreaterThan(await rowCount(page))
    await rows(page).first().getByRole('checkbox').check()
    await page.getByRole('button', { name: `Выбрать все ${total}` }).click()
    await page.getByText(`Выбрано: ${total}`).waitFor()
    const limits = async () => {
      const { content } = await bank.approvers('nis', { workStatus: 'PAUSE' }, 'page=0&size=100')
      return content.map(({ id, mortgageApplicationsLimit }) => [id, mortgageApplicationsLimit])
    }
    const before = await limits()
    await bulkBar(page).getByRole('button', { name: 'Изменить лимит' }).click()
    await page.getByRole('dialog').getByLabel('Лимит').fill('77')
    await page.getByRole('button', { name: 'Применить' }).click()
    // Under the pointer the message stays, however long the server takes to tell.
    const undo = page.getByRole('button', { name: 'Отменить' })
    await undo.hover()
    await page.getByText('Данные сохранены').waitFor()
    expect((await limits()).every(([, limit]) => limit === 77)).toBe(true)
    await undo.click()
    await page.getByText('Изменение отменено').waitFor()
    expect(await limits()).toEqual(before)
  })

  test('J and K go along the rows, Space chooses one, Enter opens it', async ({ office }) => {
    const page = await office.openAs('admin', path)
    await rows(page).nth(2).waitFor()
    const isOn = (at: number) =>
      rows(page)
        .nth(at)
        .evaluate((row) => row.contains(document.activeElement))
    await page.keyboard.press('j')
    await expect.poll(() => isOn(0)).toBe(true)
    // A key that is held down runs along the rows.
    await page.keyboard.down('j')
    await page.keyboard.down('j')
    await page.keyboard.up('j')
    await expect.poll(() => isOn(2)).toBe(true)
    await page.keyboard.press('k')
    await expect.poll(() => isOn(1)).toBe(true)
    await page.keyboard.press('Space')
    await page.getByText('Выбрано: 1').waitFor()
    expect(await rows(page).nth(1).getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/workload-employee\/nis\/\d+$/)
  })

  test('the head and the actions over chosen rows stay in sight while the rows scroll', async ({
    office,
  }) => {
    const page = await office.openAs('admin', `${path}?size=50`)
    await rows(page).first().getByRole('checkbox').check()
    await rows(page).nth(40).scrollIntoViewIfNeeded()
    await rows(page).nth(40).waitFor()
    const top = async (name: string) =>
      (await page.getByRole('columnheader', { name }).boundingBox())?.y ?? -1
    await expect.poll(() => top('Статус')).toBeGreaterThanOrEqual(50)
    const foot = await bulkBar(page).boundingBox()
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual(900)
  })

  test('a list that cannot be read says so, and another try reads it', async ({ office }) => {
    const page = await office.openAs('admin', '/partners')
    await rows(page).first().waitFor()
    office.faults.allow(/500|Failed to load/)
    await page.route('**/api/**', (route) =>
      route.request().url().includes('/filter') || route.request().url().includes('together')
        ? route.fulfill({ status: 500, json: { message: 'Сбой' } })
        : route.fallback(),
    )
    await page.getByRole('searchbox').fill('дом')
    await page.getByRole('button', { name: 'Повторить' }).waitFor()
    expect(await rowCount(page)).toBe(0)
    await page.unroute('**/api/**')
    await page.getByRole('button', { name: 'Повторить' }).click()
    await rows(page).first().waitFor()
  })

  test('is accessible with chosen rows, an open menu of views, and empty', async ({ office }) => {
    const page = await office.openAs('admin', path)
    await rows(page).first().getByRole('checkbox').check()
    await office.settled(page)
    await office.expectAccessible(page)
    await viewsMenu(page).click()
    await page.getByRole('dialog', { name: 'Мои представления' }).waitFor()
    await office.expectAccessible(page)
    await office.go(page, '/partners?text=нетакого')
    await page.getByText('Ничего не подошло под фильтры').waitFor()
    await office.expectAccessible(page)
  })
})
