import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { choose, press, type } from '#keyboard.ts'
import { approveLoan, fillLoan, moveLoan, putLoanDocuments } from '#journeys/loan-application.ts'

describe('a consumer loan', () => {
  test('by keyboard alone: opened, its period told while the sum is typed, sent, signed, and held back by the period', {
    timeout: 120_000,
  }, async ({ office, bank }) => {
    const page = await office.openAs('agent', '/loan-applications/')
    await press(page, page.getByRole('button', { name: 'Новая заявка' }))
    const dialog = page.getByRole('dialog')
    await type(page, dialog.getByLabel('Фамилия'), 'Ветрова')
    await type(page, dialog.getByLabel('Имя', { exact: true }), 'Ольга')
    await choose(page, dialog.getByLabel('Тип продукта', { exact: true }), 'базовый')
    await choose(page, dialog.getByLabel('Цель кредита', { exact: true }), 'Ремонт')
    await type(page, dialog.getByLabel('Сумма, ₽'), '300000')
    await type(page, dialog.getByLabel('Срок, мес.'), '24')
    await choose(page, dialog.getByLabel('Регион', { exact: true }), 'Татарстан')
    await press(page, dialog.getByRole('button', { name: 'Создать' }))
    await page.waitForURL(/\/loan-app-edit\/\d+/)
    const id = Number(/\d+$/.exec(new URL(page.url()).pathname)?.[0])

    const period = page.getByRole('status').filter({ hasText: 'Период охлаждения' })
    const amount = page.getByLabel('Сумма кредита, ₽')
    await period.filter({ hasText: '48 ч' }).waitFor()
    await type(page, amount, '49999,99')
    await period.filter({ hasText: 'нет' }).waitFor()
    await type(page, amount, '200000')
    await period.filter({ hasText: '4 часа' }).waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('Сохранено: параметры кредита').waitFor()

    const send = page.getByRole('button', { name: 'Отправить на проверку' })
    expect(await send.getAttribute('aria-disabled')).toBe('true')
    await fillLoan(bank, id)
    const documents = await putLoanDocuments(bank, id)
    expect(documents).toHaveLength(4)
    const asked = async (name: string) => {
      const button = page.getByRole('button', { name })
      await page.locator('button:not([aria-disabled="true"])', { hasText: name }).waitFor()
      await press(page, button)
    }
    await asked('Отправить на проверку')
    await press(page, dialog.getByRole('button', { name: 'Отправить на проверку' }))
    await page.getByText('Этап: Проверка комплекта').waitFor()

    for (const { id: documentId, version } of documents)
      await bank.call('POST', `/document/${documentId}/review`, { version, status: 'ACCEPTED' })
    await moveLoan(bank, id, 'accept')
    // At the slowest the stand-in of the bureaus is silent for 3.5 s, asked again 4 + 2 s later and answers after 3.5 s.
    const stageOf = async () => (await bank.call<CaseHead>('GET', `/case/${id}`)).stage
    await expect.poll(stageOf, { timeout: 45_000 }).toBe('UNDERWRITING')
    await press(page, page.getByRole('link', { name: 'Проверка и отправка' }))
    const answers = page.getByRole('list', { name: 'Ответы бюро кредитных историй' })
    await answers.getByText('имитатор бюро').waitFor()
    await approveLoan(bank, id)

    // What is signed must be among the documents, and accepted.
    const sign = page.getByRole('button', { name: 'Условия подписаны' })
    await sign.waitFor()
    expect(await sign.getAttribute('aria-disabled')).toBe('true')
    for (const { id: documentId, version } of await putLoanDocuments(bank, id, 'SIGNING'))
      await bank.call('POST', `/document/${documentId}/review`, { version, status: 'ACCEPTED' })
    await asked('Условия подписаны')
    await press(page, dialog.getByRole('button', { name: 'Условия подписаны' }))
    await page.getByText('Этап: Подписана, период охлаждения').waitFor()
    await page.getByText(/выдать кредит можно с/).waitFor()
    expect(await page.getByRole('button', { name: 'Передать на выдачу' }).count()).toBe(0)
  })
})
