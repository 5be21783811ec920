import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, type Office, test } from '#fixtures.ts'

const list = '/list-workload-employees/nis'
const filters = (page: Page) => page.getByRole('group', { name: 'Фильтры' })
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

/** Where the middle of a thing stands now, for a press there whatever lies over it. */
async function middleOf(page: Page, role: 'link' | 'button' | 'tab', name: RegExp) {
  const box = await page.getByRole(role, { name }).first().boundingBox()
  if (box === null) throw new Error(`${name} is not seen`)
  return [box.x + box.width / 2, box.y + box.height / 2] as const
}

/** A chosen field that has the focus in a window, opened by a key. */
async function openedChoice(office: Office) {
  const page = await office.openAs('admin', '/partner-edit/2?tab=contacts')
  await page.getByRole('button', { name: 'Добавить контакт', exact: true }).click()
  const kind = page.getByRole('dialog').getByRole('combobox').first()
  await expect.poll(() => kind.evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').first().waitFor()
  return { page, kind }
}

describe('panels under their buttons', () => {
  test('every filter is chosen by its words as well as by its box', async ({ office }) => {
    const page = await office.openAs('admin', list)
    for (const name of ['Уровень', 'Регион', 'Партнёр']) {
      await filters(page).getByRole('button', { name, exact: true }).click()
      const panel = page.getByRole('dialog', { name, exact: true })
      const option = panel.locator('li label').first()
      const box = await option.boundingBox()
      if (box === null) throw new Error(`no option of ${name} is seen`)
      // On its words: the box stands before them.
      await page.mouse.click(box.x + Math.min(box.width - 4, 60), box.y + box.height / 2)
      await panel.getByText('Выбрано: 1').waitFor()
      await panel.getByRole('button', { name: 'Очистить' }).click()
      // The button that had the focus is gone, and the key still means the panel.
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'detached' })
    }
  })

  test('a saved view keeps its typed name while its words are pressed', async ({ office }) => {
    const page = await office.openAs('workload', list)
    await page.getByRole('button', { name: 'Мои представления' }).click()
    const name = page.getByRole('textbox', { name: 'Название представления' })
    await name.fill('Для всех')
    await page.getByText('Видно всем').click()
    await page.getByText('Открывать по умолчанию').click()
    expect(await name.inputValue()).toBe('Для всех')
    expect(await page.getByRole('checkbox', { name: 'Видно всем' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    expect(await focused(page)).toContain('Мои представления')
  })

  test('a press outside closes the panel and presses nothing else', async ({ office }) => {
    const page = await office.openAs('admin', list)
    // Counts of the tabs come late and move them.
    await page.getByRole('tab', { name: /^На паузе\s*\d/ }).waitFor()
    await office.settled(page)
    const place = await middleOf(page, 'tab', /^На паузе/)
    const row = await middleOf(page, 'link', /\S+ \S+/)
    const before = page.url()
    for (const [x, y] of [place, row]) {
      await filters(page).getByRole('button', { name: 'Смена' }).click()
      const panel = page.getByRole('dialog', { name: 'Смена' })
      await panel.waitFor()
      await page.mouse.click(x, y)
      await panel.waitFor({ state: 'detached' })
      expect(page.url()).toBe(before)
      expect(await focused(page)).toContain('Смена')
    }
    await page.mouse.click(...(await middleOf(page, 'tab', /^На паузе/)))
    await page.waitForURL(/tab=pause/)
  })

  test('a press beside the search closes it and presses nothing else', async ({ office }) => {
    const page = await office.openAs('admin', list)
    const [x, y] = await middleOf(page, 'tab', /^На паузе/)
    await page.keyboard.press('Control+k')
    const search = page.getByRole('dialog', { name: 'Поиск и команды' })
    await search.waitFor()
    await page.mouse.click(x - 200, y)
    await search.waitFor({ state: 'detached' })
    expect(page.url()).not.toContain('tab=')
  })
})

describe('dialogs', () => {
  test('Enter approves a question without fields', async ({ office, bank }) => {
    const { content } = await bank.approvers('oic', { workStatus: 'ACTIVE' }, 'page=0&size=1')
    const id = content[0]?.id
    const page = await office.openAs('admin', `/list-workload-employees/oic?employees=${id}`)
    await page.locator('tbody').getByRole('checkbox').first().check()
    await page
      .getByRole('group', { name: 'Действия с выбранными' })
      .getByRole('button', { name: 'Поставить на паузу' })
      .press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Применить' }).waitFor()
    await expect.poll(() => focused(page)).toBe('Применить')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const paused = await bank.approvers('oic', { workStatus: 'PAUSE', ids: [id] }, 'page=0&size=1')
    expect(paused.totalElements).toBe(1)
  })

  test('Enter does not approve what is dangerous, and the dialog says so', async ({ office }) => {
    const page = await office.openAs('workload', list)
    const name = `Лишнее ${Date.now()}`
    await page.getByRole('button', { name: 'Мои представления' }).click()
    await page.getByRole('textbox', { name: 'Название представления' }).fill(name)
    await page.keyboard.press('Enter')
    const remove = page.getByRole('button', { name: `Удалить «${name}»` })
    await remove.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Подтверждение действия' })
    await dialog.getByText('Подтверждается только кнопкой «Удалить», не клавишей Enter').waitFor()
    await expect.poll(() => focused(page)).toBe('Отмена')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /^(Мои представления|Лишнее)/ }).click()
    await remove.click()
    await dialog.getByRole('button', { name: 'Удалить', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  test('a press on the ground closes an open list, and the window only after it', async ({ office }) => {
    const page = await office.openAs('admin', '/partner-edit/2?tab=notifications')
    await page.getByRole('button', { name: 'Добавить' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Новое уведомление' })
    const field = dialog.getByRole('combobox', { name: 'О чём' })
    await field.click()
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('true')
    await page.mouse.click(30, 700)
    await expect.poll(() => field.getAttribute('aria-expanded')).toBe('false')
    expect(await dialog.count()).toBe(1)
    await page.mouse.click(30, 700)
    await dialog.waitFor({ state: 'detached' })
  })

  test('what is typed into a chosen field that is closed stays whole, at the pace of a hand', async ({
    office,
  }) => {
    const { page, kind } = await openedChoice(office)
    // Opened by a key, the name that stands there is replaced; opened by typing, the letters follow one another.
    await page.keyboard.type('Эл', { delay: 80 })
    await expect.poll(() => kind.inputValue()).toBe('Эл')
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await kind.selectText()
    await page.keyboard.type('Элек', { delay: 80 })
    await expect.poll(() => kind.inputValue()).toBe('Элек')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  test('Escape in a chosen field closes the window, changes nothing and goes back to its button', async ({
    office,
  }) => {
    const { page, kind } = await openedChoice(office)
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await expect.poll(() => kind.inputValue()).toBe('Телефон')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Добавить контакт')
  })

  test('what is done with a choice before its list has come is done when it has; a lost list is asked for again', async ({
    office,
  }) => {
    office.faults.allow(/ERR_FAILED|Failed to load|dynamically imported|не загружена/)
    // A window of its own: no other test has loaded lists in it.
    const page = await office.openAs('admin', '/notifications', { viewport: { width: 1440, height: 900 } })
    await page.route('**/combo-list*.js', (route) => route.abort())
    await office.go(page, '/calculator')
    const kind = page.getByRole('combobox', { name: 'Вид графика' })
    const before = await kind.inputValue()
    await kind.click()
    await page.getByText('Список не загрузился').first().waitFor()
    expect(await kind.inputValue()).toBe(before)
    await page.unroute('**/combo-list*.js')
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await page.route('**/combo-list*.js', async (route) => {
      await held
      await route.continue()
    })
    await kind.click()
    await kind.selectText()
    await page.keyboard.type('доли')
    letGo()
    await page.getByRole('option', { name: 'Равные доли долга' }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => kind.inputValue()).toBe('Равные доли долга')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
  })
})
