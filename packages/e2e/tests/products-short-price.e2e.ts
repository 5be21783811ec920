import type { Offers } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type { ShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('the rate of a short application', () => {
  test('is found by what is typed, stands in the form, and is typed by nobody any more', async ({
    office,
    bank,
  }) => {
    const body = {
      ...{
        lastName: 'Предложенина',
        firstName: 'Анна',
        birthDate: null,
        phone: `+7900${Date.now() % 10_000_000}`.padEnd(12, '0'),
      },
      ...{ programmeCode: '2', goalCode: 'SECONDARY_MARKET', regionCode: '77', objectTypeCode: 'FLAT' },
      ...{ objectPrice: '9000000', downPayment: '3000000', amount: '6000000', months: 240 },
      ...{ income: '300000', incomeVerification: 'NDFL2', salaryClient: true },
    }
    const { id } = await bank.call<ShortApplication>('POST', '/shortApp', body, 'agent')
    const page = await office.openAs('agent', `/short-app-edit/${id}`)
    const panel = page.getByRole('region', { name: 'Ставка по продукту' })
    await panel.getByText('Предложение ещё не выбрано').waitFor()
    // What is typed is saved first: offers are looked for by it.
    for (const question of ['Личное страхование', 'Электронная регистрация'])
      await page.getByRole('radiogroup', { name: question }).getByText('Да', { exact: true }).click()
    await panel.getByRole('button', { name: 'Подобрать ставку' }).click()
    const dialog = page.getByRole('dialog', { name: 'Подобрать ставку' })
    const take = dialog.getByRole('button', { name: /^Взять / }).first()
    await take.waitFor()
    const { offers } = await bank.call<Offers>(
      'POST',
      `/case/${id}/offers`,
      { optionIds: [], choices: {} },
      'agent',
    )
    expect(offers[0]?.missing.map(({ fact }) => fact)).not.toContain('lifeInsurance')
    for (const choice of await dialog.getByRole('button', { name: /: нет$/ }).all()) await choice.click()
    await take.click()
    await dialog.waitFor({ state: 'detached' })
    await panel.getByRole('button', { name: 'Почему такая ставка' }).waitFor()
    const rate = page.getByLabel('Ставка, %', { exact: true })
    await expect.poll(() => rate.inputValue()).toMatch(/^\d/)
    expect(await rate.isEditable()).toBe(false)
    const app = await bank.call<ShortApplication>('GET', `/shortApp/${id}`, undefined, 'agent')
    expect(Number((await rate.inputValue()).replace(',', '.').replace(/[^\d.]/g, ''))).toBe(Number(app.rate))
  })
})
