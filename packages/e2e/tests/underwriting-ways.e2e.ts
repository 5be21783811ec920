import type { CaseHead, CaseRemark } from '@ipoteka-office/contract/cases/cases.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { ownUnderwriting } from '#own-underwriting.ts'
import { decideSubjects } from '#subjects.ts'

/** Every journey makes an application of its own, whose checks are answered as slowly as outside services do. */
const long = { timeout: 150_000 }
const total = (id: number) => `/underwriting-total/${id}`
const decisionsOn = (page: Page) => page.getByRole('region', { name: 'Решения', exact: true })
const decisionForm = (page: Page) => page.getByRole('form', { name: 'Решение', exact: true })
const sheetOf = (bank: Bank, id: number) =>
  bank.call<DecisionSheet>('GET', `/underwriting/${id}/decisions`, undefined, 'underwriter')

/** Chooses an action that the head of a case keeps among the rarer ones. */
async function act(page: Page, name: string): Promise<void> {
  const header = page.locator('header.card')
  await header.getByRole('button', { name: 'Ещё действия' }).click()
  await page.getByRole('button', { name, exact: true }).click()
}

describe('the ways of a decision beside the straight one', long, () => {
  test('a smaller loan is offered: the agent reads the words for the client alone and takes it for them', async ({
    office,
    bank,
  }) => {
    office.faults.allow(/400|Bad Request/)
    const id = await ownUnderwriting(bank)
    const page = await office.openAs('underwriter', total(id))
    const box = page.getByRole('region', { name: 'Расчёт встречного предложения' })
    const sign = box.getByRole('button', { name: 'Подписать предложение' })
    // Who owes has not been decided on yet, and the button says so.
    await sign.hover()
    await page.getByText('Сначала решите по каждому заёмщику').last().waitFor()
    const subjects = page.getByRole('region', { name: 'Решения по заёмщикам и объекту' })
    await subjects.getByRole('button', { name: /^Положительно/ }).click()
    await subjects.getByText('Положительное', { exact: true }).first().waitFor()

    await box.getByLabel('Сумма кредита', { exact: true }).fill('4200000')
    await box.getByLabel('Слова для клиента').fill('На меньшую сумму платёж ниже')
    await box.getByLabel('Обоснование для банка').fill('Доход подтверждён не полностью')
    // What is typed is not lost by a link.
    await page.getByRole('link', { name: 'Сводка' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Остаться' }).click()
    await box.getByRole('status').filter({ hasText: 'Больше' }).waitFor()
    // What the bank keeps silent about is refused, and the next try goes through.
    const words = box.getByLabel('Слова для клиента')
    await words.fill('Низкий скоринговый балл')
    await sign.click()
    await box
      .getByRole('alert')
      .getByText(/^Вариант 1: Причину .* клиенту не раскрывают/)
      .waitFor()
    await words.fill('На меньшую сумму платёж ниже')
    await sign.click()
    await page.getByText('Встречное предложение подписано').waitFor()
    await decisionsOn(page).getByText('Доход подтверждён не полностью').waitFor()

    const theirs = await office.openAs('agent', `/full-app-edit/${id}`)
    const offer = theirs.getByRole('region', { name: 'Встречное предложение' })
    await offer.getByText('Ждёт ответа клиента').waitFor()
    await offer.getByText('На меньшую сумму платёж ниже').waitFor()
    await offer
      .getByText(/4.200.000/)
      .first()
      .waitFor()
    expect(await theirs.locator('body').innerText()).not.toContain('подтверждён не полностью')
    await theirs.getByRole('button', { name: 'Клиент согласен' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Клиент согласен' }).click()
    await theirs.getByText('Клиент согласен: готово. Этап: Одобрена').waitFor()
    await theirs.getByRole('region', { name: 'Решение банка' }).getByText('Кредит одобрен').waitFor()
    // The underwriter's page follows by itself.
    await decisionsOn(page).getByText('Клиент согласен на вариант 1').waitFor()
    const [approved] = (await sheetOf(bank, id)).decisions
    expect(approved).toMatchObject({ outcome: 'APPROVE', level: 'UNDERWRITER', amount: '4200000.00' })
  })

  test('a document is asked for: the answer brings the case back to the same underwriter', async ({
    office,
    bank,
  }) => {
    const id = await ownUnderwriting(bank)
    const page = await office.openAs('underwriter', `/full-app-edit/${id}`)
    await act(page, 'Запросить документы')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('combobox', { name: 'Какой' }).fill('СНИЛС')
    await page.getByRole('option', { name: 'СНИЛС', exact: true }).click()
    await dialog.getByLabel('Что нужно').fill('Скан обеих сторон')
    await dialog.getByRole('button', { name: 'Запросить', exact: true }).click()
    await page.getByText('Запросить документы: готово. Этап: Ожидание документов').waitFor()

    const theirs = await office.openAs('agent', `/full-app-edit/${id}`)
    const asked = theirs.getByRole('region', { name: 'Запрошенные документы' })
    await asked.getByText('Скан обеих сторон').waitFor()
    const remarks = await bank.call<CaseRemark[]>('GET', `/case/${id}/remarks`, undefined, 'agent')
    const remark = remarks.find(({ text }) => text.endsWith('Скан обеих сторон'))
    const answer = { change: 'ANSWER', answer: 'Утрачен, заявление подано', version: remark?.version }
    await bank.call('PUT', `/case/${id}/remarks/${remark?.id}`, answer, 'agent')
    await asked.getByText('Есть ответ').waitFor()
    await theirs.getByRole('button', { name: 'Документы представлены' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Документы представлены' }).click()
    await theirs.getByText('Документы представлены: готово. Этап: Андеррайтинг').waitFor()
    await page.locator('header.card').getByRole('button', { name: 'Одобрить', exact: true }).waitFor()
    const body = { tab: 'MY', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], sort: 'createdAt,desc' }
    const mine = await bank.call<{ content: { caseId: number }[] }>(
      'POST',
      '/case-task/search',
      body,
      'underwriter',
    )
    expect(mine.content.map(({ caseId }) => caseId)).toContain(id)
  })

  test('above both authorities the committee decides: three vote, and the minutes lie among the papers', async ({
    office,
    bank,
  }) => {
    const id = await ownUnderwriting(bank, { amount: '7000000' })
    await decideSubjects(bank, id, 'underwriter')
    const page = await office.openAs('underwriter', total(id))
    await page.getByText('Ваших полномочий не хватает').waitFor()
    await decisionForm(page).getByLabel('Обоснование').fill('Предлагаю одобрить')
    await decisionForm(page)
      .getByRole('button', { name: /^Передать руководителю/ })
      .click()
    await page.getByText('Передать руководителю: записано. Этап: Контроль решения').waitFor()

    const head = await office.openAs('uw-head', total(id))
    const own = decisionForm(head)
    await own.getByRole('radio', { name: 'На комитет' }).check()
    await own.getByLabel('Обоснование').fill('Сумма требует решения комитета')
    await own.getByRole('button', { name: /^На комитет/ }).click()
    await head.getByText('На комитет: записано. Этап: Кредитный комитет').waitFor()

    for (const [index, login] of (['committee1', 'committee2', 'committee3'] as const).entries()) {
      const member = await office.openAs(login, total(id))
      const room = member.getByRole('region', { name: 'Кредитный комитет' })
      const vote = room.getByRole('form', { name: 'Ваш голос' })
      await vote.getByLabel('Обоснование голоса').fill(`Обеспечение достаточно, голос ${index + 1}`)
      await vote.getByRole('button', { name: 'Проголосовать' }).click()
      await room.getByText(`Обеспечение достаточно, голос ${index + 1}`).waitFor()
    }
    // The head's page follows by itself, and the minutes open from it.
    const room = head.getByRole('region', { name: 'Кредитный комитет' })
    await room.getByText('Обеспечение достаточно, голос 3').waitFor()
    const minutes = room.getByRole('link', { name: /^Протокол № / })
    const paper = Number(/document=(\d+)/.exec((await minutes.getAttribute('href')) ?? '')?.[1])
    expect(await bank.call('GET', `/document/${paper}`)).toMatchObject({
      files: [{ contentType: 'application/pdf', name: expect.stringMatching(/^Протокол комитета /) }],
    })
    const now = await bank.call<CaseHead>('GET', `/case/${id}`, undefined, 'agent')
    expect(now).toMatchObject({ stage: 'APPROVED', amount: '7000000.00' })
  })

  test('an approval is looked into again for another sum: the new decision takes the place of the old one', async ({
    office,
    bank,
  }) => {
    const id = await ownUnderwriting(bank)
    await decideSubjects(bank, id, 'underwriter')
    const { version, requested } = await sheetOf(bank, id)
    const first = { action: 'approve', version, ...requested, comment: 'Первое решение' }
    await bank.call('POST', `/underwriting/${id}/decisions`, first, 'underwriter')

    const theirs = await office.openAs('agent', `/full-app-edit/${id}`)
    await theirs.getByRole('button', { name: 'Пересмотр условий', exact: true }).click()
    const dialog = theirs.getByRole('dialog', { name: 'Пересмотр условий' })
    await dialog.getByRole('checkbox', { name: 'Сумма' }).check()
    await dialog.getByLabel('Подробности').fill('Клиенту достаточно 4 500 000')
    await dialog.getByRole('button', { name: 'На пересмотр' }).click()
    await theirs.getByText('Пересмотр условий: готово. Этап: Андеррайтинг').waitFor()
    await theirs
      .getByRole('region', { name: 'Решение банка' })
      .getByText(/приостановлен/i)
      .first()
      .waitFor()

    const page = await office.openAs('underwriter', total(id))
    await decisionsOn(page).getByText('Приостановлено').waitFor()
    await decisionsOn(page).getByText('Клиенту достаточно 4 500 000').waitFor()
    const form = decisionForm(page)
    await form.getByLabel('Сумма кредита', { exact: true }).last().fill('4500000')
    await form.getByLabel('Обоснование').fill('Второе решение')
    await page.getByText('Ваших полномочий хватает').waitFor()
    await form.getByRole('button', { name: /^Одобрить/ }).click()
    await page.getByText('Одобрить: записано. Этап: Одобрена').waitFor()
    await decisionsOn(page).getByText('Приостановлено').waitFor({ state: 'detached' })
    const { decisions } = await sheetOf(bank, id)
    expect(decisions.map(({ outcome, inForce, amount }) => [outcome, inForce, amount])).toEqual([
      ['APPROVE', true, '4500000.00'],
      ['SUSPEND', false, '5000000.00'],
      ['APPROVE', false, '5000000.00'],
    ])
    await theirs
      .getByRole('region', { name: 'Решение банка' })
      .getByText(/4.500.000/)
      .first()
      .waitFor()
  })
})
