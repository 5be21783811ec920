import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { findViolations } from '#accessibility.ts'
import { expect, type OpenKit, test } from '#kits/fixtures.ts'

/* The record kit alone: `/dev/record` has a server of its own, a colleague, and answers that wait to be let go. */

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const limit = (page: Page) => page.getByLabel('Лимит', { exact: true })
const title = (page: Page) => page.getByLabel('Наименование', { exact: true })
const comparison = (page: Page) => page.getByRole('dialog', { name: 'Запись изменена' })
const leaving = (page: Page) => page.getByRole('dialog', { name: 'Есть несохранённые изменения' })
const news = (page: Page) => page.getByRole('status').filter({ hasText: 'Запись изменена: Орлова' })
const outdated = (page: Page) => page.getByRole('status').filter({ hasText: 'Запись уже изменена' })
const save = (page: Page) => button(page, 'Сохранить').click()
const saved = (page: Page) => page.getByRole('region', { name: 'Уведомления' }).getByText('Данные сохранены')
/** What the server of the page has. */
const atServer = (page: Page, text: string) => page.getByText(text, { exact: false }).first().waitFor()

async function open(openKit: OpenKit): Promise<Page> {
  const page = await openKit('/dev/record')
  await limit(page).waitFor()
  return page
}

/** How the server of the page answers from now on. */
async function answer(page: Page, words: string): Promise<void> {
  await page.getByLabel('Сервер', { exact: true }).click()
  await page.getByText(words, { exact: true }).last().click()
}
const hold = (page: Page) => page.getByLabel('Придерживать ответы').check()
const letGo = (page: Page) => button(page, 'Отпустить ответ').click()
const asked = (page: Page, count: number) => atServer(page, `Сохранений: ${count},`)

/** The record as the server of the page keeps it. */
const recordOf = async (page: Page): Promise<unknown> =>
  JSON.parse(await page.evaluate(() => sessionStorage.getItem('dev-record') ?? 'null'))

/** Until the draft is in the browser. */
const kept = (page: Page) =>
  page.waitForFunction(() => Object.keys(localStorage).some((key) => key.endsWith(':dev-ui')))

describe('what is typed while a save is under way', () => {
  test('stays and goes with the next one; one’s own save is no news', async ({ openKit }) => {
    const page = await open(openKit)
    await hold(page)
    await limit(page).fill('41')
    await save(page)
    // The page hears of the save before its answer comes.
    await atServer(page, 'на сервере версия 2, лимит 41')
    expect(await outdated(page).count()).toBe(0)
    await limit(page).fill('77')
    expect(await outdated(page).count()).toBe(0)
    await letGo(page)
    await saved(page).waitFor()
    expect(await limit(page).inputValue()).toBe('77')
    await page.getByLabel('Придерживать ответы').uncheck()
    await save(page)
    await atServer(page, 'на сервере версия 3, лимит 77')
  })

  test('stays when the save waits for a second person', async ({ openKit }) => {
    const page = await open(openKit)
    await answer(page, 'Ждёт второго сотрудника')
    await hold(page)
    await limit(page).fill('41')
    await title(page).fill('Бета')
    await save(page)
    await asked(page, 1)
    await limit(page).fill('77')
    await letGo(page)
    // What was asked for is not there yet, what was typed since is.
    await expect.poll(() => title(page).inputValue()).toBe('Альфа')
    expect(await limit(page).inputValue()).toBe('77')
    await atServer(page, 'на сервере версия 1, лимит 20')
  })

  test('goes with the save on the way out, which waits for the one under way', async ({ openKit }) => {
    const page = await open(openKit)
    await hold(page)
    await limit(page).fill('41')
    await save(page)
    await asked(page, 1)
    await limit(page).fill('77')
    await page.getByRole('link', { name: 'К блокам' }).click()
    await leaving(page).getByRole('button', { name: 'Сохранить и уйти' }).click()
    await leaving(page).waitFor({ state: 'detached' })
    await asked(page, 1)
    await letGo(page)
    await asked(page, 2)
    await letGo(page)
    await page.waitForURL('**/dev/ui')
    expect(await recordOf(page)).toMatchObject({ limit: 77, version: 3 })
  })
})

