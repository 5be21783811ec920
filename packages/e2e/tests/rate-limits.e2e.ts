import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { ownUnderwriting } from '#own-underwriting.ts'

/** A quarter of long ago: no case is measured by it. */
const longAgo = '2011-01-01'
const words = 'I квартал 2011 г.'
const file = [
  'Квартал;Код категории;Среднерыночная, %;Опубликовано',
  `${longAgo};CARD_1;21,2;16.11.2010`,
  `${longAgo};CARD_2;НЕТ;16.11.2010`,
].join('\n')

describe('control of the maximum rate', () => {
  test('a file with a mistake is not taken, without it limits hold when another has agreed', async ({
    office,
  }) => {
    const page = await office.openAs('uw-head', '/max-rate-control')
    await page.getByRole('button', { name: 'Из файла' }).click()
    const dialog = page.getByRole('dialog', { name: 'Пределы ПСК из файла' })
    const choose = (text: string) =>
      dialog
        .getByLabel('Перетащите файл сюда или выберите его')
        .setInputFiles({ name: 'пределы.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
    await choose(file)
    await dialog.getByText(/Среднерыночная, %: введите процент/).waitFor()
    await dialog.getByLabel('Где опубликованы пределы').fill('Письмо')
    const send = dialog.getByRole('button', { name: 'Отправить на подтверждение' })
    await expect.poll(() => send.getAttribute('aria-disabled')).toBe('true')
    await choose(file.replace('НЕТ', '30,001'))
    await dialog.getByRole('tab', { name: /Новые/ }).waitFor()
    await dialog.getByText('28,267 %').waitFor()
    await dialog.getByLabel('Где опубликованы пределы').fill('Письмо')
    await send.click()
    await dialog.waitFor({ state: 'detached' })

    const second = await office.openAs('compliance', '/max-rate-control?part=requests')
    const request = second.locator('main').getByText(`Предельные ПСК: ${words}`).first()
    await request.waitFor()
    await second.getByRole('button', { name: 'Подтвердить' }).first().click()
    await second.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click()
    await request.waitFor({ state: 'detached' })
    await office.go(second, `/max-rate-control?quarters=${longAgo}`)
    await second.getByRole('row', { name: /Кредиты с лимитом кредитования до 30 тыс.*28,267/ }).waitFor()
  })

  test('a cap refuses the rate of a decision with the figures, and lets a lower one through', async ({
    office,
    bank,
  }) => {
    const id = await ownUnderwriting(bank)
    const { partner } = await bank.call<CaseHead>('GET', `/case/${id}`)
    const today = Temporal.Now.plainDateISO('Europe/Moscow').toString()
    // So high that no other application of the bank comes near it.
    const cap = {
      ...{ product: 'MORTGAGE', programme: '2', partnerId: partner.id, rate: '40' },
      ...{ validFrom: today, validTo: null, ground: 'Соглашение № 7' },
    }
    const { id: asked } = await bank.call<{ id: number }>('POST', '/maxRate/caps', cap, 'uw-head')
    await bank.call('POST', `/maxRate/requests/${asked}/approve`, { version: 1, comment: '' }, 'compliance')
    const page = await office.openAs('underwriter', `/underwriting-total/${id}?action=approve`)
    const rate = page.getByRole('textbox', { name: 'Ставка', exact: true })
    await rate.fill('40,5')
    const card = page.getByRole('complementary', { name: 'Полномочия' })
    await card.getByText('Ставка 40,500 % выше потолка 40,000 % (Соглашение № 7)').waitFor()
    await rate.fill('17,5')
    await card.getByText('Ставка 40,500 % выше потолка').waitFor({ state: 'detached' })
  })

  test('a contract is tried by the limit of its day', async ({ office }) => {
    const page = await office.openAs('underwriter', '/max-rate-control?part=check')
    await page.getByLabel('Сумма, ₽').fill('500000')
    await page.getByLabel('Срок, месяцев').fill('36')
    await page.getByLabel('ПСК, %').fill('27,9')
    const result = page.getByRole('region', { name: 'Результат' })
    await result.getByText('У предела').waitFor()
    await page.getByLabel('ПСК, %').fill('45')
    await result.getByText('Подписать нельзя').waitFor()
    await result.getByText(/^ПСК 45,000\s% выше предельной 28,329\s%/).waitFor()
    await page.getByRole('tab', { name: /Заявки у предела/ }).click()
    await page
      .getByRole('row', { name: /28,329.*Нецелевые кредиты свыше 300 тыс/ })
      .first()
      .waitFor()
    await page.getByRole('tab', { name: 'Прогноз' }).click()
    await page.getByText(/не пройдут \d+ из \d+ одобренных/).waitFor()
  })
})
