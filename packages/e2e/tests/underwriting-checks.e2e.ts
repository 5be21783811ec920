import type { ChecksGrid } from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { underwrittenCases } from '#underwritten-cases.ts'

/** An application in underwriting with an answer that somebody has to look at. */
async function withRemark(bank: Bank): Promise<{ grid: ChecksGrid; check: string; person: string }> {
  for (const caseId of await underwrittenCases(bank, 'checks')) {
    const grid = await bank.call<ChecksGrid>(
      'GET',
      `/underwriting/${caseId}/checks`,
      undefined,
      'underwriter',
    )
    if (grid.lacking === 0) continue
    const cell = grid.cells.find(
      ({ code, state, column }) =>
        ['FSSP', 'BKI_SCORING', 'PHONE_OWNERSHIP'].includes(code) &&
        (state === 'WARN' || state === 'EXPIRED') &&
        column.startsWith('PERSON'),
    )
    const line = grid.lines.find(({ code }) => code === cell?.code)
    const column = grid.columns.find(({ key }) => key === cell?.column)
    if (line !== undefined && column !== undefined) return { grid, check: line.name, person: column.name }
  }
  throw new Error('No application of the demo bank has such an answer')
}

describe('automatic checks', () => {
  test('are run, judged and their risk is taken, each with its words, in both looks', async ({
    office,
    bank,
  }) => {
    const { grid, check, person } = await withRemark(bank)
    const { id } = grid.head
    const page = await office.openAs('underwriter', `/underwriting-auto-checks/${id}`)
    await page.getByRole('button', { name: 'Запустить все просроченные' }).click()
    await page.getByText('Запрошено проверок: ').waitFor()
    const name = `${check}: ${person}`
    const cell = page.getByRole('cell').filter({ has: page.getByRole('button', { name }) })
    await expect.poll(() => cell.getByText('Выполняется').count(), { timeout: 60_000 }).toBe(0)
    await cell.getByRole('button').click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByText(/попросите руководителя/).waitFor()
    // Asked once more, by name: the run is kept with who asked.
    await dialog.getByRole('button', { name: 'Повторить' }).click()
    const own = dialog.locator('details').filter({ hasText: 'По запросу сотрудника' }).first()
    await own.waitFor({ timeout: 60_000 })
    await own.locator('summary').click()
    // What was asked names the check, and no number of a person whole.
    const asked = await own.locator('pre').first().textContent()
    expect(asked).toContain('"code"')
    expect(asked).not.toMatch(/"\+?\d{10,12}"/)
    await dialog.getByLabel('На чём основан вердикт').fill('Квитанция в деле')
    await dialog.getByRole('button', { name: 'Пройдена с замечанием' }).click()
    await dialog.getByRole('listitem').getByText('Квитанция в деле').waitFor()
    await page.keyboard.press('Escape')
    await cell.getByText('Пройдена с замечанием').waitFor()
    // The former look has no tabs: every part one after another.
    const former = await office.openAs('underwriter', `/underwriting-auto-checks-origin/${id}`)
    await former
      .locator('main[data-look="former"]')
      .getByRole('region', { name: 'Проверки: Работодатели' })
      .waitFor()
    expect(await former.getByRole('tab').count()).toBe(0)
    const loan = await office.openAs('underwriter', `/loan-underwriting-auto-checks/${id}`)
    await loan.waitForURL(`**/underwriting-auto-checks/${id}`)
    const summary = await office.openAs('workload', `/loan-underwriting-summary/${id}`)
    await summary.waitForURL(`**/underwriting-summary/${id}`)
    await summary.getByRole('heading', { name: /^Сводка по заявке/ }).waitFor()
    await summary.getByRole('region', { name: 'Хронология' }).waitFor()
    // On paper it is itself alone.
    await summary.emulateMedia({ media: 'print' })
    expect(await summary.getByRole('region', { name: 'Отлагательные условия' }).isVisible()).toBe(true)
    expect(await summary.getByRole('navigation', { name: 'Главное меню' }).isVisible()).toBe(false)
    expect(
      await summary
        .getByRole('button', { name: /^(Печать|Вниз)$/ })
        .filter({ visible: true })
        .count(),
    ).toBe(0)
    await summary.emulateMedia({ media: null })
  })
})
