import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { putNeededDocuments } from '#full-application.ts'
import { describeHome, reviewHome } from '#journeys/own-object.ts'
import { ownUnderwriting } from '#own-underwriting.ts'
import { decideSubjects } from '#subjects.ts'

async function move(bank: Bank, id: number, action: string): Promise<void> {
  const { version } = await bank.call<CaseHead>('GET', `/case/${id}`, undefined, 'agent')
  await bank.call('POST', `/case/${id}/move`, { action, version }, 'agent')
}

/** An own application whose first object is at its examination. */
async function examined(bank: Bank, number: string): Promise<number> {
  const id = await ownUnderwriting(bank)
  await decideSubjects(bank, id, 'underwriter')
  const path = `/underwriting/${id}/decisions`
  const { version, requested } = await bank.call<DecisionSheet>('GET', path, undefined, 'underwriter')
  const body = { action: 'approve', version, ...requested, comment: 'Доход подтверждён' }
  await bank.call('POST', path, body, 'underwriter')
  await move(bank, id, 'selectRealty')
  await describeHome(bank, id, number)
  await putNeededDocuments(bank, id, 'REALTY_CHECK')
  await move(bank, id, 'presentRealty')
  return id
}

describe('the object of a loan', { timeout: 240_000 }, () => {
  test('is refused and taken off; another one is presented, examined and accepted', async ({
    office,
    bank,
  }) => {
    // Numbers of a run of its own: nobody has bought these homes before.
    const serial = 100_000 + (Date.now() % 800_000)
    const id = await examined(bank, `16:50:1${serial}:11`)
    const page = await office.openAs('underwriter', `/underwriting-mortgage/${id}/decision`)
    const decision = page.getByRole('form', { name: /^Решение: / })
    await decision.getByRole('radio', { name: 'Не соответствует' }).check()
    await decision.getByRole('combobox', { name: 'Причины' }).fill('Объект не соответствует')
    await page.getByRole('option', { name: /Объект не соответствует/ }).click()
    await decision.getByLabel('Обоснование').fill('Перепланировка с выносом кухни')
    await decision.getByRole('button', { name: 'Записать решение' }).click()
    const stands = page.getByRole('region', { name: /^Решение: / })
    await stands.getByText('Перепланировка с выносом кухни').waitFor()
    const head = page.locator('header.card')
    await head.getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('button', { name: 'Объект не соответствует', exact: true }).click()
    const words = page.getByRole('dialog', { name: 'Объект не соответствует' })
    await words.getByLabel(/^Комментарий/).fill('Кухня вынесена в жилую комнату')
    await words.getByRole('button', { name: 'Объект не соответствует', exact: true }).click()
    await page.getByText('Объект не соответствует: готово. Этап: Подбор объекта').waitFor()

    // The refused one is presented no more, and the agent is told why.
    const theirs = await office.openAs('agent', `/full-app-edit/${id}`)
    const present = theirs.getByRole('button', { name: 'Представить объект', exact: true })
    await present.waitFor()
    await expect.poll(() => present.getAttribute('aria-disabled')).toBe('true')
    await present.hover()
    await theirs
      .getByText(/снимите его с заявки и представьте другой/)
      .last()
      .waitFor()
    await office.go(theirs, `/realty-object-edit/${id}`)
    await theirs.getByRole('button', { name: 'Снять с заявки' }).click()
    await theirs.getByRole('button', { name: 'Вернуть в заявку' }).waitFor()
    const second = await describeHome(bank, id, `16:50:1${serial}:12`)
    await putNeededDocuments(bank, id, 'REALTY_CHECK')
    await office.go(theirs, `/full-app-edit/${id}`)
    await expect.poll(() => present.getAttribute('aria-disabled')).toBe(null)
    await present.click()
    await theirs.getByRole('dialog').getByRole('button', { name: 'Представить объект' }).click()
    await theirs.getByText('Представить объект: готово. Этап: Андеррайтинг').waitFor()

    // The page of the examination has followed to the new object, and the old one stays to be read.
    await reviewHome(bank, id, second)
    await office.go(page, `/underwriting-mortgage/${id}/decision`)
    const chosen = page.getByRole('combobox', { name: 'Объект', exact: true })
    await chosen.click()
    await page.getByRole('option', { name: /:12 — объект сделки$/ }).waitFor()
    await page.getByRole('option', { name: /:11 — снят$/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Объект можно принять').first().waitFor()
    await decision.getByRole('radio', { name: 'Объект соответствует требованиям' }).check()
    await decision.getByRole('button', { name: 'Записать решение' }).click()
    await stands.getByText(/Соловьёва/).waitFor()
    await head.getByRole('button', { name: 'Объект принят', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Объект принят', exact: true }).click()
    await page.getByText('Объект принят: готово. Этап: Объект одобрен').waitFor()
    await theirs.getByText('Объект одобрен').first().waitFor()
  })
})