describe('a draft that is restored', () => {
  test('comes back with its version: what a colleague has revoked is not given back', async ({ openKit }) => {
    const page = await open(openKit)
    await title(page).fill('Бета')
    await kept(page)
    await button(page, 'Коллега: отзыв регионов, молча').click()
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await button(page, 'Восстановить').click()
    expect(await title(page).inputValue()).toBe('Бета')
    await save(page)
    await comparison(page)
      .getByText(/Орлова/)
      .waitFor()
    await comparison(page)
      .getByRole('row', { name: /Рассматриваемые регионы/ })
      .waitFor()
    // Nobody knows what the draft began from, so no side is chosen beforehand.
    expect(await comparison(page).getByRole('radio', { checked: true }).count()).toBe(0)
    await comparison(page)
      .getByRole('radio', { name: /Наименование, ваше/ })
      .check()
    await comparison(page)
      .getByRole('radio', { name: /Рассматриваемые регионы, на сервере/ })
      .check()
    await button(page, 'Применить и сохранить').click()
    await atServer(page, 'на сервере версия 3')
  })

  test('is not there after a save, nor after leaving without one', async ({ openKit }) => {
    const page = await open(openKit)
    await limit(page).fill('41')
    await kept(page)
    await save(page)
    await saved(page).waitFor()
    await limit(page).fill('42')
    await kept(page)
    await page.getByRole('link', { name: 'К блокам' }).click()
    await leaving(page).getByRole('button', { name: 'Уйти без сохранения' }).click()
    await page.waitForURL('**/dev/ui')
    const drafts = await page.evaluate(() =>
      Object.keys(localStorage).filter((key) => key.endsWith(':dev-ui')),
    )
    expect(drafts).toEqual([])
  })
})

describe('rights to single fields', () => {
  const guard = (page: Page) => page.getByLabel('наименование видит оператор').check()

  test('what is not seen is not shown, what is not changed says why', async ({ openKit }) => {
    const page = await open(openKit)
    await guard(page)
    await page.getByText('Изменяет только оператор. Напишите ему, если сведения устарели').waitFor()
    expect(await limit(page).isDisabled()).toBe(true)
    expect(await title(page).count()).toBe(0)
  })

  test('nothing is to be chosen of what is another’s to change: the server’s stays', async ({ openKit }) => {
    const page = await open(openKit)
    await guard(page)
    await page.getByLabel('Смена (с)').fill('07:15')
    await button(page, 'Коллега: лимит 41, молча').click()
    await save(page)
    await comparison(page).waitFor()
    expect(await comparison(page).getByText('Смена (с)').count()).toBe(1)
    expect(await comparison(page).getByText('Лимит').count()).toBe(0)
    await comparison(page).getByRole('button', { name: 'Применить и сохранить' }).click()
    await atServer(page, 'на сервере версия 3, лимит 41')
    await saved(page).waitFor()
    expect(await recordOf(page)).toMatchObject({ limit: 41, from: '07:15' })
  })
})

describe('a save that came too late', () => {
  test('is compared by field; only what both have changed is asked about', async ({ openKit }) => {
    const page = await open(openKit)
    await button(page, 'Коллега: лимит 41, молча').click()
    await title(page).fill('Бета')
    await limit(page).fill('77')
    await save(page)
    const approve = comparison(page).getByRole('button', { name: 'Применить и сохранить' })
    await comparison(page).getByRole('row', { name: /Лимит/ }).waitFor()
    expect(
      await comparison(page)
        .getByRole('radio', { name: /Наименование, ваше/ })
        .isChecked(),
    ).toBe(true)
    expect(await comparison(page).getByRole('radio', { name: /Лимит/, checked: true }).count()).toBe(0)
    expect(await approve.isDisabled()).toBe(true)
    expect(await findViolations(page)).toEqual([])
    await comparison(page)
      .getByRole('radio', { name: /Лимит, на сервере: 41/ })
      .check()
    await approve.click()
    await saved(page).waitFor()
    await atServer(page, 'на сервере версия 3, лимит 41')
    expect(await title(page).inputValue()).toBe('Бета')
  })

  test('can be put off: nothing is lost or overwritten, the next save asks again', async ({ openKit }) => {
    const page = await open(openKit)
    await button(page, 'Коллега: лимит 41, молча').click()
    await limit(page).fill('77')
    await save(page)
    await comparison(page).waitFor()
    await page.keyboard.press('Escape')
    await comparison(page).waitFor({ state: 'detached' })
    expect(await limit(page).inputValue()).toBe('77')
    await save(page)
    await comparison(page).getByRole('button', { name: 'Всё с сервера' }).click()
    await comparison(page).getByRole('button', { name: 'Применить и сохранить' }).click()
    await expect.poll(() => limit(page).inputValue()).toBe('41')
    // All of it is the server's: there is nothing to send.
    await asked(page, 2)
  })
})

