import type { CasePrice } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { bankDay } from '#bank-days.ts'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { filledApplication } from '#journeys/own-application.ts'
import { freeCode, moveOwn, ownDraft, promotionTerms, terms } from '#journeys/own-product.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const steps = ['submit', 'approve', 'release'] as const
/** One rate whatever the term and the down payment are. */
const flat = (name: string, rate: string) => ({ ...terms(name, [rate, rate, rate, rate]), changes: [] })

async function sell(bank: Bank, content: Parameters<typeof ownDraft>[1]): Promise<Product> {
  const draft = await ownDraft(bank, content, bankDay())
  for (const action of steps) await moveOwn(bank, draft, action)
  return draft
}

/** The offers of an application, with those of one product. */
async function openOffers(page: Page, name: string) {
  await button(page, 'Подобрать ставку').click()
  const dialog = page.getByRole('dialog', { name: 'Подобрать ставку' })
  const offer = dialog.getByRole('article', { name })
  await offer.waitFor()
  return { dialog, offer, take: (rate: string) => offer.getByRole('button', { name: `Взять ${rate} %` }) }
}
/** The rate of the questionnaire as a number: it may stand with all its decimals. */
const typedRate = async (page: Page) => {
  const field = page.getByRole('textbox', { name: /^Ставка/ }).first()
  return Number((await field.inputValue()).replace(',', '.'))
}

