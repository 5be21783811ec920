import type { DecisionSheet } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { ownUnderwriting } from '#own-underwriting.ts'

async function sheetOf(bank: Bank, caseId: number): Promise<DecisionSheet> {
  return bank.call('GET', `/underwriting/${caseId}/decisions`, undefined, 'underwriter')
}

const comment = 'Доход и занятость подтверждены, долговая нагрузка в норме'

describe('the decision', () => {
  test('of a simple application is signed by the keyboard, on less than was asked for', async ({
    office,
    bank,
  }) => {
    const sheet = await sheetOf(bank, await ownUnderwriting(bank))
    const page = await office.openAs('underwriter', `/full-app-edit/${sheet.caseId}`)
    await page.getByRole('button', { name: 'Одобрить', exact: true }).press('Enter')
    await page.waitForURL(`**/underwriting-total/${sheet.caseId}?decision=approve`)
    const form = page.getByRole('form', { name: 'Решение', exact: true })
    expect(await form.getByRole('radio', { name: 'Одобрить' }).isChecked()).toBe(true)
    const authority = page.getByRole('complementary', { name: 'Полномочия' })
    await authority.getByText('Ваших полномочий хватает').waitFor()
    // Those who owe come first: one key says yes to all of them.
    const subjects = page.getByRole('region', { name: 'Решения по заёмщикам и объекту' })
    await subjects.getByText('Решения нет').first().waitFor()
    await page.getByRole('main').press('a')
    await subjects.getByText('Положительное').first().waitFor()
    await page.getByText(/Решение записано|Записаны решения/).waitFor()
    await expect.poll(() => subjects.getByText('Решения нет').count()).toBe(0)
    // Without the grounds nothing is signed, and the field says so.
    await page.keyboard.press('Control+Enter')
    await form.getByLabel('Обоснование').focus()
    await form.getByText('Поле должно быть заполнено').first().waitFor()
    const amount = form.getByLabel('Сумма кредита', { exact: true }).last()
    await amount.fill('1500000')
    await authority.getByText(/^Экспозиция: 1.500.000/).waitFor()
    await form.getByLabel('Обоснование').fill(comment)
    await page.keyboard.press('Control+Enter')
    await page.getByText('Одобрить: записано. Этап: Одобрена').waitFor()
    const decisions = page.getByRole('region', { name: 'Решения' })
    await decisions.getByText(comment).waitFor()
    await decisions.getByText(/^Действует по /).waitFor()
    await page.getByText('вы решений не принимаете').waitFor()
  })

  test('above the underwriter’s authority goes to the head, who signs what was proposed', async ({
    office,
    bank,
  }) => {
    const sheet = await sheetOf(bank, await ownUnderwriting(bank, { amount: '7000000' }))
    const page = await office.openAs('underwriter', `/underwriting-total/${sheet.caseId}`)
    const form = page.getByRole('form', { name: 'Решение', exact: true })
    await page.getByText('Ваших полномочий не хватает').waitFor()
    await form.getByLabel('Обоснование').fill('Предлагаю одобрить: доход подтверждён')
    await form.getByRole('button', { name: /^Передать руководителю/ }).click()
    await page.getByText('Передать руководителю: записано. Этап: Контроль решения').waitFor()

    const head = await office.openAs('workload', `/underwriting-total/${sheet.caseId}`)
    await head.getByRole('columnheader', { name: 'Предложено' }).waitFor()
    await head.getByRole('region', { name: 'Решения' }).getByText('Предлагаю одобрить').waitFor()
    const subjects = head.getByRole('region', { name: 'Решения по заёмщикам и объекту' })
    await subjects.getByRole('button', { name: /^Положительно/ }).click()
    await subjects.getByText('руководитель').first().waitFor()
    const own = head.getByRole('form', { name: 'Решение', exact: true })
    await own.getByLabel('Обоснование').fill('Согласен')
    await own.getByRole('button', { name: /^Согласовать/ }).click()
    await head.getByText('Согласовать: записано. Этап: Одобрена').waitFor()
    // The underwriter's page follows by itself.
    await page.getByRole('region', { name: 'Решения' }).getByText('Согласен').waitFor()
  })

  test('of a refusal names reasons, and writes for the client only those that may be told', async ({
    office,
    bank,
  }) => {
    const sheet = await sheetOf(bank, await ownUnderwriting(bank))
    const page = await office.openAs('underwriter', `/underwriting-total/${sheet.caseId}`)
    const form = page.getByRole('form', { name: 'Решение', exact: true })
    await form.getByRole('radio', { name: 'Одобрить', checked: true }).waitFor()
    // The head offers the decisions too: there they are chosen.
    await page.locator('header.card').getByRole('button', { name: 'Ещё действия' }).click()
    await page.getByRole('button', { name: 'Отказать', exact: true }).click()
    await form.getByRole('radio', { name: 'Отказать', checked: true }).waitFor()
    const reasons = form.getByRole('combobox', { name: 'Причины' })
    for (const reason of ['Недостаточный доход', 'Низкий скоринговый балл']) {
      await reasons.fill(reason)
      await page.getByRole('option', { name: new RegExp(reason) }).click()
    }
    await expect
      .poll(() => form.getByLabel('Что сказать клиенту').inputValue())
      .toBe('Банк принял решение отказать в кредите: недостаточный доход')
    await form.getByLabel('Обоснование').fill('Балл ниже порога, доход ниже прожиточного минимума')
    // Ctrl Enter in a comment sends the comment: nothing is signed by it.
    await page.getByRole('button', { name: 'Показать: Комментарии' }).click()
    await page.getByLabel('Новый комментарий').fill('Смотрю доход')
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => page.getByLabel('Новый комментарий').inputValue()).toBe('')
    const path = `/underwriting/${sheet.caseId}/decisions`
    const { decisions } = await bank.call<DecisionSheet>('GET', path, undefined, 'underwriter')
    expect(decisions).toHaveLength(sheet.decisions.length)
    await form.getByRole('button', { name: /^Отказать/ }).click()
    await page.getByText('Отказать: записано. Этап: Отказ').waitFor()
    await page.getByText('(не раскрывается)').waitFor()

    const notice = page.getByRole('region', { name: 'Решение банка' })
    await notice.getByText('Отказ в кредите', { exact: true }).waitFor()
    await notice.getByText('Причины: Недостаточный доход').waitFor()
    const letter = page.waitForEvent('download')
    await notice.getByRole('button', { name: 'Уведомление, PDF' }).click()
    expect((await letter).suggestedFilename()).toMatch(/^Уведомление о решении .+\.pdf$/)
  })
})
