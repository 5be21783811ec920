import { randomInt } from 'node:crypto'
import type { LoanCalculation } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { LeadCard } from '@ipoteka-office/contract/leads/leads.ts'
import type { ShortApplication } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { bankDay } from '#bank-days.ts'
import { expect, test } from '#fixtures.ts'
import { ownPassport } from '#journeys/clients.ts'
import { choose, press, type } from '#keyboard.ts'

/** Young enough for a loan of twenty years, old enough for the passport. */
const ownClient = () => ({
  lastName: 'Загорская',
  firstName: 'Вера',
  middleName: 'Павловна',
  birthDate: `19${randomInt(78, 92)}-0${randomInt(1, 9)}-${randomInt(10, 28)}`,
  phone: `+7912${randomInt(1_000_000, 9_999_999)}`,
})

/** What the calculator says of the loan of the journey when it is issued today: payments go by the days of the months. */
async function paymentFromToday(bank: Bank): Promise<string> {
  const terms = { amount: '4500000', rate: '6', months: 240, issueDate: bankDay() }
  const { firstPayment } = await bank.call<LoanCalculation>('POST', '/evaluate/schedule', terms)
  return `${firstPayment.replace(/\B(?=(?:\d{3})+\.)/g, '\u00a0').replace('.', ',')}\u00a0₽`
}

/** By its label, which may carry the mark of what is still needed. */
const select = (page: Page, label: string) => page.getByRole('combobox', { name: new RegExp(`^${label}`) })

describe('from a lead to a full application', () => {
  test('a lead is called, its application tied to a duplicate, decided beforehand and made a full one', {
    timeout: 120_000,
  }, async ({ office, bank }) => {
    // Duplicates are told by a refusal.
    office.faults.allow(/409/)
    const client = ownClient()
    const passport = ownPassport()
    const earlier = await bank.call<ShortApplication>('POST', '/shortApp', { ...client, passport }, 'agent')
    const confirmed = { confirmedDuplicates: [earlier.id] }
    const lead = await bank.call<LeadCard>('POST', '/lead', { ...client, ...confirmed }, 'agent')
    const page = await office.openAs('agent', `/leads?search=${lead.number}`)
    await press(page, page.getByRole('link', { name: lead.number }))
    await page.waitForURL(`**/lead/${lead.id}`)

    await press(page, page.getByRole('link', { name: 'Связь с клиентом' }))
    await press(page, page.getByRole('button', { name: 'Записать попытку' }))
    await choose(page, select(page, 'Итог'), 'Не отвечает')
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Записать' }))
    await page.getByText('Повторный контакт').first().waitFor()

    await press(page, page.getByRole('button', { name: 'Создать заявку' }))
    await page.getByText(`по лиду ${lead.number}`).waitFor()
    expect(await page.getByLabel('Фамилия').inputValue()).toBe(client.lastName)
    await choose(page, select(page, 'Программа'), 'Семейная ипотека')
    await choose(page, select(page, 'Регион'), 'Татарстан')
    const values = {
      'Сумма кредита': '4500000',
      'Срок кредита': '240',
      Ставка: '6',
      'Доход в месяц': '250000',
    }
    for (const [label, value] of Object.entries(values)) await type(page, page.getByLabel(label), value)
    await page
      .getByLabel('Расчёт')
      .getByText(await paymentFromToday(bank))
      .waitFor()
    await type(page, page.getByLabel('Серия и номер паспорта'), passport)
    await type(page, page.getByLabel('Дата выдачи'), '20.06.2009')
    await type(page, page.getByLabel('Код подразделения'), '660-012')
    await type(page, page.getByLabel('Кем выдан'), 'УФМС России')
    await page.keyboard.press('Control+KeyS')

    const dialog = page.getByRole('dialog', { name: /Возможные дубли/ })
    await dialog.getByText(`Краткая заявка ${earlier.number}`).waitFor()
    await dialog.getByText('тот же паспорт').first().waitFor()
    await press(page, dialog.getByRole('button', { name: 'Связать' }).last())
    await press(page, dialog.getByRole('button', { name: 'Создать и связать' }))
    await page.waitForURL(/short-app-edit\/\d+/)

    await press(page, page.getByRole('link', { name: 'Согласия' }))
    for (const kind of ['Обработка персональных данных', 'Запрос кредитной истории в БКИ']) {
      // One press a consent: it is on paper and of today.
      await press(page, page.getByRole('button', { name: `Подписано сегодня на бумаге: ${kind}` }))
      await page.getByLabel('Согласия', { exact: true }).getByText(kind).waitFor()
    }
    const act = async (name: string) => {
      await press(page, page.locator('header.card').getByRole('button', { name, exact: true }))
      await press(page, page.getByRole('dialog').getByRole('button', { name, exact: true }))
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    await act('Отправить')
    await act('Отправить на предрешение')
    await press(page, page.getByRole('link', { name: 'Предрешение' }))
    // At the slowest the stand-in fails after 4 s, is asked again 4 + 2 s later and answers after 4 s.
    await page.getByText('Одобрено предварительно').waitFor({ timeout: 45_000 })
    await page.getByText('учебный ответ СПР').waitFor()
    await press(page, page.getByRole('button', { name: 'Создать полную заявку', exact: true }))
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Создать', exact: true }))
    await page.waitForURL(/full-app-edit\/\d+/)
    await page.getByText(client.lastName).first().waitFor()
  })
})
