import type { ChangeRequest } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { TableRow } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import type { Parameter } from '@ipoteka-office/contract/parameters/parameters.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import type { Bank } from '#bank.ts'
import { expect, test } from '#fixtures.ts'
import { ownLoan } from '#journeys/loan-application.ts'

const card = '/parameter/cooling-off'
const inDialog = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

/** The value in force from today on, past the browser. */
async function putBack(bank: Bank, value: readonly TableRow[]): Promise<void> {
  const { version, current } = await bank.call<Parameter>('GET', '/parameters/cooling-off')
  const validFrom = current.validFrom
  const body = { validFrom, value, source: 'Прежнее значение', reason: 'Проверка окончена', version }
  const request = await bank.call<ChangeRequest>('POST', '/parameters/cooling-off/values', body)
  const decision = { version: request.version, comment: '' }
  await bank.call('POST', `/parameters/request/${request.id}/approve`, decision, 'workload')
}

describe('parameters', () => {
  test('a new value is asked for, confirmed by a second person, and an open form has it at once', async ({
    office,
    bank,
  }) => {
    const before = (await bank.call<Parameter>('GET', '/parameters/cooling-off')).values.find(
      ({ state }) => state === 'CURRENT',
    )
    const agent = await office.openAs('agent', `/loan-app-edit/${(await ownLoan(bank)).id}`)
    const period = agent.getByRole('status').filter({ hasText: 'Период охлаждения' })
    await period.filter({ hasText: '48 ч' }).waitFor()

    const page = await office.openAs('admin', '/parameters')
    await page.getByRole('searchbox', { name: 'Найти параметр' }).fill('охлаждения')
    await page.waitForURL(/text=/)
    await page.getByRole('link', { name: 'Период охлаждения' }).click()
    await page.waitForURL(/\/parameter\/cooling-off$/)
    await page.getByRole('button', { name: 'Новое значение' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Часов').last().fill('72')
    await inDialog(page, 'Отправить на подтверждение').click()
    await dialog.getByText('Поле должно быть заполнено').first().waitFor()
    await dialog.getByLabel('Источник').fill('Указание Банка России')
    await dialog.getByLabel('Причина').fill('Период стал длиннее')
    await inDialog(page, 'Отправить на подтверждение').click()
    const asked = page.getByRole('article', { name: /Период охлаждения/ })
    await asked.getByRole('paragraph').filter({ hasText: 'Это ваша заявка' }).waitFor()
    expect(await asked.getByRole('button', { name: 'Подтвердить' }).getAttribute('aria-disabled')).toBe(
      'true',
    )

    const second = await office.openAs('workload', '/parameters/requests')
    const request = second.getByRole('article', { name: /Период охлаждения/ })
    await request.getByText('больше — 72 часа').waitFor()
    await request.getByRole('button', { name: 'Подтвердить' }).click()
    await inDialog(second, 'Подтвердить').click()
    await second.getByText('Изменение подтверждено и действует').waitFor()

    await period.filter({ hasText: '72 ч' }).waitFor()
    const values = page.getByRole('list', { name: 'Значения по датам' })
    await values.getByText('Указание Банка России').waitFor()
    expect(await asked.count()).toBe(0)
    await page.getByRole('button', { name: 'История' }).click()
    await page.getByRole('dialog').getByText('Подтверждено').first().waitFor()
    await putBack(bank, before?.value as TableRow[])
    await period.filter({ hasText: '48 ч' }).waitFor()
  })

  test('two days are compared, and only what differs is shown', async ({ office }) => {
    const page = await office.openAs('viewer', '/parameters/compare?from=2025-08-31&to=2025-09-01')
    const table = page.getByRole('table', { name: 'Сравнение параметров' })
    await table.getByText('Период охлаждения').waitFor()
    expect(await table.getByText('Уровень принятия решения').count()).toBe(0)
    await page.getByRole('button', { name: 'Показать все' }).click()
    await table.getByText('Уровень принятия решения').waitFor()
  })

  test('an auditor only looks, an agent sees nothing', async ({ office }) => {
    const page = await office.openAs('viewer', card)
    const button = page.getByRole('button', { name: 'Новое значение' })
    expect(await button.getAttribute('aria-disabled')).toBe('true')
    const agent = await office.openAs('agent', '/parameters')
    await agent.getByText('Нет прав на совершение операции').waitFor()
  })
})
