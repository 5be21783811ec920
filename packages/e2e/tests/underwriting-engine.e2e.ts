import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { EngineRuns } from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'

/** An application in underwriting that the engine stops for what may be disputed. */
async function stopped(bank: Bank): Promise<number> {
  const body = { tab: 'ALL', caseType: 'FULL_APPLICATION', stages: ['UNDERWRITING'], size: 100 }
  const tasks = await bank.call<PageOf<CaseTask>>('POST', '/case-task/search', body, 'underwriter')
  for (const { caseId } of tasks.content) {
    const path = `/underwriting/${caseId}/engine-runs`
    const { runs } = await bank.call<EngineRuns>('GET', path, undefined, 'underwriter')
    if (runs[0]?.factors.some(({ refusalToDispute }) => refusalToDispute === null)) return caseId
  }
  throw new Error('No application of the demo bank has such a stop factor')
}

describe('answers of the decision engine', () => {
  test('are asked for again, a stop factor is disputed, and the head lifts it', async ({ office, bank }) => {
    const id = await stopped(bank)
    const page = await office.openAs('underwriter', `/underwriting-form/${id}/spr_answers`)
    const runs = page.getByRole('region', { name: /^Запуск/ })
    const latest = runs.first()
    await latest.getByText(/^Что снимет: /).waitFor()
    await latest.getByRole('button', { name: 'Оспорить стоп-фактор' }).click()
    await page.getByLabel('Почему стоп-фактор неверен').fill('Кредит гасится этой сделкой')
    await page.getByRole('button', { name: 'Передать руководителю' }).click()
    await latest.getByText(/^Ждёт ответа/).waitFor()

    const head = await office.openAs('uw-head', `/underwriting-form/${id}/spr_answers-origin`)
    await head.locator('main[data-look="former"]').waitFor()
    await head.getByLabel('Ответ', { exact: true }).fill('Согласна: гасится')
    await head.getByRole('button', { name: 'Стоп-фактор снят' }).click()
    // The underwriter's page follows by itself.
    await latest.getByText('Согласна: гасится').waitFor()

    await page.getByRole('button', { name: 'Повторить' }).click()
    await page.getByLabel('Что изменилось с прошлого ответа').fill('Проверяю ещё раз')
    await page.getByRole('button', { name: 'Отправить запрос' }).click()
    await expect.poll(() => runs.count()).toBe(2)
    await latest.getByText('Запрос и ответ').click({ timeout: 90_000 })
    expect(await latest.locator('pre').first().textContent()).toContain('•')
  })
})
