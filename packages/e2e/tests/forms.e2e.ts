import { randomInt } from 'node:crypto'
import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'

describe('the form of a page', () => {
  test('reproaches nothing that was not touched, and takes its words back when they are mended', async ({
    office,
  }) => {
    const page = await office.openAs('agent', '/lead/new')
    const wrong = page.getByRole('main').locator('form [role="alert"]')
    await page.getByLabel('Фамилия', { exact: true }).fill('Загорская')
    await page.getByLabel('Город', { exact: true }).click()
    expect(await wrong.count()).toBe(0)
    await page.keyboard.press('Control+s')
    const said = page.getByRole('region', { name: 'Уведомления' }).getByText('Исправьте отмеченные поля')
    await said.waitFor()
    expect(await wrong.count()).toBeGreaterThan(0)
    await page.getByLabel('Имя', { exact: true }).fill('Вера')
    await page.getByLabel(/^Телефон/).fill('+7 912 000-12-34')
    await page.keyboard.press('Tab')
    await said.waitFor({ state: 'detached' })
    expect(await wrong.count()).toBe(0)
  })

  test('is not sent by Enter in a field on the way; Ctrl S sends it', async ({ office }) => {
    // A client like this one is in the bank already.
    office.faults.allow(/409/)
    const page = await office.openAs('agent', '/lead/new')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/lead') sent.push('lead')
    })
    await page.getByLabel('Фамилия', { exact: true }).fill(`Загор${'абвгдежик'[randomInt(9)]}ская`)
    await page.getByLabel('Имя', { exact: true }).fill('Вера')
    await page.getByLabel(/^Телефон/).fill(`+7912${randomInt(1_000_000, 9_999_999)}`)
    const city = page.getByLabel('Город', { exact: true })
    await city.fill('Нигде-такого-нет')
    await city.press('Enter')
    await page.getByLabel('Дата рождения').press('Enter')
    expect(new URL(page.url()).pathname).toBe('/lead/new')
    expect(sent).toEqual([])
    await page.keyboard.press('Control+s')
    await page.waitForURL(/\/lead\/\d+$/)
    expect(sent).toEqual(['lead'])
  })

  test('Ctrl S is in the list of keys, and saves a card wherever the focus is', async ({ office, bank }) => {
    const { content } = await bank.approvers('oic', { workStatus: 'PAUSE' }, 'page=0&size=1')
    const page = await office.openAs('admin', `/workload-employee/oic/${content[0]?.id}`)
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Горячие клавиши' })
    await keys.getByText('Ctrl S').waitFor()
    await page.keyboard.press('Enter')
    await keys.waitFor({ state: 'detached' })
    const limit = (content[0]?.mortgageApplicationsLimit ?? 0) + 1
    await page.getByLabel('Лимит', { exact: true }).fill(String(limit))
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press('Control+s')
    await page.getByText('Данные сохранены').waitFor()
  })
})
