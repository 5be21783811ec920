import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { ObligationLedger } from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'

/** An application whose borrower owes what the questionnaire does not tell, and that the underwriter may work at. */
async function withUndeclared(bank: Bank): Promise<ObligationLedger> {
  const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 100 }
  const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
  for (const { caseId } of tasks.content) {
    const room = await bank.call<FormRoom>('GET', `/underwriting/${caseId}/form`, undefined, 'underwriter')
    if (!room.editable.enabled) continue
    const path = `/underwriting/${caseId}/obligations/${room.participantId}`
    const ledger = await bank.call<ObligationLedger>('GET', path, undefined, 'underwriter')
    if (ledger.rows.some(({ marks, asks }) => asks && marks.includes('UNDECLARED'))) return ledger
  }
  throw new Error('No borrower of the demo bank at the underwriter has an undeclared credit')
}

describe('the obligations of a borrower', () => {
  test('an undeclared credit is found, taken into ПДН by the keyboard, repaid by the deal and taken back', async ({
    office,
    bank,
  }) => {
    const { caseId, participantId, rows, load } = await withUndeclared(bank)
    const now = () =>
      bank.call<ObligationLedger>(
        'GET',
        `/underwriting/${caseId}/obligations/${participantId}`,
        undefined,
        'underwriter',
      )
    const hidden = rows.find(({ marks }) => marks.includes('UNDECLARED'))
    const creditor = hidden?.creditor ?? ''
    const page = await office.openAs(
      'underwriter',
      `/underwriting-form/${caseId}/${participantId}/obligations`,
    )
    const ledger = page.getByRole('region', { name: 'Реестр обязательств' })
    await ledger.getByText('не указан в анкете').first().waitFor()
    await office.expectAccessible(page)

    // It stands first: the first row of the keys, which A unfolds.
    await page.getByRole('main').press('j')
    await page.keyboard.press('a')
    const form = page.getByRole('form', { name: `Взять: ${creditor}` })
    await form.waitFor()
    await form.getByRole('radio', { name: 'Не учитывается' }).check()
    const take = form.getByRole('button', { name: 'Взять' })
    expect(await take.getAttribute('aria-disabled')).toBe('true')
    await form.getByRole('radio', { name: 'Гасится этой сделкой' }).check()
    await take.click()
    await form.waitFor({ state: 'detached' })
    await ledger.getByText('гасится этой сделкой').waitFor()
    const repaid = await now()
    expect(Number(repaid.load.debtLoad)).toBeLessThan(Number(load.debtLoad))
    // The indicator beside the table is the same number, to the tenth.
    const shown = Number(repaid.load.debtLoad).toFixed(1).replace('.', ',')
    await page.getByRole('complementary').or(page.getByRole('main')).getByText(`${shown} %`).first().waitFor()

    await ledger.getByRole('button', { name: creditor }).click()
    await form.getByRole('button', { name: 'Отменить выбор' }).click()
    await expect.poll(async () => (await now()).load.debtLoad).toBe(load.debtLoad)
  })
})
