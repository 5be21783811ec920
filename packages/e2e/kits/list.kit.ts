import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { type Asked, expect, type OpenKit, test } from '#kits/fixtures.ts'

/* The list kit alone: `/dev/list` asks the server that this file plays. */

interface Item {
  readonly id: number
  readonly version: number
  readonly name: string
  readonly state: 'ON' | 'OFF'
  readonly regions: readonly string[]
  readonly late: number
}

const total = 45
const items = Array.from({ length: total }, (_, at): Item => {
  const regions = at === 0 ? ['Москва', 'Тула', 'Тверь'] : at === 1 ? ['Казань'] : []
  return {
    id: at + 1,
    version: 7,
    name: `Запись ${at + 1}`,
    state: at % 2 === 0 ? 'ON' : 'OFF',
    regions,
    late: at === 0 ? 2 : 0,
  }
})

interface Filter {
  readonly state?: string
  readonly kind?: string
  readonly stages?: readonly string[]
}
const pageOf = (rows: readonly Item[], query: URLSearchParams) => {
  const [page, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 20)]
  const content = rows.slice(page * size, (page + 1) * size)
  const totalPages = Math.ceil(rows.length / size)
  return { content, totalElements: rows.length, totalPages, number: page, size, last: page + 1 >= totalPages }
}

