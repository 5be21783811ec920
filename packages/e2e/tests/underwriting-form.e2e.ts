import type { FormRoom } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { underwrittenCases } from '#underwritten-cases.ts'

/** An application whose borrower has a value that nobody has chosen yet, and that the underwriter may work at. */
async function withDifference(bank: Bank): Promise<FormRoom> {
  for (const caseId of await underwrittenCases(bank, 'comparison')) {
    const room = await bank.call<FormRoom>('GET', `/underwriting/${caseId}/form`, undefined, 'underwriter')
    if (room.editable.enabled && room.rows.some(({ open }) => open)) return room
  }
  throw new Error('No application of the demo bank has a difference to choose in')
}

describe('the room of the underwriter', () => {
  test('chooses between sources by the keyboard, takes it back, and decides on the borrower', async ({
    office,
    bank,
  }) => {
    const room = await withDifference(bank)
    const { field, label } = room.rows.find(({ open }) => open) ?? { field: '', label: '' }
    const page = await office.openAs('underwriter', `/underwriting-form/${room.caseId}`)
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: label, exact: true }) })
    await row.getByText('выбрать').waitFor()
    const way = page.getByRole('region', { name: 'Решение по заявке' })
    // «К первому» unfolds the row: the key then takes what is proposed, and pressed once more it would unfold it again.
    await way.getByRole('button', { name: 'К первому' }).click()
    const taking = page.getByRole('form', { name: `Взять: ${label}` })
    await taking.waitFor()
    await page.keyboard.press('a')
    await taking.waitFor({ state: 'detached' })
    const now = async () => {
      const path = `/underwriting/${room.caseId}/form`
      const { rows } = await bank.call<FormRoom>('GET', path, undefined, 'underwriter')
      return rows.find((one) => one.field === field)
    }
    expect((await now())?.open).toBe(false)
    expect((await now())?.taken?.by.fullName).not.toBe('')

    // What was chosen can be taken back, and the row asks again.
    await row.getByRole('button', { name: label, exact: true }).click()
    await taking.getByRole('button', { name: 'Отменить выбор' }).click()
    await row.getByText('выбрать').waitFor()
    expect((await now())?.taken).toBeNull()

    await page.keyboard.press('Escape')
    await page.getByRole('main').press('d')
    await page.waitForURL(`**/underwriting-form/${room.caseId}/${room.participantId}/decision`)
    const decision = page.getByRole('region', { name: /^Решение: / })
    await decision.getByRole('radio', { name: 'Отрицательное' }).check()
    await decision.getByRole('button', { name: 'Записать решение' }).click()
    await decision.getByRole('alert').first().waitFor()
    await decision.getByRole('radio', { name: 'Положительное', exact: true }).check()
    await decision.getByRole('button', { name: 'Записать решение' }).click()
    await page.getByText(/Решение записано: /).waitFor()
    await office.expectAccessible(page)
  })
})
