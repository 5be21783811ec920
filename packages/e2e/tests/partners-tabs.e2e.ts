import { describe } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { ownPartner, partnerTab } from '#partner.ts'

describe('tabs of the card', () => {
  test('stand in groups with counts that follow changes; the keyboard goes through both lines', async ({
    office,
    bank,
  }) => {
    const partner = await ownPartner(bank, { roleCodes: ['Insurer'] })
    const page = await office.openAs('admin', partnerTab(partner.id))
    const groups = page.getByRole('tablist', { name: 'Карточка партнёра' })
    await groups.getByRole('tab', { name: 'Условия1' }).waitFor()
    await groups.getByRole('tab', { name: 'Карточка' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/tab=employees/)
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(/tab=roles/)
    const tabs = page.getByRole('tablist', { name: 'Условия' })
    await tabs.getByRole('tab', { name: 'Роли1', selected: true }).focus()
    await page.keyboard.press('End')
    await page.waitForURL(/tab=accounts/)
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(/tab=regions/)
    await bank.call('POST', `/partner/${partner.id}/region/`, { regionCode: '16' })
    await tabs.getByRole('tab', { name: 'Регионы1' }).waitFor()
    await groups.getByRole('tab', { name: 'Условия2' }).waitFor()
  })

  test('a tab whose code is lost says so, and the button brings it; the card goes on', async ({ office }) => {
    office.faults.allow(/ERR_FAILED|Failed to load|dynamically imported|Часть страницы не загружена/)
    // A window of its own: one that was handed on may have the code already.
    const page = await office.openAs('admin', partnerTab(2, 'main'), {
      viewport: { width: 1440, height: 900 },
    })
    await page.route('**/links-tab*.js', (route) => route.abort())
    await page.getByRole('tab', { name: /^Документы и связи/ }).click()
    await page.getByRole('tab', { name: /^Связи/ }).click()
    const lost = page.getByRole('alert').filter({ hasText: 'Эта часть страницы не загрузилась' })
    await lost.waitFor()
    await page.unroute('**/links-tab*.js')
    await lost.getByRole('button', { name: 'Повторить' }).click()
    await page
      .getByRole('tabpanel')
      .or(page.locator('main'))
      .getByRole('button', { name: /Добавить/ })
      .first()
      .waitFor()
    expect(await lost.count()).toBe(0)
  })

  test.for([
    ['employees', 'Работают'],
    ['workgroups', 'Создать группу'],
    ['notifications', ''],
    ['reassignment', ''],
  ] as const)('the tab %s opens by its address', async ([tab, text], { office }) => {
    const page = await office.openAs('admin', partnerTab(2, tab))
    await page.getByRole('tab', { selected: true, name: /./ }).first().waitFor()
    await office.settled(page)
    if (text !== '') await page.getByText(text).first().waitFor()
    expect(await page.getByText('Что-то пошло не так').count()).toBe(0)
  })
})
