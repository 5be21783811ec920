import type { CaseParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { bankDay } from '#bank-days.ts'
import { noise, putFile } from '#documents.ts'
import { expect, test } from '#fixtures.ts'
import { fillPerson, saveSection } from '#full-application.ts'
import { choose, press, type } from '#keyboard.ts'
import { decideSubjects } from '#subjects.ts'

/** What the agent writes into the other sections and brings, and what the bank decides, past the browser. */
async function fillRest(bank: Bank, id: number): Promise<void> {
  const people = await bank.call<CaseParticipant[]>('GET', `/case/${id}/participants`, undefined, 'agent')
  const participant = people[0]?.id ?? 0
  const card = { cardProduct: 'DEBIT_OVERDRAFT', cardPaymentSystem: 'MIR', cardTariff: 'BASE' }
  await saveSection(bank, id, 'LOAN', { rate: '19.9', insurance: false, disbursement: 'CARD', ...card })
  await fillPerson(bank, id, participant)
  const of = { participant }
  await saveSection(bank, id, 'PERSONAL', { noMiddleName: true, education: 'PRE_SECONDARY' }, of)
  // A client paid through the bank brings no papers of income.
  await saveSection(bank, id, 'EMPLOYMENT', { salaryClient: true }, of)
  const salary = { key: 'a', type: 'SALARY_MAIN', verification: 'NDFL2', declared: '120000' }
  await saveSection(bank, id, 'INCOME', { incomes: [salary] }, of)
  await saveSection(bank, id, 'OBLIGATIONS', { noObligations: true }, of)
  await saveSection(bank, id, 'ASSETS', { noAssets: true }, of)
  const consents = { personalData: true, creditHistory: true, signature: 'PAPER' }
  const day = bankDay()
  await saveSection(bank, id, 'CONSENTS', { ...consents, personalDataOn: day, creditHistoryOn: day }, of)
}

async function putDocuments(bank: Bank, id: number, stage = 'DOCS_CHECK'): Promise<Document[]> {
  const owner = { ownerType: 'LOAN_APPLICATION', ownerId: id } as const
  const { groups, stages } = await bank.call<Completeness>(
    'GET',
    `/document/completeness/LOAN_APPLICATION/${id}`,
  )
  const gate = stages.find((one) => one.stage === stage)
  const missing = groups
    .flatMap(({ requirements }) => requirements)
    .filter(({ key }) => gate?.blockedBy.includes(key))
  const put: Document[] = []
  for (const [at, { documents }] of missing.entries()) {
    const typeCode = documents[0]?.code ?? null
    put.push(
      await putFile(
        bank,
        owner,
        { name: `${at}.png`, bytes: noise(40, 40, 10 * stage.length + at) },
        { typeCode, login: 'agent' },
      ),
    )
  }
  return put
}

async function move(bank: Bank, id: number, action: string): Promise<CaseHead> {
  const { version } = await bank.call<CaseHead>('GET', `/case/${id}`)
  return bank.call('POST', `/case/${id}/move`, { action, version })
}

async function approve(bank: Bank, id: number): Promise<void> {
  await decideSubjects(bank, id, 'underwriter')
  const path = `/underwriting/${id}/decisions`
  const { version, requested } = await bank.call<DecisionSheet>('GET', path, undefined, 'underwriter')
  const body = { action: 'approve', version, ...requested, comment: 'Доход подтверждён' }
  await bank.call('POST', path, body, 'underwriter')
}

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
    await fillRest(bank, id)
    const documents = await putDocuments(bank, id)
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
    await move(bank, id, 'accept')
    // At the slowest the stand-in of the bureaus is silent for 3.5 s, asked again 4 + 2 s later and answers after 3.5 s.
    const stageOf = async () => (await bank.call<CaseHead>('GET', `/case/${id}`)).stage
    await expect.poll(stageOf, { timeout: 45_000 }).toBe('UNDERWRITING')
    await press(page, page.getByRole('link', { name: 'Проверка и отправка' }))
    const answers = page.getByRole('list', { name: 'Ответы бюро кредитных историй' })
    await answers.getByText('имитатор бюро').waitFor()
    await approve(bank, id)

    // What is signed must be among the documents, and accepted.
    const sign = page.getByRole('button', { name: 'Условия подписаны' })
    await sign.waitFor()
    expect(await sign.getAttribute('aria-disabled')).toBe('true')
    for (const { id: documentId, version } of await putDocuments(bank, id, 'SIGNING'))
      await bank.call('POST', `/document/${documentId}/review`, { version, status: 'ACCEPTED' })
    await asked('Условия подписаны')
    await press(page, dialog.getByRole('button', { name: 'Условия подписаны' }))
    await page.getByText('Этап: Подписана, период охлаждения').waitFor()
    await page.getByText(/выдать кредит можно с/).waitFor()
    expect(await page.getByRole('button', { name: 'Передать на выдачу' }).count()).toBe(0)
  })
})
