import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { choose, tick } from '#approver.ts'
import { bankDay } from '#bank-days.ts'
import { expect, test } from '#fixtures.ts'
import { freeCode, moveOwn, ownDraft, terms } from '#journeys/own-product.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('ways of products', () => {
  test('a product is copied as one of another type, and asks for a field that it names', async ({
    office,
    bank,
  }) => {
    const name = `Образец ${freeCode()}`
    const draft = await ownDraft(bank, terms(name), bankDay(1))
    const page = await office.openAs('product', `/product/${draft.id}`)
    await button(page, 'Действия с продуктом').click()
    await button(page, 'Копировать').click()
    await choose(page, 'Тип копии', 'Приобретение готового жилья')
    await button(page, 'Скопировать').click()
    // The copy opens at once, and the words stay over it.
    await page.getByText('Копия создана: это черновик').waitFor()
    await page.waitForURL(
      (url) => /\/product\/\d+/.test(url.pathname) && !url.pathname.endsWith(`/${draft.id}`),
    )
    const id = Number(new URL(page.url()).pathname.split('/').at(-1))
    await office.go(page, `/product/${id}?tab=conditions`)
    await tick(page, 'Дополнительные поля анкеты', 'Площадь жилья')
    await button(page, 'Сохранить черновик').click()
    await page.getByText('Черновик сохранён').waitFor()
    const { type, shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
    expect([type.code, shown.state, shown.content]).toEqual([
      '2',
      'DRAFT',
      expect.objectContaining({ fields: ['CREDIT.propertyArea'] }),
    ])
    // The original has stayed as it was.
    const before = await bank.call<Product>('GET', `/product/${draft.id}`, undefined, 'product')
    expect(before.shown.content).toMatchObject({ fields: [] })
  })

  test('a loan product is made, held to its clients by a requirement, and released by another', async ({
    office,
    bank,
  }) => {
    const page = await office.openAs('product', '/loan-products')
    const name = `Пенсионный ${freeCode()}`
    await button(page, 'Новый продукт').first().click()
    await page.getByLabel('Название для сотрудников', { exact: true }).fill(name)
    await choose(page, 'Тип', 'пенсионный')
    await page.getByLabel('Код в каталоге', { exact: true }).fill(freeCode().toLowerCase())
    await button(page, 'Создать черновик').click()
    await page.waitForURL(/\/loan-products\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    const { shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
    const whole = terms(name)
    const content = {
      ...whole,
      limits: whole.limits.map((one) => ({ ...one, minAmount: '50000', maxAmount: '900000', minMonths: 12 })),
      rate: { type: 'FIXED', matrix: { axes: [], cells: ['21.4'] }, floor: '19.9' },
      changes: [],
    }
    const body = { content, validFrom: bankDay(1), validTo: null, version: shown.version }
    await bank.call('PUT', `/product/${id}/versions/${shown.number}`, body, 'product')
    await office.go(page, `/loan-products/${id}?tab=conditions`)
    await choose(page, 'Добавить требование', 'Тип занятости')
    const added = page.getByRole('group', { name: 'Тип занятости' })
    // The list is that of consumer loans.
    await tick(page, 'Типы занятости', 'Работающий пенсионер')
    await added.getByLabel('Как сказать').fill('Заёмщик — пенсионер')
    await button(page, 'Сохранить черновик').click()
    await page.getByText('Черновик сохранён').waitFor()
    for (const action of ['submit', 'approve', 'release'] as const) await moveOwn(bank, { id }, action)
    const released = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
    expect(released.shown).toMatchObject({
      state: 'RELEASED',
      content: { eligibility: [{ asker: 'employmentOnly', values: { types: ['PENSIONER_WORKING'] } }] },
    })
  })
})
