import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('calculator', () => {
  test('the schedule follows what is typed', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator')
    await page.getByText('96 777', { exact: false }).first().waitFor()
    await page.getByLabel('Срок, месяцев').fill('120')
    await page.getByText('10 лет', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('table').first().locator('tbody tr').count()).toBe(120)
    await page.getByLabel('Или посильный платёж, ₽').fill('100000')
    await page.getByRole('button', { name: 'Найти срок' }).click()
    await page.getByText(/^Срок: /).waitFor()
    expect(Number(await page.getByLabel('Срок, месяцев').inputValue())).toBeGreaterThan(120)
  })

  test('three offers stand side by side, a fourth is refused with the reason', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator')
    const add = page.getByRole('button', { name: 'Добавить для сравнения' })
    await add.click()
    await page.getByLabel('Ставка, % годовых').fill('10')
    await add.click()
    await expect.poll(() => page.getByRole('columnheader', { name: /^Предложение \d$/ }).count()).toBe(3)
    expect(await add.getAttribute('aria-disabled')).toBe('true')
  })

  test('the schedule is downloaded as a document', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'PDF' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^График платежей .+\.pdf$/)
  })

  test('says which limit of a borrower decides', async ({ office }) => {
    const page = await office.openAs('underwriter', '/calculator?tab=borrower')
    await page.getByText('По доходу и ПДН').waitFor()
    await page.getByLabel('Доход в месяц, ₽').fill('1500000')
    await expect
      .poll(() => page.getByRole('listitem').filter({ hasText: 'решает' }).allTextContents(), {
        timeout: 10_000,
      })
      .toEqual([expect.stringContaining('К/З'), expect.stringContaining('взносу')])
  })
})
