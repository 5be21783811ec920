import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { choose } from '#approver.ts'
import {
  cardPath,
  changeRule,
  chooseByTyping,
  deleteRule,
  newRule,
  publishRule,
  ruleOf,
} from '#document-rule.ts'
import { expect, test } from '#fixtures.ts'
import { ownFullApplication } from '#full-application.ts'
import { chooseInFilter } from '#list.ts'

const list = '/documentAdmin'
const label = (page: Page, text: string) => page.getByLabel(text, { exact: true })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const side = (page: Page) => page.getByRole('complementary', { name: 'Сведения о правиле' })
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
const unique = (name: string) => `${name} ${Date.now()}`

/** Goes on by Tab until the focus is on what is wanted. */
async function tabTo(page: Page, name: string): Promise<void> {
  const target = page.locator(':focus')
  for (let n = 0; n < 40; n += 1) {
    await page.keyboard.press('Tab')
    const [text, aria] = await Promise.all([target.innerText(), target.getAttribute('aria-label')])
    if (text.trim() === name || aria === name) return
  }
  throw new Error(`The focus never came to ${name}`)
}

describe('a rule from the first word to an application', () => {
  test('is written by the keyboard, published, seen in the matrix and in the check', async ({
    office,
    bank,
  }) => {
    const name = unique('Отчёт при высоком К/З')
    const page = await office.openAs('admin', list)
    await button(page, 'Новое правило').focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Тип нового правила' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/document-edit\/new\/COMPLETENESS$/)

    await label(page, 'Название').fill(name)
    await page.keyboard.press('Tab')
    await chooseByTyping(page, 'Документы оценщика')
    await page.getByRole('list', { name: 'Документы правила' }).getByText('Документы оценщика').waitFor()
    await choose(page, 'На кого', 'На заявку в целом')
    await choose(page, 'Группа', 'Объект')

    const builder = page.getByRole('group', { name: 'Условие', exact: true })
    await builder.getByRole('button', { name: 'Условие', exact: true }).focus()
    await page.keyboard.press('Enter')
    // The focus goes to the new question by itself.
    await chooseByTyping(page, 'К/З')
    await label(page, 'Значение: К/З').waitFor()
    await tabTo(page, 'Значение: К/З')
    await page.keyboard.type('80')
    await tabTo(page, 'Условие')
    await page.keyboard.press('Enter')
    await chooseByTyping(page, 'эскроу')
    const words = page.getByRole('status', { name: 'Условие словами' })
    await words.getByText(/К\/З не меньше 80\s% и расчёты через счёт эскроу/).waitFor()
    // Up: the second question becomes the first one.
    await builder.getByRole('button', { name: 'Переместить: счёт эскроу' }).focus()
    await page.keyboard.press('ArrowUp')
    await words.getByText(/Расчёты через счёт эскроу и К\/З не меньше 80/).waitFor()
    await page.keyboard.press('Delete')
    await words.getByText(/^К\/З не меньше 80/).waitFor()
    await side(page).getByText('Конфликтов и перекрытий нет').waitFor()
    await label(page, 'Название').focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/document-edit\/\d+\/COMPLETENESS$/)
    await page.getByText('Черновик', { exact: true }).first().waitFor()

    await button(page, 'Опубликовать…').click()
    const dialog = page.getByRole('dialog', { name: 'Публикация правила' })
    await dialog.getByText('Это первая публикация правила.').waitFor()
    await dialog.getByText(/Комплект изменится у/).waitFor()
    await label(page, 'Комментарий к версии').fill('По приказу')
    await page.keyboard.press('Enter')
    await page.getByText('Правило опубликовано').waitFor()
    await side(page).getByText('№ 1').waitFor()
    const id = Number(/document-edit\/(\d+)/.exec(page.url())?.[1])

    await office.go(page, `${list}?mode=coverage&text=Документы оценщика`)
    const cell = page.getByRole('button', { name: /^Документы оценщика.*: по условию/ }).first()
    await cell.click()
    await page.getByRole('dialog').getByRole('link', { name }).waitFor()

    // Of a new application neither the sum nor the price is known.
    const { number } = await ownFullApplication(bank)
    await office.go(page, `${list}?mode=check`)
    await label(page, 'Номер заявки или клиент').fill(number)
    await page.locator('[role="option"]').filter({ hasText: number }).click()
    const result = page.getByRole('region', { name: 'Что нужно по заявке' })
    const asked = result.getByRole('listitem').filter({ hasText: 'Документы оценщика' }).first()
    const undecided = result.getByRole('region', { name: 'Зависят от данных' })
    await undecided.getByText('Документы оценщика').first().waitFor()
    expect(await asked.innerText()).toMatch(/зависит от: .*К\/З/)
    await button(page, /^Показать ещё/)
      .first()
      .click()
    await label(page, 'Значение: К/З').fill('85')
    await expect.poll(() => undecided.getByText('Документы оценщика').count()).toBe(0)
    await asked.getByRole('button', { name: 'Почему: Документы оценщика' }).focus()
    await page
      .getByText(/^Нужен, потому что .*К\/З/)
      .last()
      .waitFor()
    await label(page, 'Значение: К/З').fill('70')
    await expect.poll(() => asked.count()).toBe(0)
    await button(page, 'Вернуть: К/З').click()
    await expect.poll(() => asked.count()).toBe(1)
    await deleteRule(bank, await ruleOf(bank, id))
  })

  test('a mistake is told at its part, and the focus goes to it', async ({ office }) => {
    const page = await office.openAs('admin', '/document-edit/new/COMPLETENESS')
    await button(page, 'Условие').click()
    await button(page, 'Создать черновик').click()
    await page.locator('p').filter({ hasText: 'Выберите признак' }).first().waitFor()
    await expect
      .poll(() => label(page, 'Название').evaluate((field) => field === document.activeElement))
      .toBe(true)
  })

  test('leaving asks, and a draft survives a reload', async ({ office, bank }) => {
    const rule = await newRule(bank)
    const page = await office.openAs('admin', cardPath(rule))
    await label(page, 'Основание').fill('Приказ 15')
    // The draft is written a moment after the last key.
    await page.waitForFunction(() => Object.values(localStorage).some((kept) => kept.includes('Приказ 15')))
    await button(page, 'Назад').click()
    await inDialog(page, 'Остаться')
    page.on('dialog', (asked) => void asked.accept())
    await page.reload()
    await button(page, 'Восстановить').click()
    await expect.poll(() => label(page, 'Основание').inputValue()).toBe('Приказ 15')
    await button(page, 'Сохранить черновик').click()
    await page.getByText('Черновик сохранён').waitFor()
    expect((await ruleOf(bank, rule.id)).draft?.content.basis).toBe('Приказ 15')
  })
})

