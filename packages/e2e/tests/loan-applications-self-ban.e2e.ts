import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { approveLoan, checkedLoan } from '#journeys/loan-application.ts'

/** Of a client whose ban the bureaus tell at the first question and do not know any more at the second; nothing else speaks against them. */
const liftedBan = '3624180770'

const client = { lastName: 'Запретова', firstName: 'Нина', amount: '200000', passport: liftedBan }

describe('a loan to somebody with a self-ban', () => {
  test('is refused by the system with its reason, and goes its way when the client has lifted the ban', {
    timeout: 150_000,
  }, async ({ office, bank }) => {
    const first = await checkedLoan(bank, client)
    const stageOf = async (id: number) => (await bank.call<CaseHead>('GET', `/case/${id}`)).stage
    await expect.poll(() => stageOf(first.id), { timeout: 45_000 }).toBe('REJECTED')

    const agent = await office.openAs('agent', `/loan-app-edit/${first.id}?section=check`)
    await agent.getByText('Самозапрет на кредиты').first().waitFor()
    const underwriter = await office.openAs('underwriter', `/loan-underwriting-auto-checks/${first.id}`)
    await underwriter.getByText('Самозапрет установлен').first().waitFor()
    await office.go(underwriter, `/loan-underwriting-total/${first.id}`)
    await underwriter.getByText('Самозапрет на кредиты').first().waitFor()
    await underwriter.getByText('Одобрить', { exact: true }).waitFor({ state: 'detached' })
    const { decisions, ways } = await bank.call<DecisionSheet>(
      'GET',
      `/underwriting/${first.id}/decisions`,
      undefined,
      'underwriter',
    )
    expect(ways).toEqual([])
    expect(decisions.map(({ outcome, level }) => [outcome, level])).toEqual([['REJECT', 'SYSTEM']])

    const second = await checkedLoan(bank, { ...client, confirmedDuplicates: [first.id] })
    await expect.poll(() => stageOf(second.id), { timeout: 45_000 }).toBe('UNDERWRITING')
    await office.go(underwriter, `/loan-underwriting-auto-checks/${second.id}`)
    await underwriter.getByRole('row', { name: /^Самозапрет.*Пройдена/ }).waitFor()
    await approveLoan(bank, second.id)
    expect(await stageOf(second.id)).toBe('APPROVED')
  })
})
