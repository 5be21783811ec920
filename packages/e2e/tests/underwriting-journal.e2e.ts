import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('looks of a page', () => {
  test('are told by the address, and the choice is kept for links', async ({ office, bank }) => {
    const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 1 }
    const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
    const id = tasks.content[0]?.caseId
    const page = await office.openAs('underwriter', `/underwriting-total-refactor/${id}`)
    await page.locator('main[data-look="present"]').getByRole('form', { name: 'Решение' }).waitFor()
    await page.getByRole('button', { name: /^Профиль/ }).click()
    const looks = page.getByRole('group', { name: 'Вид страниц' })
    await looks.getByText('Прежний').click()
    await page.waitForURL(`**/underwriting-total-origin/${id}`)
    await page.locator('main[data-look="former"]').getByRole('form', { name: 'Решение' }).waitFor()
    await page.reload()
    await page.locator('main[data-look="former"]').getByRole('form', { name: 'Решение' }).waitFor()
    await page.getByRole('button', { name: /^Профиль/ }).click()
    await looks.getByText('Новый').click()
    await page.waitForURL(`**/underwriting-total/${id}`)
    expect(await page.locator('main').getAttribute('data-look')).toBe('present')
  })
})

describe('the journal of applications', () => {
  test('opens by its presets, in both looks, and a row leads to the decision', async ({ office }) => {
    const page = await office.openAs('underwriter', '/underwriting')
    const table = page.getByRole('table', { name: 'Журнал заявок' })
    await table.locator('tbody tr').first().waitFor()
    const counted = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) })
    await counted('Ждут моей подписи').click()
    await page.waitForURL('**/underwriting?tab=SIGN')
    await page.getByRole('tab', { name: /^Ждут моей подписи\s*[1-9]/ }).waitFor()
    await page.goto(page.url().replace('/underwriting', '/underwriting-origin'))
    const former = page.locator('main[data-look="former"]').getByRole('table', { name: 'Журнал заявок' })
    const first = former.locator('tbody tr').first()
    await first.waitFor()
    expect((await first.boundingBox())?.height).toBeLessThan(36)
    await first.getByRole('link').first().click()
    await page.waitForURL('**/underwriting-total/*')
    await page.getByRole('form', { name: 'Решение' }).waitFor()
    await page.getByRole('link', { name: 'Сводка', exact: true }).click()
    await page.waitForURL('**/underwriting-summary/*')
    await page.getByRole('region', { name: 'Показатели' }).getByText('ПДН').waitFor()
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('button', { name: 'Печать' }).isVisible()).toBe(false)
  })
})
