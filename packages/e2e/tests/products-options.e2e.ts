import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { choose, tick } from '#approver.ts'
import { bankDay } from '#bank-days.ts'
import { expect, test } from '#fixtures.ts'
import { filledApplication } from '#journeys/own-application.ts'
import { freeCode, moveOwn, ownDraft, terms } from '#journeys/own-product.ts'
import { chooseInFilter, rowCount, totalShown } from '#list.ts'
import { newRole, people, setRole } from '#role.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const steps = ['submit', 'approve', 'release'] as const
const flat = (name: string) => ({ ...terms(name, ['21.9', '21.9', '21.9', '21.9']), changes: [] })

describe('an option', () => {
  test('is made for one product, released by another person, and changes the rate of whoever takes it', async ({
    office,
    bank,
  }) => {
    const mark = freeCode()
    const product = await ownDraft(bank, flat(`Для опции ${mark}`), bankDay())
    for (const action of steps) await moveOwn(bank, product, action)
    const page = await office.openAs('product', '/products?tab=OPTION')
    await button(page, 'Новая опция').first().click()
    await page.getByLabel('Название для сотрудников', { exact: true }).fill(`Быстрая сделка ${mark}`)
    await choose(page, 'Тип', 'Приобретение строящегося жилья')
    await page.getByLabel('Код в каталоге', { exact: true }).fill(freeCode().toLowerCase())
    await button(page, 'Создать черновик').click()
    await page.waitForURL(/\/option\/\d+$/)
    const id = Number(page.url().split('/').at(-1))
    await page.getByRole('tab', { name: /^Действие/ }).click()
    await page.getByLabel(/^Изменение ставки/).fill('-0,4')
    await tick(page, 'С какими продуктами', `Для опции ${mark}`)
    await button(page, 'Сохранить черновик').click()
    await page.getByText('Черновик сохранён').waitFor()
    await office.expectAccessible(page)
    const { shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
    expect(shown.content).toMatchObject({ effect: { points: '-0.4' }, productIds: [product.id] })
    // It begins at once; the day is the writer’s, and nothing else of it is left.
    const body = { content: shown.content, validFrom: bankDay(), validTo: null, version: shown.version }
    await bank.call('PUT', `/product/${id}/versions/${shown.number}`, body, 'product')
    for (const action of steps) await moveOwn(bank, { id }, action)

    // More than a page of offers: other tests release products too.
    const wish = `amount=6000000&propertyPrice=9000000&termMonths=240&region=77&shown=96`
    const agent = await office.openAs('agent', `/findInProductCatalog?${wish}`)
    const offer = agent.getByRole('article', { name: `Для опции ${mark}` })
    await offer.getByText('21,9 %').first().waitFor()
    await offer
      .getByRole('list', { name: 'Опции' })
      .getByRole('button', { name: new RegExp(`Быстрая сделка ${mark}`) })
      .click()
    await offer.getByText('21,5 %').first().waitFor()
    // With another product it is not had, and that is said.
    await agent.getByRole('button', { name: 'Почему не подошло' }).click()
    await agent
      .getByText(new RegExp(`Опция «.*${mark}» к этому продукту не подходит`))
      .first()
      .waitFor()
  })
})

describe('the list of products', () => {
  test('is filtered by its owner, and the number of applications opens those applications', async ({
    office,
    bank,
  }) => {
    const mark = freeCode()
    const product = await ownDraft(bank, flat(`С заявками ${mark}`), bankDay())
    for (const action of steps) await moveOwn(bank, product, action)
    const none = { optionIds: [], choices: {} }
    const numbers: string[] = []
    for (const lastName of ['Ольхова', 'Сосновская']) {
      const { id, number } = await filledApplication(bank, lastName)
      const choice = { ...none, productId: product.id, rate: '21.900' }
      await bank.call('POST', `/case/${id}/price`, choice, 'agent')
      numbers.push(number)
    }
    const page = await office.openAs('admin', `/products?text=${mark}`)
    const row = page.getByRole('row', { name: new RegExp(`С заявками ${mark}`) })
    await row.waitFor()
    await chooseInFilter(page, 'Ответственный', 'Нечаева Полина Сергеевна')
    await page.waitForURL(/owners=/)
    await row.waitFor()
    await row.getByRole('link', { name: '2', exact: true }).click()
    await page.waitForURL(/productIds=/)
    await expect.poll(() => rowCount(page)).toBe(2)
    for (const number of numbers) await page.getByText(number).first().waitFor()
    // Somebody else’s products are not among those of another owner.
    await office.go(page, '/products')
    const all = await totalShown(page)
    await chooseInFilter(page, 'Ответственный', 'Нечаева Полина Сергеевна')
    await expect.poll(() => totalShown(page)).toBeLessThanOrEqual(all)
  })

  test('opens the page that the toggle says: all parts at once, or by tabs', async ({ office, bank }) => {
    const mark = freeCode()
    const { id } = await ownDraft(bank, flat(`Переключатель ${mark}`), bankDay(1))
    const role = await newRole(bank, {
      operations: { CreditProduct: ['List', 'Read'] },
    })
    const toggleOf = async () => {
      const { content } = await bank.call<{ content: FeatureToggle[] }>(
        'GET',
        '/feature-toggles?search=products.onePage',
      )
      const found = content.find(({ key }) => key === 'products.onePage')
      if (found === undefined) throw new Error('no toggle products.onePage')
      return found
    }
    const setRules = async (rules: FeatureToggle['rules']) => {
      const { id: toggle, title, description, owner, enabled, expiresOn, version } = await toggleOf()
      const fields = { title, description, owner, enabled, expiresOn, version, rules }
      await bank.call('PUT', `/feature-toggles/${toggle}`, fields)
    }
    const { rules } = await toggleOf()
    await setRole(bank, people.viewer, role.id, true)
    try {
      const page = await office.openAs('viewer', `/products?text=${mark}`)
      const link = page.getByRole('link', { name: new RegExp(`Переключатель ${mark}`) })
      await expect.poll(() => link.getAttribute('href')).toBe(`/product/${id}`)
      await setRules([{ kind: 'role', value: role.code, enabled: true }, ...rules])
      await expect.poll(() => link.getAttribute('href')).toBe(`/product-refactoring/${id}`)
      await link.click()
      await page.getByRole('navigation', { name: 'Разделы выпуска' }).waitFor()
      // The other view is a press away, whichever opens first.
      await button(page, 'Действия с продуктом').click()
      await page.getByRole('button', { name: /вкладкам|По вкладкам/ }).click()
      await page.waitForURL(`**/product/${id}`)
    } finally {
      await setRules(rules)
      await setRole(bank, people.viewer, role.id, false)
    }
  })
})
