import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { ControlSheet } from '@ipoteka-office/contract/underwriting/individual-control.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'

/** An application on control whose form is signed: one more may be begun. */
async function onControl(bank: Bank): Promise<number> {
  const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['VERIFICATION'], size: 50 }
  const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'verifier')
  for (const { caseId } of tasks.content) {
    const sheet = await bank.call<ControlSheet>(
      'GET',
      `/underwriting/${caseId}/control`,
      undefined,
      'verifier',
    )
    const isOver = sheet.controls.every(({ signedAt }) => signedAt !== null)
    if (isOver && sheet.startable.enabled && sheet.free.length > 0) return caseId
  }
  throw new Error('No application waits for control')
}

describe('control of an individual', () => {
  test('is begun, filled, kept from being lost, and signed into the documents', async ({ office, bank }) => {
    const id = await onControl(bank)
    const page = await office.openAs('verifier', `/control-individual/${id}`)
    await page
      .getByRole('region', { name: 'Начать контроль' })
      .getByRole('button', { name: 'Начать' })
      .first()
      .click()
    // Forms that stand open come first.
    await page.getByRole('tab', { name: /, не подписана$/ }).waitFor()
    const form = page.getByRole('form', { name: /^Форма контроля/ })
    await form.waitFor()
    const choose = async (label: string, option: string) => {
      await form.getByRole('combobox', { name: label, exact: true }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    // What the blacklists say stands above the questions.
    const hits = form.getByRole('region', { name: 'Совпадения с чёрными списками' })
    await hits
      .getByText(/^Совпадений нет$|Точное совпадение|Сходство/)
      .first()
      .waitFor()
    await choose('Фото в паспорте — этот человек', 'Да')
    await choose('Документы действуют', 'Да')
    await choose('Работодатель существует', 'Да')
    await choose('Заключение', 'Положительное')
    await form.getByRole('textbox', { name: 'Обоснование заключения' }).fill('Сведения подтверждены звонком')

    // What is typed is not left behind.
    await page.getByRole('link', { name: /^№ / }).first().click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Остаться/ })
      .click()
    await form.getByRole('button', { name: 'Сохранить' }).click()
    await page.getByText('Форма сохранена').waitFor()
    await form.getByRole('button', { name: 'Подписать' }).click()
    await page.getByText('Форма подписана и лежит').waitFor()
    const paper = form.getByRole('link', { name: 'Форма в документах заявки' })
    await paper.waitFor()
    await page.goto(page.url().replace('control-individual', 'control-individual-origin'))
    const former = page.locator('main[data-look="former"]')
    await former.getByText('Форма в документах заявки').first().waitFor()
    expect(await former.getByRole('tab').count()).toBe(0)
    await former.getByRole('link', { name: 'Форма в документах заявки' }).first().click()
    await page
      .getByText(/^Контроль физлица: /)
      .first()
      .waitFor()
  })
})
