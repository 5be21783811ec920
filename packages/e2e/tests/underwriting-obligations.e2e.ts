import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import type { ObligationLedger } from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { ownUnderwriting } from '#own-underwriting.ts'

/** An own application whose borrower owes what the questionnaire does not tell. */
async function withUndeclared(bank: Bank): Promise<ObligationLedger> {
  const caseId = await ownUnderwriting(bank, { passportEnd: '0808' })
  const room = await bank.call<FormRoom>('GET', `/underwriting/${caseId}/form`, undefined, 'underwriter')
  const path = `/underwriting/${caseId}/obligations/${room.participantId}`
  const ledger = await bank.call<ObligationLedger>('GET', path, undefined, 'underwriter')
  expect(ledger.rows[0]?.marks).toContain('UNDECLARED')
  return ledger
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
    const creditor = rows[0]?.creditor ?? ''
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
    // A half goes up, and «37 %» has no zero after it.
    const tenths = Math.round(Number(repaid.load.debtLoad) * 10 + 1e-6)
    const shown = String(tenths / 10).replace('.', ',')
    await page.getByRole('complementary').or(page.getByRole('main')).getByText(`${shown} %`).first().waitFor()

    await ledger.getByRole('button', { name: creditor }).click()
    await form.getByRole('button', { name: 'Отменить выбор' }).click()
    await expect.poll(async () => (await now()).load.debtLoad).toBe(load.debtLoad)
  })
})