describe('versions of a rule', () => {
  test('two of them are compared, an old one is taken back into a draft', async ({ office, bank }) => {
    const first = await publishRule(bank, await newRule(bank, { quantity: 1, name: unique('Версии') }))
    const second = await publishRule(bank, await changeRule(bank, first, { quantity: 3 }))
    const page = await office.openAs('admin', cardPath(second))
    await button(page, 'Все версии и сравнение').click()
    const table = page.getByRole('table', { name: 'Сравнение версий' })
    await expect.poll(() => table.locator('tbody tr').innerText()).toMatch(/Количество\s+1\s+3/)
    await button(page, 'Вернуть версию № 1').click()
    await page.getByText('Версия № 1 взята в черновик').waitFor()
    await expect.poll(() => label(page, 'Количество').inputValue()).toBe('1')
    expect((await ruleOf(bank, second.id)).draft?.content).toMatchObject({ quantity: 1 })
    await button(page, 'Ещё').click()
    await button(page, 'Схема процесса').click()
    const process = page.getByRole('dialog', { name: 'Процесс версии № 3' })
    await process.getByRole('button', { name: /^Черновик.*сейчас здесь/ }).waitFor()
    await page.keyboard.press('Escape')
    await process.waitFor({ state: 'detached' })
    await button(page, 'Ещё').click()
    await button(page, 'Отказаться от черновика').click()
    await inDialog(page, 'Отказаться')
    await expect.poll(() => label(page, 'Количество').inputValue()).toBe('3')
    await deleteRule(bank, second)
  })

  test('a late save opens the comparison and overwrites nothing silently', async ({ office, bank }) => {
    const rule = await newRule(bank, { name: unique('Две вкладки') })
    const page = await office.openAs('admin', cardPath(rule))
    const other = await office.tab(page, cardPath(rule))
    office.faults.allow(/409/)
    await label(page, 'Приоритет').fill('150')
    await label(page, 'Основание').fill('Моё основание')
    await label(other, 'Основание').fill('Чужое основание')
    await button(other, 'Сохранить черновик').click()
    await other.getByText('Черновик сохранён').waitFor()
    await button(page, 'Сохранить черновик').click()
    const dialog = page.getByRole('dialog', { name: 'Запись изменена' })
    await dialog.getByText('Чужое основание').waitFor()
    await dialog.getByRole('radio', { name: /^Основание, на сервере/ }).check()
    await dialog.getByRole('radio', { name: /^Приоритет, ваше/ }).check()
    await dialog.getByRole('button', { name: 'Применить и сохранить' }).click()
    await page.getByText('Черновик сохранён').waitFor()
    const saved = await ruleOf(bank, rule.id)
    expect(saved.draft?.content).toMatchObject({ basis: 'Чужое основание', priority: 150 })
  })

  test('a rule is copied, marked as deleted and restored', async ({ office, bank }) => {
    const rule = await newRule(bank, { name: unique('Копируемое') })
    const page = await office.openAs('admin', cardPath(rule))
    await button(page, 'Ещё').click()
    await button(page, 'Копировать').click()
    await page.waitForURL((url) => !url.pathname.includes(`/${rule.id}/`))
    await office.go(page, cardPath(rule))
    await button(page, 'Ещё').click()
    await button(page, 'Удалить').click()
    await inDialog(page, 'Удалить')
    await page
      .getByRole('note')
      .getByText(/помечено на удаление/)
      .waitFor()
    expect((await ruleOf(bank, rule.id)).state).toBe('DELETED')
    await button(page, 'Восстановить').click()
    await page.getByText('Правило восстановлено').waitFor()
    expect((await ruleOf(bank, rule.id)).deletedAt).toBeNull()
  })
})