describe('a colleague’s save', () => {
  test('stands in a clean form at once and says what has changed', async ({ openKit }) => {
    const page = await open(openKit)
    await button(page, 'Коллега: лимит 41').click()
    await expect.poll(() => limit(page).inputValue()).toBe('41')
    await news(page).getByText('Лимит: 20 → 41').waitFor()
    await news(page).getByRole('button', { name: 'Понятно' }).click()
    await news(page).waitFor({ state: 'detached' })
  })

  test('moves nothing from under a press: what it says waits for the release', async ({ openKit }) => {
    const page = await open(openKit)
    await title(page).fill('Бета')
    await title(page).hover()
    const before = await title(page).boundingBox()
    await page.mouse.down()
    await button(page, 'Коллега: лимит 41').dispatchEvent('click')
    await atServer(page, 'на сервере версия 2, лимит 41')
    expect(await outdated(page).count()).toBe(0)
    expect(await title(page).boundingBox()).toEqual(before)
    await page.mouse.up()
    await outdated(page).getByText('Лимит: 20 → 41').waitFor()
  })

  test('waits behind own changes and says so', async ({ openKit }) => {
    const page = await open(openKit)
    await title(page).fill('Бета')
    await button(page, 'Коллега: лимит 41').click()
    await outdated(page).getByText('Лимит: 20 → 41').waitFor()
    expect(await limit(page).inputValue()).toBe('20')
    await button(page, 'Отменить').click()
    await expect.poll(() => limit(page).inputValue()).toBe('41')
    expect(await title(page).inputValue()).toBe('Альфа')
  })
})

describe('leaving with changes', () => {
  test('offers to save first, to leave without, and to stay', async ({ openKit }) => {
    const page = await open(openKit)
    const link = page.getByRole('link', { name: 'К блокам' })
    await limit(page).fill('33')
    await link.click()
    const buttons = leaving(page).getByRole('button')
    await leaving(page).waitFor()
    expect(await findViolations(page)).toEqual([])
    expect(await buttons.allInnerTexts()).toEqual(
      expect.arrayContaining(['Остаться', 'Уйти без сохранения', 'Сохранить и уйти']),
    )
    await leaving(page).getByRole('button', { name: 'Остаться' }).click()
    expect(await limit(page).inputValue()).toBe('33')
    // What cannot be saved keeps the person here.
    await limit(page).fill('')
    await link.click()
    await leaving(page).getByRole('button', { name: 'Сохранить и уйти' }).click()
    await page.getByText('Поле должно быть заполнено').first().waitFor()
    await leaving(page).waitFor({ state: 'hidden' })
    // The field says what is wrong as soon as it is empty; it gets the focus when the save has been refused.
    await expect.poll(() => limit(page).evaluate((one) => one === document.activeElement)).toBe(true)
    expect(new URL(page.url()).pathname).toBe('/dev/record')
    await limit(page).fill('34')
    await link.click()
    await leaving(page).waitFor()
    // The first of the two that leave is the safe one: Enter saves.
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dev/ui')
    expect(await recordOf(page)).toMatchObject({ limit: 34, version: 2 })
  })

  test('asks nothing where nothing has changed, or all of it was taken back', async ({ openKit }) => {
    const page = await open(openKit)
    await limit(page).fill('33')
    await limit(page).fill('20')
    await page.getByRole('link', { name: 'К блокам' }).click()
    await page.waitForURL('**/dev/ui')
  })
})

describe('mistakes', () => {
  test('are at their fields and summed up, the first wrong field has the focus; nothing is sent', async ({
    openKit,
  }) => {
    const page = await open(openKit)
    await page.getByLabel('Смена (с)', { exact: true }).fill('2560')
    await page.getByLabel('Стоимость объекта, ₽', { exact: true }).fill('')
    await title(page).fill('')
    await limit(page).fill('')
    await page.keyboard.press('Control+s')
    const summary = page.getByRole('alert', { name: 'Ошибки формы' })
    await summary.getByText('Исправьте поля: 4').waitFor()
    await expect.poll(() => limit(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await summary.getByRole('button', { name: 'Наименование' }).click()
    await expect.poll(() => title(page).evaluate((one) => one === document.activeElement)).toBe(true)
    await asked(page, 0)
  })

  test('of the server stand at its fields, and a failure of it keeps what was typed', async ({ openKit }) => {
    const page = await open(openKit)
    await answer(page, 'Не принимает наименование')
    await title(page).fill('Бета')
    await save(page)
    await page.getByText('Такое наименование уже есть').first().waitFor()
    await answer(page, 'Отвечает ошибкой')
    await save(page)
    await page.getByRole('region', { name: 'Уведомления' }).getByText('Сервер не ответил').waitFor()
    expect(await title(page).inputValue()).toBe('Бета')
    await answer(page, 'Сохраняет')
    await save(page)
    await atServer(page, 'на сервере версия 2')
  })
})
