import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { chooseInFilter } from '#list.ts'

async function onUnderwriting(bank: Bank, caseType: string): Promise<number> {
  const body = { tab: 'ALL', caseType, stages: ['UNDERWRITING'], size: 1 }
  const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
  return tasks.content[0]?.caseId ?? 0
}

describe('the history of an application', () => {
  test('is read as a timeline, as a table and by versions, and its chains are checked', async ({
    office,
    bank,
  }) => {
    const id = await onUnderwriting(bank, 'FULL_APPLICATION')
    const remark = { section: 'CREDIT', type: 'DOC_MISSING', text: 'Нет справки о доходе' }
    await bank.call('POST', `/case/${id}/remarks`, remark, 'underwriter')
    const page = await office.openAs('underwriter', `/underwriting-total/${id}`)
    await page.getByRole('link', { name: 'История изменений' }).click()
    await page.waitForURL(`**/change-history/${id}`)
    const changes = page.getByRole('region', { name: /^История изменений/ })
    await changes.getByText('Нет справки о доходе').waitFor()

    await page.getByRole('button', { name: 'Проверить цепочку' }).click()
    const chain = page.getByRole('region', { name: 'Проверка цепочки' })
    await chain.getByText('Всё так, как было записано').waitFor()
    await chain.getByText(/^Соловьёва/).waitFor()

    await page.getByRole('tab', { name: 'Таблица' }).click()
    await chooseInFilter(page, 'Раздел', 'Замечания')
    await page.waitForURL(/sections=REMARKS/)
    const table = page.getByRole('table', { name: /^История изменений/ })
    await expect
      .poll(async () => new Set(await table.locator('tbody tr td:nth-child(4)').allTextContents()))
      .toEqual(new Set(['Замечания']))
    await table.getByText('Нет справки о доходе').waitFor()

    await page.getByRole('tab', { name: 'Сравнить версии' }).click()
    await page.getByRole('heading', { name: 'Сравнение версий' }).waitFor()

    await page.goto(page.url().replace(/change-history\/.*/, `change-history-origin/${id}`))
    const former = page.locator('main[data-look="former"]')
    await former.getByRole('table', { name: /^История изменений/ }).waitFor()
    await former.getByRole('heading', { name: 'Сравнение версий' }).waitFor()
    expect(await former.getByRole('tab').count()).toBe(0)
  })

  test('of a loan stands at its own address', async ({ office, bank }) => {
    const id = await onUnderwriting(bank, 'LOAN_APPLICATION')
    const page = await office.openAs('underwriter', `/change-history/${id}`)
    await page.waitForURL(`**/loan-change-history/${id}`)
    await page.getByRole('heading', { name: /^История изменений/ }).waitFor()
  })
})