describe('the list and the findings', () => {
  test('a conflict is flagged in the list and leads to both rules', async ({ office, bank }) => {
    const stamp = Date.now()
    const same = { documents: ['PARTNER_ACT'], priority: 500 }
    const yes = await publishRule(bank, await newRule(bank, { ...same, name: `Нужен ${stamp}` }))
    const no = await publishRule(
      bank,
      await newRule(bank, { ...same, name: `Не нужен ${stamp}`, effect: 'NOT_REQUIRED' }),
    )
    const page = await office.openAs('admin', `${list}?text=${stamp}`)
    await expect.poll(() => page.locator('tbody tr').count()).toBe(2)
    const row = page
      .locator('tbody tr')
      .filter({ hasText: `Нужен ${stamp}` })
      .first()
    await row.getByText('Конфликт').waitFor()
    await page.getByRole('tab', { name: /^Конфликты/ }).click()
    await page.getByRole('searchbox', { name: 'Правило или документ' }).fill(String(stamp))
    const both = new RegExp(`^Возможен конфликт\\s*Нужен ${stamp}, Не нужен ${stamp}`)
    const finding = page.getByRole('article').filter({ hasText: both })
    await finding.getByRole('link', { name: `Нужен ${stamp}`, exact: true }).waitFor()
    await finding.getByRole('link', { name: `Не нужен ${stamp}` }).click()
    await page.waitForURL(new RegExp(`document-edit/${no.id}/`))
    await side(page).getByText('Возможен конфликт', { exact: true }).first().waitFor()
    await deleteRule(bank, yes)
    await deleteRule(bank, no)
  })

  test('filters are in the address, and an empty list offers to drop them', async ({ office, bank }) => {
    const rule = await newRule(bank, { name: unique('Отбор'), stage: 'ISSUE' })
    const page = await office.openAs('admin', `${list}?text=Отбор`)
    await chooseInFilter(page, 'Этап', 'Выдача кредита')
    await page.waitForURL(/stages=ISSUE/)
    await chooseInFilter(page, 'Состояние', 'Черновик')
    await page.waitForURL(/states=DRAFT/)
    await page.getByRole('link', { name: rule.draft?.content.name ?? '' }).waitFor()
    const other = await office.tab(page, `${list}?text=нетакогоправила`)
    await other.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await other.locator('tbody tr').first().waitFor()
  })

  test('the matrix is gone through by arrows and keeps its filters in the address', async ({ office }) => {
    const page = await office.openAs('admin', `${list}?mode=coverage`)
    const cells = page.getByRole('region', { name: 'Матрица покрытия' }).locator('td button')
    await cells.first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => cells.nth(1).evaluate((cell) => cell === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').getByText('Правила, которые решают').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'С черновиками' }).click()
    await page.waitForURL(/drafts=1/)
  })
})

describe('who may', () => {
  test('an auditor reads everything and changes nothing', async ({ office, bank }) => {
    const rule = await newRule(bank, { name: unique('Для аудитора') })
    const page = await office.openAs('viewer', `${list}?text=Для аудитора`)
    expect(await button(page, 'Новое правило').getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('link', { name: rule.draft?.content.name ?? '' }).click()
    await page.getByText('Только просмотр.').waitFor()
    expect(await label(page, 'Название').isDisabled()).toBe(true)
    expect(await button(page, 'Сохранить черновик').getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('button', { name: /^Переместить/ }).count()).toBe(0)
  })

  test('an agent has no entry in the menu and is refused at the address', async ({ office, bank }) => {
    const rule = await newRule(bank)
    const page = await office.openAs('agent', list)
    await page.getByText('Нет прав на совершение операции').waitFor()
    expect(await page.locator('a[href="/documentAdmin"]').count()).toBe(0)
    await office.go(page, cardPath(rule))
    await page.getByText('Нет прав на совершение операции').waitFor()
    office.faults.allow(/403/)
    await expect(bank.call('GET', `/document-rules/${rule.id}`, undefined, 'agent')).rejects.toThrow(/403/)
  })

  test('an address of another type or of nothing is not found', async ({ office, bank }) => {
    const rule = await newRule(bank)
    office.faults.allow(/404/)
    const page = await office.openAs('admin', `/document-edit/${rule.id}/VALIDITY`)
    await page.getByText('Страница не найдена').waitFor()
    await office.go(page, '/document-edit/1/NOTHING')
    await page.getByText('Страница не найдена').waitFor()
  })
})
