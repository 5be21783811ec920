import { expect, test } from '#fixtures.ts'

test('agreements of insurance are a list with its filters', async ({ office, bank }) => {
  const page = await office.openAs('admin', '/insurance-distribution?tab=agreements')
  const table = page.getByRole('table', { name: 'Договоры страхования' })
  await table.waitFor()
  await office.settled(page)
  await office.expectAccessible(page)
  const search = page.getByRole('textbox', { name: 'Договор, заявка или клиент' })
  await search.fill('договор, которого нет')
  await page.getByText('Договоров нет').or(page.getByText('Ничего не найдено')).first().waitFor()
  // The filter stands in the address beside the tab.
  expect(page.url()).toContain('tab=agreements')
  const all = await bank.call<{ totalElements: number }>(
    'POST',
    '/insuranceAgreement/filtered',
    { lending: 'MORTGAGE' },
    'admin',
  )
  expect(all.totalElements).toBeGreaterThanOrEqual(0)
})
