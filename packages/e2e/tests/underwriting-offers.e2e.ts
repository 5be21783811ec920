import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseHead, CaseRemark } from '@ipoteka-office/contract/cases/cases.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'

/** An application at underwriting that the demo agent brought and on which the underwriter may offer other terms. */
async function ofAgent(bank: Bank): Promise<number> {
  const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 100 }
  const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
  for (const { caseId } of tasks.content) {
    const head = await bank.call<CaseHead>('GET', `/case/${caseId}`, undefined, 'underwriter')
    const isClose = head.actions.some(
      ({ code, enabled, reasonDisabled }) =>
        code === 'counterOffer' && (enabled || reasonDisabled?.startsWith('Сначала решите')),
    )
    if (!isClose || Number(head.amount ?? 0) > 5_500_000) continue
    const seen = await bank.call<CaseHead>('GET', `/case/${caseId}`, undefined, 'agent').catch(() => null)
    if (seen !== null) return caseId
  }
  throw new Error('No application of the agent waits for the underwriter')
}

describe('what the bank asks and offers while it decides', () => {
  test('an undeclared credit lowers the sum: the underwriter offers less, the agent takes it for the client', async ({
    office,
    bank,
  }) => {
    const id = await ofAgent(bank)
    const page = await office.openAs('underwriter', `/underwriting-total/${id}`)
    const subjects = page.getByRole('region', { name: 'Решения по заёмщикам и объекту' })
    await subjects.getByRole('button', { name: /^Положительно/ }).click()
    const form = page.getByRole('region', { name: 'Расчёт встречного предложения' })
    await form
      .getByRole('status')
      .filter({ hasText: /не выйдет|не ограничивает/ })
      .waitFor()
    await form.getByLabel('Сумма кредита', { exact: true }).fill('1200000')
    await form.getByRole('table', { name: 'Пределы суммы' }).getByText('Запрошено клиентом').waitFor()
    await form
      .getByLabel('Слова для клиента')
      .fill('Обнаружен ещё один кредит: на меньшую сумму дохода хватает')
    await form.getByLabel('Обоснование для банка').fill('По отчёту бюро есть незаявленный кредит')
    await form.getByRole('button', { name: 'Подписать предложение' }).click()
    await page.getByText('Встречное предложение подписано').waitFor()

    const theirs = await office.openAs('agent', `/full-app-edit/${id}`)
    const offer = theirs.getByRole('region', { name: 'Встречное предложение' })
    await offer.getByText('Ждёт ответа клиента').waitFor()
    await offer.getByText('на меньшую сумму дохода хватает').waitFor()
    expect(await theirs.getByText('незаявленный кредит').count()).toBe(0)
    await theirs.getByRole('button', { name: 'Клиент согласен' }).click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Клиент согласен' }).click()
    await theirs.getByText('Клиент согласен: готово. Этап: Одобрена').waitFor()
    await theirs.getByRole('region', { name: 'Решение банка' }).getByText('Кредит одобрен').waitFor()
    // The underwriter's page follows by itself.
    await page
      .getByRole('region', { name: 'Решения', exact: true })
      .getByText('Клиент согласен на вариант 1')
      .waitFor()
  })

  test('a document is asked for on the page of the case, and the agent answers why it is not there', async ({
    office,
    bank,
  }) => {
    const id = await ofAgent(bank)
    const page = await office.openAs('underwriter', `/full-app-edit/${id}`)
    await page.locator('header.card').getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('button', { name: 'Запросить документы', exact: true }).click()
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
    await page.locator('header.card').getByText('Андеррайтинг').first().waitFor()
  })
})
