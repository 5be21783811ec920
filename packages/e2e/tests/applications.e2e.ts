import { createHash, randomInt } from 'node:crypto'
import type { LeadCard } from '@ipoteka-office/contract/leads.ts'
import type { ShortApplication } from '@ipoteka-office/contract/short-applications.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

/** Series and number with a score that the stand-in of the decision engine approves; of this run alone. */
function ownPassport(): string {
  for (;;) {
    const number = `6509${String(randomInt(100_000, 999_999))}`
    const score = 300 + (createHash('sha256').update(`${number} score`).digest().readUInt32BE(0) % 551)
    if (score >= 500 && !/0(404|500|666)$/.test(number)) return number
  }
}

const ownClient = () => ({
  lastName: 'Загорская',
  firstName: 'Вера',
  middleName: 'Павловна',
  birthDate: `19${randomInt(70, 99)}-0${randomInt(1, 9)}-${randomInt(10, 28)}`,
  phone: `+7912${randomInt(1_000_000, 9_999_999)}`,
})

/** Chooses in a short list, which takes no typing. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.locator('.ant-select-item-option').filter({ hasText: option }).click()
}

/** Chooses in a long list by typing; the label may carry the mark of what is still needed. */
async function find(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: new RegExp(`^${label}`) })
  await field.click()
  await field.fill(option)
  await page.locator('.ant-select-item-option').filter({ hasText: option }).first().click()
}

describe('from a lead to a full application', () => {
  test('a lead is called, its application tied to a duplicate, decided beforehand and made a full one', async ({
    office,
    bank,
  }) => {
    // Duplicates are told by a refusal.
    office.faults.allow(/409/)
    const client = ownClient()
    const passport = ownPassport()
    const earlier = await bank.call<ShortApplication>('POST', '/shortApp', { ...client, passport }, 'agent')
    const confirmed = { confirmedDuplicates: [earlier.id] }
    const lead = await bank.call<LeadCard>('POST', '/lead', { ...client, ...confirmed }, 'agent')
    const page = await office.openAs('agent', `/leads?search=${lead.number}`)
    await page.getByRole('link', { name: lead.number }).press('Enter')
    await page.waitForURL(`**/lead/${lead.id}`)

    await page.getByRole('link', { name: 'Связь с клиентом' }).press('Enter')
    await page.getByRole('button', { name: 'Записать попытку' }).press('Enter')
    await choose(page, 'Итог', 'Не отвечает')
    await page.getByRole('dialog').getByRole('button', { name: 'Записать' }).press('Enter')
    await page.getByText('Повторный контакт').first().waitFor()

    await page.getByRole('button', { name: 'Создать заявку' }).click()
    await page.getByText(`по лиду ${lead.number}`).waitFor()
    expect(await page.getByLabel('Фамилия').inputValue()).toBe(client.lastName)
    await find(page, 'Программа', 'Семейная ипотека')
    await find(page, 'Регион', 'Татарстан')
    const values = {
      'Сумма кредита': '4500000',
      'Срок кредита': '240',
      Ставка: '6',
      'Доход в месяц': '250000',
    }
    for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value)
    await page.getByLabel('Расчёт').getByText('32\u00a0239,40\u00a0₽').waitFor()
    await page.getByLabel('Серия и номер паспорта').fill(passport)
    await page.getByLabel('Дата выдачи').fill('20.06.2009')
    await page.getByLabel('Код подразделения').fill('660-012')
    await page.getByLabel('Кем выдан').fill('УФМС России')
    await page.getByLabel('Кем выдан').press('Control+KeyS')

    const dialog = page.getByRole('dialog', { name: /Возможные дубли/ })
    await dialog.getByText(`Краткая заявка ${earlier.number}`).waitFor()
    await dialog.getByText('тот же паспорт').first().waitFor()
    await dialog.getByRole('button', { name: 'Связать' }).last().press('Enter')
    await dialog.getByRole('button', { name: 'Создать и связать' }).press('Enter')
    await page.waitForURL(/short-app-edit\/\d+/)

    await page.getByRole('link', { name: 'Согласия' }).click()
    for (const kind of ['Обработка персональных данных', 'Запрос кредитной истории в БКИ']) {
      await page.getByRole('button', { name: 'Добавить согласие' }).click()
      await choose(page, 'На что', kind)
      await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).press('Enter')
      await page.getByLabel('Согласия', { exact: true }).getByText(kind).waitFor()
    }
    const act = async (name: string) => {
      await page.locator('header.card').getByRole('button', { name, exact: true }).press('Enter')
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).press('Enter')
    }
    await act('Отправить')
    await act('Отправить на предрешение')
    await page.getByRole('link', { name: 'Предрешение' }).click()
    await page.getByText('Одобрено предварительно').waitFor({ timeout: 30_000 })
    await page.getByText('учебный ответ СПР').waitFor()
    await page.getByRole('button', { name: 'Создать полную заявку', exact: true }).press('Enter')
    await page.getByRole('dialog').getByRole('button', { name: 'Создать', exact: true }).press('Enter')
    await page.waitForURL(/full-app-edit\/\d+/)
    await page.getByText(client.lastName).first().waitFor()
  })
})
