import { expect, test } from '#fixtures.ts'
import { saveSection } from '#full-application.ts'
import { wholeSections } from '../../server/src/testing/whole-sections.ts'

test('agreements of insurance are a list with its filters', async ({ office, bank }) => {
  const lastName = 'Договорная'
  const body = { programme: '2', regionCode: '77', lastName, firstName: 'Вера' }
  const { id } = await bank.call<{ id: number }>('POST', '/fullApp', body, 'agent')
  await saveSection(bank, id, 'CREDIT', { ...wholeSections.CREDIT })
  await bank.call('POST', '/insuranceAgreement', { caseId: id, type: 'LIFE' }, 'agent')
  const page = await office.openAs('admin', '/insurance-distribution?tab=agreements')
  const table = page.getByRole('table', { name: 'Договоры страхования' })
  await table.getByRole('row').nth(1).waitFor()
  await office.settled(page)
  await office.expectAccessible(page)
  await page.getByPlaceholder('Договор, заявка, клиент').fill(lastName)
  await office.settled(page)
  await table.getByText(new RegExp(lastName)).waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  // The filter stands in the address beside the tab.
  expect(page.url()).toContain('tab=agreements')
  await table.getByRole('link').first().click()
  await page.waitForURL(new RegExp(`/${id}`))
})