/** What the server of these tests was asked, in its order, and how it answers. */
function server() {
  const asked: Asked[] = []
  const answer = (one: Asked): unknown => {
    asked.push(one)
    const filter = (one.body ?? {}) as Filter
    const rows = items.filter(
      ({ state }) => (filter.state === undefined || filter.state === state) && !filter.stages?.length,
    )
    if (one.path === '/dev/items') return pageOf(rows, one.query)
    if (one.path === '/dev/items/counts') return { on: 23, off: 22 }
    if (one.path === '/dev/items/bulk') {
      const { ids } = one.body as { ids: number[] }
      return {
        results: ids.map((id) => ({
          id,
          done: id !== 2,
          reason: id === 2 ? 'Запись занята' : null,
          version: id === 2 ? null : 8,
        })),
      }
    }
    if (one.path === '/dev/items/bulk/undo')
      return {
        results: (one.body as { items: Item[] }).items.map(({ id }) => ({ id, done: true, reason: null })),
      }
    if (one.path === '/dev/entries') return pageOf(items, one.query)
    // Kept views, and how the person has set the list.
    return one.path.startsWith('/views') ? [] : { columns: {}, widths: {}, density: 'comfortable' }
  }
  return { asked, answer, of: (path: string) => asked.filter((one) => one.path === path) }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const table = (page: Page) => page.getByRole('table', { name: 'Записи', exact: true })
const cell = (page: Page, row: number, column: number) =>
  table(page).locator(`tbody tr:nth-child(${row}) td:nth-child(${column})`)
const choose = (page: Page, row: number) => table(page).locator('tbody input').nth(row).check()
const toast = (page: Page, text: string) => page.getByRole('region', { name: 'Уведомления' }).getByText(text)

async function open(openKit: OpenKit, path = '/dev/list') {
  const bank = server()
  const page = await openKit(path, bank.answer)
  return { page, ...bank }
}

describe('a list', () => {
  test('is counted after it has come, and each tab asks for its own', async ({ openKit }) => {
    const { page, asked, of } = await open(openKit)
    await page.getByRole('tab', { name: /^Включённые\D*23$/ }).waitFor()
    const order = asked.map(({ path }) => path).filter((path) => path.startsWith('/dev/items'))
    expect(order).toEqual(['/dev/items', '/dev/items/counts'])
    await page.getByRole('tab', { name: /^Выключенные/ }).click()
    await expect.poll(() => of('/dev/items').at(-1)?.body).toEqual({ state: 'OFF' })
    await expect.poll(() => cell(page, 1, 2).innerText()).toBe('Запись 2')
  })

  test('says in a cell the first of several names, what is missing, and what is wrong', async ({
    openKit,
  }) => {
    const { page } = await open(openKit)
    await expect.poll(() => cell(page, 1, 4).innerText()).toMatch(/^Москва\s*, \+2$/)
    await cell(page, 1, 4).getByText('Москва', { exact: true }).hover()
    await page.getByText('Москва, Тула, Тверь').last().waitFor()
    expect(await cell(page, 2, 4).innerText()).toBe('Казань')
    expect(await cell(page, 3, 4).innerText()).toBe('−')
    expect(await cell(page, 1, 3).innerText()).toBe('включена')
    expect(await cell(page, 1, 5).innerText()).toBe('2')
  })

  test('sorts by what the server sorts by, and by nothing else', async ({ openKit }) => {
    const { page, of } = await open(openKit)
    await page.getByRole('columnheader', { name: 'Запись' }).getByRole('button').click()
    await expect.poll(() => of('/dev/items').at(-1)?.query.get('sort')).toBe('name,desc')
    expect(await page.getByRole('columnheader', { name: 'Регионы' }).getByRole('button').count()).toBe(0)
  })
})

describe('filters that find nothing together', () => {
  test('are named with the reason, and either of them is dropped', async ({ openKit }) => {
    const { page } = await open(openKit, '/dev/list?kind=FREE&stages=FIRST')
    await page
      .getByText('«Вид: Свободная» и «Этап: Первый» вместе ничего не найдут: у свободных записей этапов нет.')
      .waitFor()
    await button(page, 'Убрать «Этап»').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?kind=FREE')
    await cell(page, 1, 2).getByText('Запись 1').waitFor()
  })

  test('may be a tab and a filter: the tab is left', async ({ openKit }) => {
    const { page } = await open(openKit, '/dev/list?tab=off&stages=FIRST')
    await page.getByText('«Вкладка: Выключенные» и «Этап: Первый» вместе ничего не найдут').waitFor()
    await button(page, 'Вкладка «Все»').click()
    await expect.poll(() => new URL(page.url()).search).toBe('?stages=FIRST')
    // The server alone finds nothing then: the usual words.
    await page.getByText('Ничего не подошло под фильтры: Этап: Первый').waitFor()
  })
})

describe('a change of chosen rows', () => {
  test('waits for its fields, answers for each row and is taken back by version', async ({ openKit }) => {
    const { page, of } = await open(openKit)
    for (const row of [0, 1]) await choose(page, row)
    await button(page, 'Изменить часы').click()
    const dialog = page.getByRole('dialog', { name: 'Изменить часы' })
    await dialog.getByText('Изменение коснётся 2 записей.').waitFor()
    const apply = dialog.getByRole('button', { name: 'Применить' })
    await dialog.getByLabel('С', { exact: true }).fill('09:00')
    expect(await apply.getAttribute('aria-disabled')).toBe('true')
    await dialog.getByLabel('По', { exact: true }).fill('18:00')
    await dialog.getByText('с 09:00 по 18:00').waitFor()
    await apply.click()
    const answers = page.getByRole('dialog', { name: 'Не всё удалось изменить' })
    await answers.getByText('Запись занята').waitFor()
    expect(of('/dev/items/bulk').at(-1)?.body).toEqual({
      ids: [1, 2],
      change: { from: '09:00', by: '18:00' },
    })
    await page.keyboard.press('Escape')
    await answers.waitFor({ state: 'detached' })
    await page.getByText('Выбрано: 1').waitFor()
    await toast(page, 'Отменить').click()
    await toast(page, 'Изменение отменено').waitFor()
    expect(of('/dev/items/bulk/undo').at(-1)?.body).toEqual({ items: [{ id: 1, version: 8 }] })
  })

  test('that asks nothing but to be sure asks in one sentence', async ({ openKit }) => {
    const { page, of } = await open(openKit)
    await choose(page, 0)
    await button(page, 'Выключить').click()
    await page.getByText('Выключить: 1 записи?').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Выключить' }).click()
    await expect.poll(() => of('/dev/items/bulk').at(-1)?.body).toEqual({ ids: [1], change: null })
  })

  test('says how many of the chosen are not on this page', async ({ openKit }) => {
    const { page } = await open(openKit)
    await choose(page, 0)
    await page.getByRole('region', { name: 'Записи' }).getByRole('button', { name: 'Страница 2' }).click()
    await page.getByText('Выбрано: 1 (не на этой странице: 1)').waitFor()
  })
})

describe('the chief button', () => {
  test('offers its choices, and says why it cannot be pressed without the right', async ({ openKit }) => {
    const { page } = await open(openKit)
    await button(page, 'Создать').click()
    await page.getByRole('dialog', { name: 'Что создать' }).getByRole('button', { name: 'Лист' }).waitFor()
    await page.keyboard.press('Escape')
    await button(page, 'Запретное').hover()
    await page.getByText('Нет права на создание записей. Обратитесь к администратору').last().waitFor()
  })
})

test('a window that a link opens stands above the list, which stays as it was asked for', async ({
  openKit,
}) => {
  const { page } = await open(openKit, '/dev/list?tab=on')
  await cell(page, 1, 5).getByRole('link').click()
  await page.getByRole('dialog', { name: 'Просрочки записи 1' }).waitFor()
  const { searchParams } = new URL(page.url())
  expect([...searchParams.keys()]).toEqual(['tab', 'late'])
  await page.keyboard.press('Escape')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=on')
})

test('entries of a card stay chosen across pages, and are called by name before they go', async ({
  openKit,
}) => {
  const { page } = await open(openKit)
  const entries = page.getByRole('region', { name: 'Собрание' })
  const check = (name: string) => entries.getByRole('checkbox', { name: `Выбрать: ${name}`, exact: true })
  await check('Запись 1').check()
  await entries.getByRole('button', { name: 'Страница 2' }).click()
  await check('Запись 21').check()
  await entries.getByText('Выбрано: 2 (не на этой странице: 1)').waitFor()
  await entries.getByRole('button', { name: 'Удалить', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByText('Удалить 2 записи: «Запись 1», «Запись 21»?').waitFor()
  await question.getByRole('button', { name: 'Удалить' }).click()
  await page.getByText('Удалены: 1,21').waitFor()
})
