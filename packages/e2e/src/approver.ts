import type { Approver, ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Page } from 'playwright-core'
import type { Bank } from './bank.ts'

export const editPath = (type: ApproverType, id: number): string => `/workload-employee/${type}/${id}`

/** An ACTIVE approver nobody else of the tests uses: `n` from the end of the list. */
export async function activeApprover(bank: Bank, type: ApproverType, n: number): Promise<Approver> {
  const { content } = await bank.approvers(
    type,
    { workStatus: 'ACTIVE' },
    'page=0&size=100&sort=fullName,desc',
  )
  const found = content[n]
  if (found === undefined) throw new Error('the demo bank has too few active approvers')
  return found
}

/** Chooses an option of a select that shows one value. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  // A list that is closing still stands in the page: the one of this field is known by its id.
  const list = page.locator(
    `[id="${await field.and(page.locator('[aria-controls]')).getAttribute('aria-controls')}"]`,
  )
  await list.locator('[role="option"]').filter({ hasText: option }).first().click()
}

/** Ticks options of a select that holds several, and closes its list. */
export async function tick(page: Page, label: string, ...options: string[]): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  await field.click()
  // A list that is closing still stands in the page: the one of this field is known by its id.
  const list = page.locator(
    `[id="${await field.and(page.locator('[aria-controls]')).getAttribute('aria-controls')}"]`,
  )
  for (const option of options)
    await list.locator('[role="option"]').filter({ hasText: option }).first().click()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
}

export const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Сохранить', exact: true }).click()
