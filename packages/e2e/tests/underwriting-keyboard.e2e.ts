import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { checkedLoan } from '#journeys/loan-application.ts'
import { press, type } from '#keyboard.ts'

/** A loan that waits in the underwriter's group for whoever takes it, more urgent than all else that is free. */
async function urgentLoan(bank: Bank): Promise<{ id: number; number: string }> {
  const client = { lastName: 'Быстрова', firstName: 'Инна', amount: '150000' }
  const loan = await checkedLoan(bank, client)
  const stageOf = async () => (await bank.call<CaseHead>('GET', `/case/${loan.id}`)).stage
  await expect.poll(stageOf, { timeout: 45_000 }).toBe('UNDERWRITING')
  const { content } = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', {
    tab: 'ALL',
    stages: ['UNDERWRITING'],
    search: loan.number,
  })
  const task = content[0] ?? expect.unreachable('The loan has no task')
  const to = { version: task.version, workgroupId: 1, comment: 'В очередь группы' }
  const { version } = await bank.call<CaseTask>('POST', `/case-task/${task.id}/transfer`, to)
  await bank.call('POST', `/case-task/${task.id}/priority`, { version, priority: 'HIGH' })
  return loan
}

describe('a loan without a mouse', () => {
  test('goes from the queue over the room of the underwriter to a signed decision', {
    timeout: 120_000,
  }, async ({ office, bank }) => {
    const { id, number } = await urgentLoan(bank)
    const page = await office.openAs('underwriter', '/underwriting-all')
    await press(page, page.getByRole('button', { name: 'Взять следующую' }))
    await page.waitForURL(`**/loan-underwriting-total/${id}`)
    await page.getByText(number).first().waitFor()

    await press(page, page.getByRole('link', { name: 'Андеррайтинг заёмщика' }))
    await page.waitForURL(`**/loan-underwriting-form/${id}**`)
    await page.getByRole('region', { name: 'Решение по заявке' }).waitFor()
    await page.getByRole('main').press('3')
    await page.waitForURL(`**/loan-underwriting-form/${id}/*/income`)
    await page.getByRole('main').press('d')
    await page.waitForURL(`**/loan-underwriting-form/${id}/*/decision`)
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(`**/loan-underwriting-total/${id}?decision=approve`)

    const subjects = page.getByRole('region', { name: 'Решения по заёмщикам и объекту' })
    await subjects.getByText('Решения нет').first().waitFor()
    await page.keyboard.press('a')
    await subjects.getByText('Положительное').first().waitFor()
    const form = page.getByRole('form', { name: 'Решение', exact: true })
    await type(page, form.getByLabel('Обоснование'), 'Доход подтверждён, долговая нагрузка в норме')
    // What is signed is counted first.
    await form.locator('[data-signs]:not([aria-disabled="true"])').waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText('Одобрить: записано. Этап: Одобрена').waitFor()
  })
})
