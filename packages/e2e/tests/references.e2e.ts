import type { DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { rowCount, tabCount, totalShown } from '#list.ts'
import { addItem, codesShown, itemRow, itemsOf, ownDictionary, referencePath } from '#reference.ts'
import { readsOf } from '#traffic.ts'

const catalogue = (page: Page) => page.getByRole('navigation', { name: 'Каталог справочников' })
const findDictionary = (page: Page) => page.getByRole('searchbox', { name: 'Найти справочник' })
const findItem = (page: Page) => page.getByRole('searchbox', { name: /^Найти запись/ })
const saved = (page: Page) => page.getByText('Данные сохранены').first().waitFor()
const nameField = (page: Page, code: string) => page.getByRole('textbox', { name: `Название: ${code}` })
const edit = (page: Page, code: string) =>
  page.getByRole('button', { name: `Изменить: ${code}`, exact: true }).click()

describe('catalogue of dictionaries', () => {
  test('tabs carry the counts of what they open, and the search narrows them', async ({ office }) => {
    const page = await office.openAs('admin', '/references')
    await catalogue(page).getByRole('link').first().waitFor()
    for (const tab of ['Перечисления', 'Справочники', 'Все']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expect.poll(() => catalogue(page).getByRole('link').count()).toBe(await tabCount(page, tab))
    }
    await findDictionary(page).fill('регион (субъект')
    await expect.poll(() => catalogue(page).getByRole('link').count()).toBe(1)
    expect(await tabCount(page, 'Все')).toBe(1)
    await catalogue(page).getByRole('link').click()
    await page.waitForURL(/dictionary=region/)
    await page.getByRole('heading', { name: /^Регион/ }).waitFor()
    await page.locator('tbody tr').first().waitFor()
  })

  test('dictionary, search and page are in the address, which opens the same elsewhere', async ({
    office,
  }) => {
    const page = await office.openAs('admin', '/references?dictionary=region')
    await page.locator('tbody tr').first().waitFor()
    await page.getByRole('button', { name: 'Страница 2' }).click()
    await page.waitForURL(/page=2/)
    await findItem(page).fill('респ')
    await page.waitForURL((url) => url.searchParams.get('text') === 'респ' && !url.searchParams.has('page'))
    await expect.poll(() => totalShown(page)).toBeLessThan(60)
    const total = await totalShown(page)
    const copy = await office.tab(page, page.url())
    await expect.poll(() => totalShown(copy)).toBe(total)
    await copy.goBack().catch(() => undefined)
    await page.goBack()
    await expect.poll(() => findItem(page).inputValue()).toBe('')
  })

  test('arrows move through the catalogue, Enter opens', async ({ office }) => {
    const page = await office.openAs('admin', '/references')
    await findDictionary(page).fill('канал продаж')
    await expect.poll(() => catalogue(page).getByRole('link').count()).toBe(2)
    await findDictionary(page).press('Tab')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(/dictionary=all-channel/)
  })

  test('is not for everybody; who may only look sees no way to change', async ({ office }) => {
    const agent = await office.openAs('agent', '/references')
    await agent.getByText('Нет прав на совершение операции').waitFor()
    const page = await office.openAs('viewer', '/references?dictionary=region&text=москва')
    await page.locator('tbody tr').first().waitFor()
    const add = page.getByRole('button', { name: 'Добавить' })
    expect(await add.getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('button', { name: 'Изменить: 77' }).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })
})

describe('items of a dictionary', () => {
  test('a row is edited in place: Enter saves, Escape leaves it, mistakes are said', async ({
    office,
    bank,
  }) => {
    const dictionary = await ownDictionary(
      bank,
      { A: 'Первая' },
      { attributes: [{ key: 'sum', label: 'Сумма', type: 'number', required: false, dictionary: null }] },
    )
    const page = await office.openAs('admin', referencePath(dictionary))
    await edit(page, 'A')
    await nameField(page, 'A').fill('Не то')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Первая', exact: true }).waitFor()
    await itemRow(page, 'A').dblclick({ position: { x: 200, y: 8 } })
    await nameField(page, 'A').fill('Первая запись')
    const sum = page.getByRole('textbox', { name: 'Сумма: A' })
    await sum.fill('много')
    await page.getByRole('textbox', { name: 'Действует с: A' }).fill('01.02.2026')
    await page.keyboard.press('Enter')
    await page.getByText('Введите число').waitFor()
    await sum.fill('1250,5')
    await page.keyboard.press('Enter')
    await saved(page)
    await itemRow(page, 'A').getByText('1 250,5'.replace(' ', '\u00a0')).waitFor()
    expect(await itemsOf(bank, dictionary)).toMatchObject([
      { name: 'Первая запись', validFrom: '2026-02-01', attributes: { sum: 1250.5 } },
    ])
  })

  test('a late save opens the comparison', async ({ office, bank }) => {
    const dictionary = await ownDictionary(bank)
    const item = await addItem(bank, dictionary, 'A', 'Общая')
    const page = await office.openAs('admin', referencePath(dictionary))
    office.faults.allow(/409/)
    await edit(page, 'A')
    await nameField(page, 'A').fill('Моё')
    await bank.call('PUT', `/reference-admin/items/${item.id}`, { name: 'Чужое', version: item.version })
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    await dialog.getByText('Чужое').waitFor()
    await dialog.getByRole('radio', { name: /Название, ваше/ }).check()
    await dialog.getByRole('button', { name: 'Применить и сохранить' }).click()
    await saved(page)
    expect(await itemsOf(bank, dictionary)).toMatchObject([{ name: 'Моё' }])
  })

  test('a changed row is not lost silently', async ({ office, bank }) => {
    const dictionary = await ownDictionary(bank, { A: 'Первая', B: 'Вторая' })
    const page = await office.openAs('admin', referencePath(dictionary))
    await edit(page, 'A')
    await nameField(page, 'A').fill('Другая')
    await page.getByRole('tab', { name: /^Все/ }).last().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Остаться' }).click()
    await expect.poll(() => nameField(page, 'A').inputValue()).toBe('Другая')
    await page.getByRole('tab', { name: /^Все/ }).last().click()
    await page.getByRole('button', { name: 'Уйти без сохранения' }).click()
    await page.getByRole('button', { name: 'Первая', exact: true }).waitFor()
  })

  test('a new item: the rule of codes is said, then it is added; its card has a history', async ({
    office,
    bank,
  }) => {
    const dictionary = await ownDictionary(bank, { A: 'Первая' })
    const page = await office.openAs('admin', referencePath(dictionary))
    await page.getByRole('button', { name: 'Добавить' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Код', { exact: true }).fill('код-1')
    await dialog.getByLabel('Название', { exact: true }).fill('Новая')
    await page.keyboard.press('Enter')
    await dialog.getByText('Код должен состоять из латинских букв').waitFor()
    await dialog.getByLabel('Код', { exact: true }).fill('NEW_1')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await itemRow(page, 'NEW_1').getByRole('button', { name: 'Новая', exact: true }).click()
    await dialog.getByRole('tab', { name: 'История' }).click()
    await dialog.getByText('Запись создана').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'История', exact: true }).click()
    await page
      .getByRole('dialog', { name: /^История/ })
      .getByText('Запись создана')
      .first()
      .waitFor()
  })

  test('switching off says where the item is used; it comes back', async ({ office, bank }) => {
    const page = await office.openAs('admin', '/references?dictionary=region&text=москва')
    await page.getByRole('button', { name: 'Отключить: 77' }).click()
    const question = page.getByRole('dialog', { name: /^Отключить/ })
    await question.getByText(/^Используется в \d+/).waitFor()
    await question.getByRole('table', { name: 'Где используется' }).waitFor()
    await question.getByRole('button', { name: 'Отмена' }).click()
    await question.waitFor({ state: 'detached' })

    const dictionary = await ownDictionary(bank, { A: 'Первая' })
    await office.go(page, referencePath(dictionary))
    await page.getByRole('button', { name: 'Отключить: A' }).click()
    await page.getByText(/нигде не используется/).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить' }).click()
    await expect.poll(() => tabCount(page, 'Отключённые')).toBe(1)
    await page.getByRole('tab', { name: /^Отключённые/ }).click()
    await page.getByRole('button', { name: 'Включить: A' }).click()
    await page.getByText('Запись включена').waitFor()
    expect(await itemsOf(bank, dictionary)).toMatchObject([{ active: true }])
  })

  test('the order is changed by the arrow keys and by dragging', async ({ office, bank }) => {
    const dictionary = await ownDictionary(bank, { A: 'а', B: 'б', C: 'в', D: 'г' })
    const page = await office.openAs('admin', referencePath(dictionary))
    const handle = (name: string) => page.getByRole('button', { name: `Переставить стрелками: ${name}` })
    await handle('а').focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => codesShown(page)).toEqual(['B', 'A', 'C', 'D'])
    await handle('г').dragTo(itemRow(page, 'B'))
    await expect.poll(() => codesShown(page)).toEqual(['D', 'B', 'A', 'C'])
    expect((await itemsOf(bank, dictionary)).map(({ code }) => code)).toEqual(['D', 'B', 'A', 'C'])
  })

  test('a hierarchy opens in place, indented, and by pages', async ({ office }) => {
    const page = await office.openAs('admin', '/references?dictionary=landUsageType')
    await page.locator('tbody tr').first().waitFor()
    const before = await rowCount(page)
    await page
      .getByRole('button', { name: /^Развернуть: / })
      .first()
      .click()
    await expect.poll(() => rowCount(page)).toBeGreaterThan(before)
    await page
      .getByRole('button', { name: /^Свернуть: / })
      .first()
      .click()
    await expect.poll(() => rowCount(page)).toBe(before)
    await findItem(page).fill('садоводство')
    await page.getByRole('columnheader', { name: 'Родитель' }).waitFor()
  })

  test('somebody else’s change reaches an open page', async ({ office, bank }) => {
    const dictionary = await ownDictionary(bank)
    const item = await addItem(bank, dictionary, 'A', 'Прежнее')
    const page = await office.openAs('admin', referencePath(dictionary))
    const other = await office.tab(page, referencePath(dictionary))
    await other.getByText('Прежнее').waitFor()
    await office.settled(other)
    await edit(page, 'A')
    await nameField(page, 'A').fill('Нынешнее')
    await page.keyboard.press('Enter')
    await saved(page)
    await other.getByText('Нынешнее').waitFor()
    const { version } = (await itemsOf(bank, dictionary))[0] as DictionaryItem
    await bank.call('PUT', `/reference-admin/items/${item.id}`, { name: 'Будущее', version })
    await page.getByText('Будущее').waitFor()
  })

  test('a dictionary that a form has cached is read again', async ({ office, bank }) => {
    const path = '/list-workload-employees/nis'
    const page = await office.openAs('admin', path)
    await page.locator('tbody tr').first().waitFor()
    await office.settled(page)
    const reads: string[] = []
    page.on('request', (request) => reads.push(new URL(request.url()).pathname, ...readsOf(request)))
    const dictionary = await ownDictionary(bank, { A: 'Первая' })
    await expect
      .poll(() => reads.filter((address) => /^(?:\/api|GET )\/reference\/region$/.test(address)).length)
      .toBeGreaterThan(0)
    expect(dictionary.code).toMatch(/^e2e_/)
  })
})

describe('a dictionary of the bank’s own', () => {
  test('is created with typed attributes, and described anew', async ({ office }) => {
    const code = `e2e_ui_${Date.now()}`
    const page = await office.openAs('admin', '/references')
    await page.getByRole('button', { name: 'Новый справочник' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Код', { exact: true }).fill('мой')
    await dialog.getByLabel('Название', { exact: true }).fill('Цвета фасадов')
    await page.keyboard.press('Enter')
    await dialog.getByText('Код должен состоять из латинских букв').waitFor()
    await dialog.getByLabel('Код', { exact: true }).fill(code)
    await dialog.getByRole('button', { name: 'Добавить атрибут' }).click()
    const attribute = dialog.getByRole('listitem')
    await attribute.getByLabel('Название').fill('С какого дня')
    await attribute.getByLabel('Ключ').fill('since')
    await attribute.getByRole('combobox', { name: 'Тип' }).click()
    await page.locator('[role="option"]').filter({ hasText: 'Дата' }).click()
    await attribute.getByRole('checkbox').check()
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await page.waitForURL(new RegExp(`dictionary=${code}`))
    await page.getByRole('heading', { name: 'Цвета фасадов' }).waitFor()
    // The empty list offers it once more.
    await page.getByRole('button', { name: 'Добавить', exact: true }).first().click()
    await dialog.getByLabel('Код', { exact: true }).fill('RED')
    await dialog.getByLabel('Название', { exact: true }).fill('Красный')
    await page.keyboard.press('Enter')
    await dialog.getByText('Поле должно быть заполнено').waitFor()
    await dialog.getByLabel('С какого дня').fill('05.03.2026')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await itemRow(page, 'RED').getByText('05.03.2026').waitFor()
    await page.getByRole('button', { name: 'Описание' }).click()
    await dialog.getByLabel('Название', { exact: true }).first().fill('Цвета домов')
    await dialog.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByRole('heading', { name: 'Цвета домов' }).waitFor()
  })
})
