import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { ownUnderwriting } from '#own-underwriting.ts'
import { decideSubjects } from '#subjects.ts'

/** An application that underwriter and head have passed on to the committee. */
async function beforeCommittee(bank: Bank): Promise<number> {
  const id = await ownUnderwriting(bank, { amount: '7000000' })
  await decideSubjects(bank, id, 'underwriter')
  for (const [action, login] of [
    ['toControl', 'underwriter'],
    ['toCommittee', 'uw-head'],
  ] as const) {
    const sheet = await bank.call<DecisionSheet>('GET', `/underwriting/${id}/decisions`, undefined, login)
    const body = { action, version: sheet.version, ...sheet.requested, comment: 'Сумма требует комитета' }
    await bank.call('POST', `/underwriting/${id}/decisions`, body, login)
  }
  return id
}

describe('the credit committee', { timeout: 150_000 }, () => {
  test('votes for other terms than were proposed: nobody signs them alone, and the client is offered them', async ({
    office,
    bank,
  }) => {
    const id = await beforeCommittee(bank)
    const first = await office.openAs('committee1', `/underwriting-total/${id}`)
    const room = first.getByRole('region', { name: 'Кредитный комитет' })
    // Three votes that come to nothing are followed by another round, and stay to be read.
    const cast = (login: 'committee1' | 'committee2' | 'committee3', more: object) =>
      bank.call('POST', `/underwriting/${id}/committee/votes`, { comment: 'Первый круг', ...more }, login)
    // The chairman, whose vote would decide between equal sides, abstains.
    await cast('committee1', { vote: 'ABSTAIN' })
    await cast('committee2', { vote: 'AGAINST', reasons: ['R04'] })
    await cast('committee3', { vote: 'FOR' })
    const stuck = room.getByRole('region', { name: 'Голосование не состоялось' })
    await stuck.getByText('Проголосовали все, кто вправе, а решения нет').waitFor()
    await stuck.getByLabel('Зачем новый круг').fill('Предложим меньшую сумму')
    await stuck.getByRole('button', { name: 'Новый круг голосования' }).click()
    await room.getByRole('heading', { name: 'Кредитный комитет, круг 2' }).waitFor()
    await room.getByText(/^Круг 1: решение не принято/).click()
    await room.getByText(/Предложим меньшую сумму/).waitFor()
    // There is nothing else to vote for yet.
    await room.getByRole('form', { name: 'Ваш голос' }).waitFor()
    expect(await room.getByRole('radio', { name: 'За встречное предложение' }).count()).toBe(0)
    const box = first.getByRole('region', { name: 'Расчёт встречного предложения' })
    await box.getByLabel('Сумма кредита', { exact: true }).fill('5500000')
    await box.getByLabel('Слова для клиента').fill('На меньшую сумму платёж ниже')
    await box.getByLabel('Обоснование для банка').fill('Доход подтверждён не полностью')
    await box.getByRole('button', { name: 'Вынести на голосование' }).click()
    await first.getByText('Условия вынесены на голосование комитета').waitFor()

    for (const [index, login] of (['committee1', 'committee2', 'committee3'] as const).entries()) {
      const member = index === 0 ? first : await office.openAs(login, `/underwriting-total/${id}`)
      const place = member.getByRole('region', { name: 'Кредитный комитет' })
      await place
        .getByRole('region', { name: 'Условия на голосовании' })
        .getByText(/5.500.000/)
        .waitFor()
      const vote = place.getByRole('form', { name: 'Ваш голос' })
      await vote.getByRole('radio', { name: 'За встречное предложение' }).check()
      await vote.getByLabel('Обоснование голоса').fill(`Сумма посильна, голос ${index + 1}`)
      await vote.getByRole('button', { name: 'Проголосовать' }).click()
      await place.getByText(`Сумма посильна, голос ${index + 1}`).waitFor()
    }
    await room.getByText(/^Протокол № .*: решено предложить другие условия/).waitFor()
    const now = await bank.call<CaseHead>('GET', `/case/${id}`, undefined, 'agent')
    expect(now.stage).toBe('COUNTER_OFFER')
    const theirs = await office.openAs('agent', `/full-app-edit/${id}`)
    await theirs.getByText('На меньшую сумму платёж ниже').first().waitFor()
  })
})