describe('what the bank has promised', () => {
  test('an application keeps the rate of its version when another is released, says both, and is priced anew', async ({
    office,
    bank,
  }) => {
    const name = `Прежняя ставка ${freeCode()}`
    const { id } = await sell(bank, flat(name, '21.9'))
    const application = await filledApplication(bank, 'Прежняя')
    const page = await office.openAs('agent', `/full-app-edit/${application.id}?section=CREDIT`)
    const first = await openOffers(page, name)
    await first.take('21,9').click()
    await first.dialog.waitFor({ state: 'detached' })
    await expect.poll(() => typedRate(page)).toBe(21.9)

    // The version is taken off sale, and the next one, drafted by one and released by another, is dearer.
    const head = await office.openAs('product-head', `/product/${id}`)
    await button(head, 'Действия с продуктом').click()
    await button(head, 'Снять с продажи').click()
    const words = head.getByRole('dialog')
    await words.getByRole('textbox').fill('Новый тариф')
    await words.getByRole('button', { name: 'Снять с продажи', exact: true }).click()
    await head.getByText('Снять с продажи: готово').waitFor()
    await bank.call('POST', `/product/${id}/versions`, { from: 1 }, 'product')
    const { shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
    const body = { content: flat(name, '22.9'), validFrom: bankDay(), validTo: null, version: shown.version }
    await bank.call('PUT', `/product/${id}/versions/2`, body, 'product')
    for (const action of steps) await moveOwn(bank, { id }, action)

    await page.reload()
    await page.getByText('По анкете теперь 22,900 %, заявке дана 21,900 %').waitFor()
    expect(await typedRate(page)).toBe(21.9)
    await button(page, 'Почему такая ставка').click()
    const why = page.getByRole('dialog', { name: 'Почему такая ставка' })
    await why.getByText(/выпуск 1/).waitFor()
    await why.getByRole('button', { name: 'Сверить расчёт' }).click()
    await why.getByText(/то же до копейки/).waitFor()
    await office.expectAccessible(page)
    await page.keyboard.press('Escape')
    await why.waitFor({ state: 'detached' })

    const second = await openOffers(page, name)
    await second.take('22,9').click()
    await second.dialog.waitFor({ state: 'detached' })
    await expect.poll(() => typedRate(page)).toBe(22.9)
    await page
      .getByRole('list', { name: 'Прежние ставки' })
      .getByText(/21,900 %/)
      .waitFor()
    expect(await page.getByText('По анкете теперь').count()).toBe(0)
    const price = await bank.call<CasePrice>('GET', `/case/${application.id}/price`, undefined, 'agent')
    expect([price.present?.offer.product.number, price.earlier.length]).toEqual([2, 1])
  })

  test('a promotion that runs out between two tabs is given to one of them; the other is told and takes the rate without it', async ({
    office,
    bank,
  }) => {
    office.faults.allow(/409/)
    const name = `Последнее место ${freeCode()}`
    const { id } = await sell(bank, flat(name, '21.9'))
    const promotion = await sell(bank, promotionTerms(`Акция ${name}`, [id], 1))
    const [one, other] = [await filledApplication(bank, 'Первая'), await filledApplication(bank, 'Вторая')]
    const tab = await office.openAs('agent', `/full-app-edit/${one.id}?section=CREDIT`)
    const twin = await office.tab(tab, `/full-app-edit/${other.id}?section=CREDIT`)
    const [mine, theirs] = [await openOffers(tab, name), await openOffers(twin, name)]
    await theirs.take('21,4').waitFor()
    await mine.take('21,4').click()
    await mine.dialog.waitFor({ state: 'detached' })
    await expect.poll(() => typedRate(tab)).toBe(21.4)
    await theirs.take('21,4').click()
    await twin
      .getByText(/Ставка теперь 21,9|Акция исчерпана/)
      .first()
      .waitFor()
    await theirs.take('21,9').click()
    await theirs.dialog.waitFor({ state: 'detached' })
    await expect.poll(() => typedRate(twin)).toBe(21.9)

    const page = await office.openAs('product', `/promotion/${promotion.id}?tab=use`)
    await page.getByRole('button', { name: /^Занято заявками/ }).click()
    const cases = page.getByRole('table', { name: 'Заявки по акции' })
    await cases.getByRole('link', { name: one.number }).waitFor()
    expect(await cases.getByRole('link').count()).toBe(1)
    await office.expectAccessible(page)
  })

  test('the limit of the quarter refuses a version above it with the figures, until its rate is lower', async ({
    office,
    bank,
  }) => {
    office.faults.allow(/409/)
    const code = freeCode()
    const start = {
      ...{
        kind: 'PRODUCT',
        lending: 'CASH_LOAN',
        typeCode: 'CASH_BASE',
        code,
        department: 'OIC',
        name: code,
      },
    }
    const { id } = await bank.call<Product>('POST', '/product', start, 'product')
    const content = (rate: string) => ({
      ...flat(`Дорогой ${code}`, rate),
      limits: terms('').limits.map((one) => ({
        ...one,
        ...{ minAmount: '400000', maxAmount: '900000', minMonths: 24, maxMonths: 60 },
      })),
      rate: { type: 'FIXED', matrix: { axes: [], cells: [rate] }, floor: '1' },
    })
    const put = async (rate: string) => {
      const { shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product')
      const body = { content: content(rate), validFrom: bankDay(1), validTo: null, version: shown.version }
      await bank.call('PUT', `/product/${id}/versions/${shown.number}`, body, 'product')
    }
    await put('45')
    await moveOwn(bank, { id }, 'submit')
    await moveOwn(bank, { id }, 'approve')
    const page = await office.openAs('product-head', `/loan-products/${id}`)
    const release = button(page, 'Выпустить')
    await expect.poll(() => release.getAttribute('aria-disabled')).toBe('true')
    await release.hover()
    await page
      .getByText(/ПСК 4\d,\d{3}\s% выше предельной 28,329\s%/)
      .filter({ visible: true })
      .first()
      .waitFor()
    const { shown } = await bank.call<Product>('GET', `/product/${id}`, undefined, 'product-head')
    const back = { number: shown.number, version: shown.version, comment: 'Выше предела квартала' }
    await bank.call('POST', `/product/${id}/correction`, back, 'product-head')
    await put('26')
    await moveOwn(bank, { id }, 'submit')
    await moveOwn(bank, { id }, 'approve')
    await page.reload()
    await expect.poll(() => release.getAttribute('aria-disabled')).not.toBe('true')
    await release.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Выпустить', exact: true }).click()
    await page.getByText('Выпустить: готово').waitFor()
  })
})
