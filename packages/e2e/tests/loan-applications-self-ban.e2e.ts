import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { approveLoan, fillLoan, moveLoan, ownLoan, putLoanDocuments } from '#journeys/loan-application.ts'

/** Of a client whose ban the bureaus tell at the first question and do not know any more at the second; nothing else speaks against them. */
const liftedBan = '3624180770'

/** An own application, whole and taken by the bank: the checks begin. */
async function checkedLoan(bank: Bank, passport: string, confirmedDuplicates: number[] = []) {
  const asked = { lastName: 'Запретова', firstName: 'Нина', amount: '200000', passport, confirmedDuplicates }
  const { id, number } = await ownLoan(bank, asked)
  await fillLoan(bank, id, { passport })
  const documents = await putLoanDocuments(bank, id)
  const { version } = await bank.call<CaseHead>('GET', `/case/${id}`, undefined, 'agent')
  await bank.call('POST', `/case/${id}/move`, { action: 'submit', version }, 'agent')
  for (const { id: documentId, version: seen } of documents)
    await bank.call('POST', `/document/${documentId}/review`, { version: seen, status: 'ACCEPTED' })
  await moveLoan(bank, id, 'accept')
  return { id, number }
}

describe('a loan to somebody with a self-ban', () => {
  test('is refused by the system with its reason, and goes its way when the client has lifted the ban', {
    timeout: 150_000,
  }, async ({ office, bank }) => {
    const passport = liftedBan
    const first = await checkedLoan(bank, passport)
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

    const second = await checkedLoan(bank, passport, [first.id])
    await expect.poll(() => stageOf(second.id), { timeout: 45_000 }).toBe('UNDERWRITING')
    await office.go(underwriter, `/loan-underwriting-auto-checks/${second.id}`)
    await underwriter.getByRole('row', { name: /^Самозапрет.*Пройдена/ }).waitFor()
    await approveLoan(bank, second.id)
    expect(await stageOf(second.id)).toBe('APPROVED')
  })
})
