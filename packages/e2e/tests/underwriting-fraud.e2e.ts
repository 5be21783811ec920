import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { FraudSheet } from '@ipoteka-office/contract/underwriting/fraud/fraud.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'

/** An application under suspicion that security may judge, with people who can be listed. */
async function suspected(bank: Bank): Promise<number> {
  const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['FRAUD_CHECK'], size: 50 }
  const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'admin')
  for (const { caseId } of tasks.content) {
    const sheet = await bank.call<FraudSheet>('GET', `/underwriting/${caseId}/fraud`, undefined, 'security')
    const isFired = sheet.signals.some(({ state }) => state === 'FIRED')
    if (sheet.verdictable.enabled && isFired && sheet.candidates.some(({ lacks }) => lacks === null))
      return caseId
  }
  throw new Error('No application is under suspicion')
}

describe('the search for fraud', () => {
  test('goes from the signs by the connections to a verdict, a refusal and drafts of blacklist entries', async ({
    office,
    bank,
  }) => {
    const id = await suspected(bank)
    const page = await office.openAs('security', `/underwriting-fraud/${id}`)
    const signs = page.getByRole('region', { name: 'Признаки мошенничества' })
    await signs.getByText('Сработал', { exact: true }).first().waitFor()

    // The graph is walked by arrows, and its list says the same.
    await page.getByRole('tab', { name: 'Связи' }).click()
    const graph = page.getByRole('group', { name: /^Граф связей/ })
    const first = graph.getByRole('button').first()
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    const card = page.getByRole('complementary', { name: 'Карточка узла' })
    const chosen = await card.getByRole('heading', { level: 3 }).textContent()
    await page.getByRole('button', { name: 'Список', exact: true }).click()
    const tree = page.getByRole('tree', { name: 'Связи по видам' })
    expect(await tree.locator('[aria-selected="true"]').first().textContent()).toContain(chosen ?? '—')
    await tree.getByRole('treeitem').first().focus()
    await page.keyboard.press('ArrowLeft')
    expect(await tree.getByRole('treeitem').first().getAttribute('aria-expanded')).toBe('false')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')

    // Without a verdict there is no way out of the stage.
    await page.getByRole('button', { name: 'Дать вердикт' }).click()
    const dialog = page.getByRole('dialog', { name: 'Вердикт о мошенничестве' })
    await dialog.getByRole('radio', { name: 'Мошенничество подтверждено' }).check()
    expect(await dialog.getByRole('checkbox', { name: 'Внести в чёрный список' }).isChecked()).toBe(true)
    await dialog
      .getByRole('textbox', { name: 'На чём основан вердикт' })
      .fill('Работодатель по адресу не находится, справку не выдавал')
    await dialog.getByRole('button', { name: 'Записать вердикт' }).click()
    await page.getByText('Вердикт записан').waitFor()
    await page.getByRole('tab', { name: /^Вердикты/ }).click()
    const verdicts = page.getByRole('region', { name: 'Вердикты' })
    await verdicts.getByText('Мошенничество подтверждено').waitFor()

    // The draft says where it came from, and the page says what became of the draft.
    await verdicts.getByRole('listitem').getByRole('link').first().click()
    await page.getByText(/Запись подготовлена по вердикту/).waitFor()
    await page.getByRole('link', { name: /^заявка № / }).click()
    await page.getByRole('region', { name: 'Итог признаков' }).waitFor()
  })
})
