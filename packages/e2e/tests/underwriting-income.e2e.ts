import type { EmploymentSheet } from '@ipoteka-office/contract/underwriting/form/employment/employment.ts'
import type { IncomeGrid } from '@ipoteka-office/contract/underwriting/form/income/income.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { underwrittenCases } from '#underwritten-cases.ts'

/** An application of the underwriter whose borrower's certificate has a bonus that counts. */
async function withBonus(bank: Bank): Promise<{ room: FormRoom; grid: IncomeGrid; path: string }> {
  for (const caseId of await underwrittenCases(bank, 'income')) {
    const room = await bank.call<FormRoom>('GET', `/underwriting/${caseId}/form`, undefined, 'underwriter')
    const path = `/underwriting/${caseId}/form/${room.participantId}/incomes`
    const grid = await bank.call<IncomeGrid>('GET', path, undefined, 'underwriter')
    const hasBonus = grid.lines.some(({ months }) =>
      months.some(
        ({ payments, amount, counted }) => counted === amount && payments.some(({ oneOff }) => oneOff),
      ),
    )
    if (room.editable.enabled && hasBonus) return { room, grid, path }
  }
  throw new Error('No application of the demo bank has a certificate with a bonus')
}

/** Back to the head of the page, as it stands before anybody scrolls. */
async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByText(/^Андеррайтинг · \d из \d$/).waitFor({ state: 'hidden' })
}

describe('the income of a borrower', () => {
  test('falls when a bonus does not count, the taken one with it, and a call is noted', async ({
    office,
    bank,
  }) => {
    const { room, path } = await withBonus(bank)
    const read = () => bank.call<IncomeGrid>('GET', path, undefined, 'underwriter')
    const average = (grid: IncomeGrid) =>
      Number(grid.lines.find(({ source }) => source === 'CERTIFICATE')?.average)
    const page = await office.openAs(
      'underwriter',
      `/underwriting-form/${room.caseId}/${room.participantId}/income`,
    )
    const taking = page.getByRole('form', { name: 'Взять: Доход в месяц' })
    await taking.getByRole('radio', { name: /^Скан \(распознано\): / }).check()
    await taking.getByRole('button', { name: 'Взять' }).click()
    await expect.poll(async () => (await read()).row.taken?.source).toBe('SCAN')
    const before = await read()
    expect(Number(before.row.taken?.value)).toBe(average(before))

    // The month with the bonus: what looks like paid once is offered first.
    const months = page.getByRole('region', { name: 'Доход по месяцам' })
    const row = months.getByRole('row').filter({ hasText: 'Премия (код 2002)' })
    await row.getByRole('button', { name: /^Не учитывать: Справка о доходах/ }).click()
    const window = page.getByRole('dialog', { name: /^Не учитывать: март / })
    await window.getByRole('textbox', { name: 'Пояснение' }).fill('Платят раз в год')
    await window.getByRole('button', { name: 'Не учитывать' }).click()
    await window.waitFor({ state: 'detached' })
    const excluded = page.getByRole('region', { name: 'Не учитывается' })
    await excluded.getByText('Разовая премия. Платят раз в год').waitFor()
    const after = await read()
    expect(average(after)).toBeLessThan(average(before))
    expect(Number(after.row.taken?.value)).toBe(average(after))
    const now = await bank.call<FormRoom>(
      'GET',
      `/underwriting/${room.caseId}/form`,
      undefined,
      'underwriter',
    )
    expect(now.rows.find(({ field }) => field === 'income')?.taken?.value).toBe(after.row.taken?.value)
    await toTop(page)
    await office.expectAccessible(page)

    // It can count again.
    await excluded.getByRole('button', { name: /^Учитывать снова: март/ }).click()
    await excluded.waitFor({ state: 'detached' })
    expect((await read()).row.taken?.value).toBe(before.row.taken?.value)

    await page.getByRole('main').press('2')
    await page.waitForURL(`**/underwriting-form/${room.caseId}/${room.participantId}/employment`)
    const log = page.getByRole('region', { name: 'Журнал звонков' })
    await log.getByRole('button', { name: 'Записать звонок' }).click()
    const call = page.getByRole('dialog', { name: 'Звонок' })
    await call.getByRole('textbox', { name: 'Номер' }).fill('+7 495 111-22-33')
    await call.getByRole('combobox', { name: 'Результат' }).click()
    await page.getByRole('option', { name: 'Подтвердили', exact: true }).click()
    await call.getByRole('button', { name: 'Записать' }).click()
    await call.getByText('Укажите, с кем говорили').waitFor()
    await call.getByRole('textbox', { name: 'С кем говорили' }).fill('Смирнова, отдел кадров')
    await call.getByRole('button', { name: 'Записать' }).click()
    await call.waitFor({ state: 'detached' })
    const noted = log.getByRole('listitem').filter({ hasText: 'Смирнова, отдел кадров' })
    await noted.getByText('Подтвердили').waitFor()

    // What was written wrongly is written anew, the former words beneath.
    await noted.getByRole('button', { name: 'Исправить' }).click()
    const correction = page.getByRole('dialog', { name: 'Исправить запись о звонке' })
    await correction.getByRole('textbox', { name: 'С кем говорили' }).fill('Кузнецова, бухгалтерия')
    await correction.getByRole('textbox', { name: 'Что было записано неверно' }).fill('Не та фамилия')
    await correction.getByRole('button', { name: 'Записать' }).click()
    await correction.waitFor({ state: 'detached' })
    await log.getByText('Исправлено: Не та фамилия', { exact: false }).waitFor()
    await toTop(page)
    await office.expectAccessible(page)
    const sheet = await bank.call<EmploymentSheet>(
      'GET',
      `/underwriting/${room.caseId}/form/${room.participantId}/employment`,
      undefined,
      'underwriter',
    )
    const corrected = sheet.calls.find(({ spokeWith }) => spokeWith === 'Кузнецова, бухгалтерия')
    expect(corrected?.earlier.map(({ spokeWith }) => spokeWith)).toEqual(['Смирнова, отдел кадров'])
  })
})
