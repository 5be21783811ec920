import type { CaseParticipant } from '@ipoteka-office/contract/cases/case-participants.ts'
import type { CaseHead, CaseRemark } from '@ipoteka-office/contract/cases/cases.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { fillDebtor, leadToUnderwriter, ownUnderwriting } from '#own-underwriting.ts'
import { decideSubjects } from '#subjects.ts'

const sheetOf = (bank: Bank, id: number) =>
  bank.call<DecisionSheet>('GET', `/underwriting/${id}/decisions`, undefined, 'underwriter')
const statesOf = async (bank: Bank, id: number) =>
  (await sheetOf(bank, id)).decisions.map(({ outcome, inForce, suspended }) => [outcome, inForce, suspended])

/** An own application that the underwriter has approved. */
async function approved(bank: Bank): Promise<number> {
  const id = await ownUnderwriting(bank)
  await decideSubjects(bank, id, 'underwriter')
  const { version, requested } = await sheetOf(bank, id)
  const body = { action: 'approve', version, ...requested, comment: 'Первое решение' }
  await bank.call('POST', `/underwriting/${id}/decisions`, body, 'underwriter')
  return id
}

/** The underwriter asks for the questionnaire of the new one, which only those who bring the client can write. */
async function askForParticipant(bank: Bank, id: number): Promise<CaseRemark> {
  const said = { section: 'PERSONAL', type: 'DOC_MISSING', text: 'Внесите анкету созаёмщика' }
  const remark = await bank.call<CaseRemark>('POST', `/case/${id}/remarks`, said, 'underwriter')
  const { version } = await bank.call<CaseHead>('GET', `/case/${id}`, undefined, 'underwriter')
  await bank.call('POST', `/case/${id}/move`, { action: 'returnForRework', version }, 'underwriter')
  return remark
}

describe('an approval that is looked into again', { timeout: 240_000 }, () => {
  test('because somebody joins stays suspended until the new decision on both takes its place', async ({
    office,
    bank,
  }) => {
    const id = await approved(bank)
    const theirs = await office.openAs('agent', `/full-app-edit/${id}`)
    await theirs.getByRole('button', { name: 'Пересмотр условий', exact: true }).click()
    const dialog = theirs.getByRole('dialog', { name: 'Пересмотр условий' })
    await dialog.getByRole('checkbox', { name: 'Состав участников' }).check()
    await dialog.getByLabel('Подробности').fill('Добавляем супруга')
    await dialog.getByRole('button', { name: 'На пересмотр' }).click()
    await theirs.getByText('Пересмотр условий: готово. Этап: Андеррайтинг').waitFor()
    const remark = await askForParticipant(bank, id)

    // The agent's page has stayed open: it may be written in again, and says that the approval does not stand.
    await theirs.getByRole('button', { name: 'Отправить повторно' }).waitFor()
    const told = theirs.getByRole('region', { name: 'Решение банка' })
    await told
      .getByText(/приостановлен/i)
      .first()
      .waitFor()
    await office.go(theirs, `/full-app-edit/${id}?section=PARTICIPANTS`)
    await theirs.getByRole('button', { name: 'Добавить участника' }).click()
    const joins = theirs.getByRole('dialog', { name: 'Новый участник' })
    await joins.getByLabel('Фамилия', { exact: true }).fill('Журавлёв')
    await joins.getByLabel('Имя', { exact: true }).fill('Захар')
    await joins.getByRole('button', { name: 'Добавить', exact: true }).click()
    await theirs.getByRole('button', { name: 'Действия: Журавлёв Захар' }).waitFor()

    const path = `/case/${id}/participants`
    const all = await bank.call<CaseParticipant[]>('GET', path, undefined, 'agent')
    const joined = all.find(({ role }) => role === 'CO_BORROWER')?.id ?? 0
    const person = { lastName: 'Журавлёв', firstName: 'Захар', middleName: 'Игоревич' }
    await fillDebtor(bank, id, joined, { person })
    const answer = { change: 'ANSWER', answer: 'Внесена', version: remark.version }
    await bank.call('PUT', `/case/${id}/remarks/${remark.id}`, answer, 'agent')
    expect(await statesOf(bank, id)).toEqual([
      ['SUSPEND', false, false],
      ['APPROVE', false, true],
    ])
    await leadToUnderwriter(bank, id, 'resubmit')

    const page = await office.openAs('underwriter', `/underwriting-total/${id}`)
    const decisions = page.getByRole('region', { name: 'Решения', exact: true })
    await decisions.getByText('Приостановлено').waitFor()
    // The yes of before was of another application: both are decided on.
    const subjects = page.getByRole('region', { name: 'Решения по заёмщикам и объекту' })
    const ofJoined = subjects.getByRole('listitem').filter({ hasText: 'Журавлёв Захар Игоревич' })
    await ofJoined.getByText('Решения нет').waitFor()
    const form = page.getByRole('form', { name: 'Решение', exact: true })
    await form.getByText(/Журавлёв Захар Игоревич/).waitFor({ state: 'attached' })
    await subjects.getByRole('button', { name: /^Положительно/ }).click()
    await ofJoined.getByText('Положительное').waitFor()
    await form.getByRole('radio', { name: 'Одобрить' }).check()
    await form.getByLabel('Обоснование').fill('Доход созаёмщика подтверждён')
    await page.getByText('Ваших полномочий хватает').waitFor()
    await form.getByRole('button', { name: /^Одобрить/ }).click()
    await page.getByText('Одобрить: записано. Этап: Одобрена').waitFor()
    expect(await statesOf(bank, id)).toEqual([
      ['APPROVE', true, false],
      ['SUSPEND', false, false],
      ['APPROVE', false, false],
    ])
    // The agent's page follows by itself: it says «одобрен» all the time, and «приостановлен» no more.
    await expect.poll(() => told.getByText(/приостановлен/i).count(), { timeout: 15_000 }).toBe(0)
    await told.getByText('Кредит одобрен').waitFor()
  })
})
