import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { describe } from 'vitest'
import { bankDay } from '#bank-days.ts'
import { expect, test } from '#fixtures.ts'
import { freeCode, moveOwn, ownDraft, terms } from '#journeys/own-product.ts'
import { pricedCase } from '#journeys/priced-case.ts'

describe('«Что изменится»', () => {
  test('clients and open cases are counted by a draft, and each figure opens its cases', async ({
    office,
    bank,
  }) => {
    const name = `Что изменится ${freeCode()}`
    const product = await ownDraft(bank, terms(name), bankDay())
    for (const action of ['submit', 'approve', 'release'] as const) await moveOwn(bank, product, action)
    const lastName = 'Изменчивая'
    await pricedCase(bank, lastName, product.id)
    await bank.call('POST', `/product/${product.id}/versions`, { from: null }, 'product')
    const draft = await bank.call<Product>('GET', `/product/${product.id}`, undefined, 'product')
    const { number, version } = draft.shown
    const content = terms(name, ['21.9', '22.4', '21.4', '21.9'])
    const body = { content, validFrom: bankDay(1), validTo: null, version }
    await bank.call('PUT', `/product/${product.id}/versions/${number}`, body, 'product')

    const page = await office.openAs('product', `/product/${product.id}?tab=rates`)
    const clients = page.getByRole('table', { name: 'Эталонные клиенты' })
    await clients.getByText('+0,5 п.').first().waitFor()
    expect(await clients.getByRole('row').count()).toBe(11)
    await page.getByRole('button', { name: 'Посчитать по заявкам' }).click()
    // The answer comes by itself.
    await page.getByText(/^Посчитано: 1 заявка/).waitFor()
    await page.getByRole('button', { name: /^Дороже/ }).click()
    const cases = page.getByRole('table', { name: 'Заявки: дороже' })
    await cases.getByText('+0,5 п.').waitFor()
    // Who writes products reads no applications: the number alone.
    expect(await cases.getByText(new RegExp(lastName)).count()).toBe(0)
    await page.waitForURL(/impact=DEARER/)
    await office.settled(page)
    await office.expectAccessible(page)
    // Whoever reads both sees the client, on the tab of versions too.
    const head = await office.openAs('admin', `/product/${product.id}?tab=releases&impact=DEARER`)
    await head.getByText(/^Посчитано: 1 заявка/).waitFor()
    await head.getByRole('table', { name: 'Заявки: дороже' }).getByText(new RegExp(lastName)).waitFor()
  })
})
