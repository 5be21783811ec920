import type { CasePrice } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import type { Offers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { filledApplication } from '#journeys/own-application.ts'

const wish =
  '/findInProductCatalog?amount=6000000&propertyPrice=9000000&termMonths=240&region=77&goal=SECONDARY_MARKET&objectType=FLAT&lifeInsurance=true&electronicRegistration=false&clientCategory=SALARY'

describe('«Подобрать ставку»', () => {
  test('an agent finds an offer, sees what its rate is made of, compares, and begins an application with it', async ({
    office,
  }) => {
    const page = await office.openAs('agent', wish)
    const found = page.getByRole('region', { name: 'Предложения' })
    const first = found.getByRole('article').first()
    await first.waitFor()
    const name = (await first.getAttribute('aria-label')) ?? ''
    await first.getByRole('button', { name: 'Почему такая ставка' }).click()
    await first.getByRole('table', { name: `Из чего складывается ставка: ${name}` }).waitFor()
    // An option is tried and taken away again, whatever it leaves.
    await first.getByRole('list', { name: 'Опции' }).getByRole('button').first().click()
    const chosen = found.getByRole('list', { name: 'Выбранные опции' })
    await chosen.getByRole('button', { name: /^Убрать опцию/ }).click()
    await chosen.waitFor({ state: 'detached' })
    await found.getByRole('button', { name: 'Почему не подошло' }).click()
    await first.getByRole('button', { name: 'Сравнить' }).click()
    await found.getByRole('article').nth(1).getByRole('button', { name: 'Сравнить' }).click()
    await page.getByRole('table', { name: 'Сравнение предложений' }).waitFor()
    // What is looked for stands in the address: a colleague opens the same.
    await page.reload()
    await page.getByRole('table', { name: 'Сравнение предложений' }).waitFor()
    await page.getByLabel('Порядок').click()
    await page.getByRole('option', { name: 'По переплате' }).click()
    await page.waitForURL(/order=overpayment/)
    await page.getByRole('table', { name: 'Сравнение предложений' }).waitFor()
    const sum = page.getByLabel('Сумма кредита, ₽')
    await sum.fill('5000000')
    await page.waitForURL(/amount=%225000000%22|amount=5000000/)
    await first.getByRole('button', { name: 'Создать заявку' }).click()
    await page.waitForURL('**/full-app-edit/new?**')
    await page.getByRole('heading', { name: 'Новая полная заявка' }).waitFor()
    expect(await page.getByLabel('Сумма кредита').inputValue()).toMatch(/^5.000.000/)
  })

  test('a consumer loan is begun with its offer too: the dialog knows what was looked for', async ({
    office,
  }) => {
    const page = await office.openAs(
      'agent',
      '/findInProductCatalog?lending=CASH_LOAN&amount=700000&termMonths=48&region=77',
    )
    const offer = page.getByRole('region', { name: 'Предложения' }).getByRole('article').first()
    await offer.getByRole('button', { name: 'Создать заявку' }).click()
    const dialog = page.getByRole('dialog', { name: 'Новая заявка на потребительский кредит' })
    await dialog.waitFor()
    expect(await dialog.getByLabel('Сумма, ₽').inputValue()).toMatch(/^700.000/)
    expect(await dialog.getByLabel('Срок, мес.').inputValue()).toBe('48')
    expect(await dialog.getByLabel('Тип продукта').inputValue()).not.toBe('')
    await dialog.getByLabel('Фамилия').fill('Предложенская')
    await dialog.getByLabel('Имя').fill('Инна')
    await dialog.getByLabel('Цель кредита').click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Создать' }).click()
    await page.waitForURL(/\/loan-app-edit\/\d+/)
  })

  test('what was found is taken as a PDF, and the help counts its example by the same rules', async ({
    office,
  }) => {
    const page = await office.openAs('agent', wish)
    await page.getByRole('region', { name: 'Предложения' }).getByRole('article').first().waitFor()
    const waiting = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Скачать PDF' }).click()
    expect((await waiting).suggestedFilename()).toMatch(/^Предложения \d{4}-\d\d-\d\d\.pdf$/)
    await page.getByRole('button', { name: 'Как считается ставка' }).click()
    const help = page.getByRole('dialog', { name: 'Как считается ставка' })
    await help.getByRole('table').waitFor()
    const text = await help.innerText()
    for (const words of ['21,4', '21,6', '20,6', '19,9', 'ПСК', 'не суммируется с «Осень»'])
      expect(text).toContain(words)
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
  })

  test('an application takes an offer, and its questionnaire has the rate', async ({ office, bank }) => {
    const { id } = await filledApplication(bank, 'Ставкина')
    const none = { optionIds: [], choices: {} }
    const offers = await bank.call<Offers>('POST', `/case/${id}/offers`, none, 'agent')
    const ready = offers.offers.find(({ missing }) => missing.length === 0)
    expect(ready?.product.name, JSON.stringify(offers.offers.map(({ missing }) => missing))).toBeDefined()
    const page = await office.openAs('agent', `/full-app-edit/${id}?section=CREDIT`)
    await page.getByRole('button', { name: 'Подобрать ставку' }).click()
    const dialog = page.getByRole('dialog', { name: 'Подобрать ставку' })
    await dialog.getByRole('article').first().waitFor()
    expect(await dialog.getByRole('article').count()).toBe(offers.offers.length)
    // One that asks for what the questionnaire does not say yet cannot be taken.
    await dialog
      .locator('button:not([aria-disabled="true"])', { hasText: /^Взять / })
      .first()
      .click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Почему такая ставка' }).waitFor()
    const price = await bank.call<CasePrice>('GET', `/case/${id}/price`, undefined, 'agent')
    const rate = Number(price.present?.offer.highest.rate)
    const typed = page.getByRole('textbox', { name: /^Ставка/ }).first()
    const shown = async () => Number((await typed.inputValue()).replace(',', '.'))
    await expect.poll(shown).toBe(rate)
    // Nobody types another one: the bank agrees to it, two people of it.
    await expect.poll(() => typed.isDisabled()).toBe(true)
    const asker = await office.openAs('uw-head', `/full-app-edit/${id}?section=CREDIT`)
    await asker.getByRole('button', { name: 'Индивидуальная ставка' }).click()
    const ask = asker.getByRole('dialog', { name: 'Индивидуальная ставка' })
    await ask.getByLabel('Ставка, % годовых').fill(String(rate - 0.5).replace('.', ','))
    await ask.getByLabel('Почему ставка другая').fill('Постоянный клиент банка')
    await ask.getByRole('button', { name: 'Отправить на подтверждение' }).click()
    await ask.waitFor({ state: 'detached' })
    // Those who decide find what waits on one page, by state and by kind of lending.
    const { number } = await bank.call<{ number: string }>('GET', `/case/${id}`, undefined, 'agent')
    const list = await office.openAs('product-head', '/products')
    await list.getByRole('link', { name: 'Индивидуальные ставки' }).click()
    await list.getByRole('heading', { name: 'Индивидуальные ставки' }).waitFor()
    const requested = list.getByText(`Индивидуальная ставка по заявке ${number}`)
    await requested.waitFor()
    await list.getByRole('group', { name: 'Состояние заявок' }).getByText('Подтверждено').click()
    await requested.waitFor({ state: 'detached' })
    await list.getByRole('tab', { name: 'Потребительские кредиты' }).click()
    await list.getByText('Таких заявок нет').waitFor()
    const decider = await office.openAs('product-head', `/full-app-edit/${id}?section=CREDIT`)
    await decider.getByRole('button', { name: 'Индивидуальная ставка ждёт решения' }).click()
    const waiting = decider.getByRole('dialog', { name: 'Индивидуальная ставка' })
    await waiting.getByRole('button', { name: 'Подтвердить' }).waitFor()
    await waiting.getByRole('button', { name: 'Подтвердить' }).click()
    await decider
      .getByRole('dialog', { name: 'Подтвердить изменение' })
      .getByRole('button', { name: 'Подтвердить' })
      .click()
    await waiting.waitFor({ state: 'detached' })
    // The agent's page shows it without being read again by hand.
    await expect.poll(shown).toBeCloseTo(rate - 0.5, 3)
  })
})
