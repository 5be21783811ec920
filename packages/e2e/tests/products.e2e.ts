import { readFileSync } from 'node:fs'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { choose } from '#approver.ts'
import { bankDay } from '#bank-days.ts'
import { expect, test } from '#fixtures.ts'
import { freeCode, moveOwn, ownDraft, promotionTerms, terms } from '#journeys/own-product.ts'

const tomorrow = () => bankDay(1)
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const cell = (page: Page, at: number) => page.getByRole('gridcell').nth(at)

/** Puts a block of a spreadsheet into the sheet, as Ctrl V does. */
const paste = (page: Page, text: string) =>
  page.getByRole('grid').evaluate((grid, data) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', data)
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

/** Leads the version shown on by its chief button. */
async function lead(page: Page, action: string): Promise<void> {
  await button(page, action).click()
  await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click()
  await page.getByText(`${action}: готово`).waitFor()
}

describe('products', () => {
  test('a draft is made, its rates are pasted, and others approve and release it', async ({
    office,
    bank,
  }) => {
    const page = await office.openAs('product', '/products')
    const name = `Новостройка ${freeCode()}`
    await button(page, 'Новый продукт').first().click()
    await page.getByLabel('Название для сотрудников', { exact: true }).fill(name)
    await choose(page, 'Тип', 'Приобретение строящегося жилья')
    await page.getByLabel('Код в каталоге', { exact: true }).fill(freeCode().toLowerCase())
    await button(page, 'Создать черновик').click()
    await page.waitForURL(/\/product\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    // The rest of the terms is filled in beforehand: this journey is about the rates.
    const { shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
    const content = terms(name, [null, null, null, null])
    const body = { content, validFrom: tomorrow(), validTo: null, version: shown.version }
    await bank.call('PUT', `/product/${id}/versions/${shown.number}`, body, 'product')
    await office.go(page, `/product/${id}?tab=rates`)

    await page.getByText('Пропусков: 4').waitFor()
    await cell(page, 0).click()
    await paste(page, '21,400\t21,900 %\n20,9\t21.4')
    await expect
      .poll(() => page.getByRole('gridcell').allInnerTexts())
      .toEqual(['21,4', '21,9', '20,9', '21,4'])
    await page.keyboard.press('Control+z')
    await expect.poll(() => cell(page, 0).innerText()).toBe('нет')
    await page.keyboard.press('Control+y')
    await button(page, 'Увеличить выбранное на шаг').click()
    await expect.poll(() => cell(page, 3).innerText()).toBe('21,5')
    await button(page, 'Сохранить черновик').click()
    await page.getByText('Черновик сохранён').waitFor()
    await lead(page, 'На согласование')
    await expect.poll(() => button(page, 'Сохранить черновик').count()).toBe(0)

    const head = await office.openAs('product-head', `/product/${id}?tab=rates`)
    await lead(head, 'Согласовать')
    await lead(head, 'Выпустить')
    await head.getByText('Выпущен', { exact: true }).first().waitFor()
    const released = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
    expect(released.shown).toMatchObject({
      state: 'RELEASED',
      content: { rate: { matrix: { cells: ['21.5', '22', '21', '21.5'] } } },
    })
  })

  test('the sheet is walked by keys, filled and refused in words', async ({ office, bank }) => {
    const { id } = await ownDraft(bank, terms('Клавиши', ['21.4', '21.9', '20.9', '21.4']), tomorrow())
    const page = await office.openAs('product', `/product/${id}?tab=rates`)
    await cell(page, 0).click()
    await page.keyboard.type('19,5')
    await page.keyboard.press('Enter')
    await page.keyboard.type('18')
    await page.keyboard.press('Tab')
    await expect
      .poll(() => page.getByRole('gridcell').allInnerTexts())
      .toEqual(['19,5', '21,9', '18', '21,4'])
    await cell(page, 0).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+d')
    await expect.poll(() => cell(page, 2).innerText()).toBe('19,5')
    await cell(page, 0).click()
    await paste(page, 'двадцать')
    await page.getByText(/«двадцать» — не ставка/).waitFor()
    await page.keyboard.press('Delete')
    await page.getByText('Пропусков: 1').waitFor()
    await button(page, 'Добавить границу').or(button(page, 'Граница')).first().click()
    await page.getByText('Пропусков: 3').waitFor()
  })

  test('rates go out as a file, come back edited and are looked at first', async ({ office, bank }) => {
    const { id } = await ownDraft(bank, terms('Файл ставок'), bankDay(1))
    const page = await office.openAs('product', `/product/${id}?tab=rates`)
    const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Выгрузить CSV').click()])
    const text = readFileSync(await file.path(), 'utf8')
    const take = async (name: string, content: string) => {
      await page
        .locator('input[type="file"]')
        .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
    }
    await button(page, 'Загрузить из файла').click()
    await take('same.csv', text)
    await page.getByText('Прежняя').waitFor()
    await take('rates.csv', text.replace('20,9', '20,1').replace('20.9', '20.1'))
    const cells = page.getByRole('table', { name: 'Ячейки, которые изменятся' })
    await cells.getByText('20,1', { exact: false }).first().waitFor()
    await button(page, 'Загрузить в черновик').click()
    await page.getByText('Ставки загружены в черновик').waitFor()
    await expect.poll(() => cell(page, 2).innerText()).toBe('20,1')
  })

  test('nobody approves their own work, and the page says why', async ({ office, bank }) => {
    const draft = await ownDraft(bank, terms('Своё'), tomorrow())
    await moveOwn(bank, draft, 'submit')
    const page = await office.openAs('product', `/product/${draft.id}`)
    await page.getByText('На согласовании', { exact: true }).first().waitFor()
    await expect.poll(() => button(page, 'Сохранить черновик').count()).toBe(0)
    await page.getByText(/^Только просмотр/).waitFor()
  })

  test('a requirement is added in a draft, reads as applications will, and is released by another', async ({
    office,
    bank,
  }) => {
    const draft = await ownDraft(bank, terms('Требования'), tomorrow())
    const page = await office.openAs('product', `/product/${draft.id}?tab=conditions`)
    await page.getByText('Требований нет: заявку держат только пределы.').waitFor()
    await choose(page, 'Добавить требование', 'Возраст заёмщика сейчас')
    const added = page.getByRole('group', { name: 'Возраст заёмщика сейчас' })
    await added.getByText('заполните значения').waitFor()
    await added.getByLabel('Не больше, лет').fill('40')
    await added.getByText('Заёмщику не больше 40').waitFor()
    await button(page, 'Сохранить черновик').click()
    await page.getByText('Черновик сохранён').waitFor()
    for (const action of ['submit', 'approve', 'release'] as const) await moveOwn(bank, draft, action)
    const released = await bank.call<Product>('GET', `/product/${draft.id}`, undefined, 'product')
    expect(released.shown).toMatchObject({
      state: 'RELEASED',
      content: { eligibility: [{ asker: 'maxAgeNow', values: { years: '40' } }] },
    })
  })

  test('two versions are compared value by value', async ({ office, bank }) => {
    const draft = await ownDraft(bank, terms('Сравнение'), tomorrow())
    for (const action of ['submit', 'approve', 'release'] as const) await moveOwn(bank, draft, action)
    const page = await office.openAs('product', `/product/${draft.id}`)
    await button(page, 'Действия с продуктом').click()
    await button(page, 'Новый выпуск').click()
    await page.getByText('Черновик нового выпуска создан').waitFor()
    const next = await bank.call<Product>('GET', `/product/${draft.id}`, undefined, 'product')
    expect(next.shown.number).toBe(2)
    const body = {
      content: terms('Сравнение', ['21.4', '21.9', '20.9', '20.1']),
      validFrom: bankDay(30),
      validTo: null,
      version: next.shown.version,
    }
    await bank.call('PUT', `/product/${draft.id}/versions/2`, body, 'product')
    await office.go(page, `/product/${draft.id}?tab=releases`)
    const table = page.getByRole('table', { name: 'Сравнение выпусков' })
    await table
      .getByRole('row', { name: /Ставка: .*от 30.*свыше 10/ })
      .getByText('20,1')
      .waitFor()
  })

  test('several are sent at once with an answer for each', async ({ office, bank }) => {
    const mark = freeCode()
    const whole = await ownDraft(bank, terms(`${mark} целый`), tomorrow())
    await ownDraft(bank, terms(`${mark} с пропуском`, ['21.4', null, '20.9', '21.4']), tomorrow())
    const page = await office.openAs('product', `/products?text=${mark}`)
    await page.getByRole('row', { name: new RegExp(`${mark} целый`) }).waitFor()
    await page.getByRole('checkbox', { name: /все/i }).first().check()
    await button(page, 'На согласование').click()
    await page.getByRole('dialog').getByRole('button', { name: 'На согласование', exact: true }).click()
    await page.getByText('Изменено: 1, отклонено: 1.').waitFor()
    const sent = await bank.call<Product>('GET', `/product/${whole.id}`, undefined, 'product')
    expect(sent.shown.state).toBe('ON_APPROVAL')
  })

  test('every part of the card is accessible', { timeout: 120_000 }, async ({ office, bank }) => {
    const { id } = await ownDraft(bank, terms('Доступность', ['21.4', null, '18', '21.4']), bankDay(1))
    const promotion = await ownDraft(bank, promotionTerms('Доступность'), bankDay(1))
    const page = await office.openAs('product', `/product/${id}`)
    const parts = [
      'limits',
      'rates',
      'changes',
      'conditions',
      'documents',
      'insurance',
      'releases',
      'comments',
    ]
    const paths = [
      `/product/${id}`,
      ...parts.map((part) => `/product/${id}?tab=${part}`),
      `/product-refactoring/${id}`,
      `/promotion/${promotion.id}?tab=effect`,
      `/promotion/${promotion.id}?tab=use`,
    ]
    for (const path of paths) {
      await office.go(page, path)
      await office.settled(page)
      await office.expectAccessible(page)
    }
  })

  test('a draft on one page says which sections are complete', async ({ office, bank }) => {
    const { id } = await ownDraft(bank, terms('Одна страница', ['21.4', null, '20.9', '21.4']), tomorrow())
    const page = await office.openAs('product', `/product-refactoring/${id}`)
    const marks = page.getByRole('navigation', { name: 'Разделы выпуска' })
    await marks.getByRole('link', { name: /^Ставки\s?: исправить 1$/ }).waitFor()
    await marks.getByRole('link', { name: /^Параметры\s?: готово$/ }).waitFor()
  })
})

describe('promotions', () => {
  test('the page tells the cap: used, reserved and left', async ({ office, bank }) => {
    const draft = await ownDraft(bank, promotionTerms(`Осень ${freeCode()}`), bankDay())
    const page = await office.openAs('product', `/promotion/${draft.id}?tab=use`)
    await page.getByRole('button', { name: /^Использовано/ }).waitFor()
    await page.getByText('Осталось').waitFor()
    await page.getByRole('button', { name: /^Занято заявками/ }).click()
    await page.getByText('Таких заявок нет').waitFor()
  })
})
