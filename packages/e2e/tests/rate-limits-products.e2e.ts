import { expect, test } from '#fixtures.ts'

test('cells of what is sold stand beside the limit, and open their rates', async ({ office }) => {
  const page = await office.openAs('admin', '/max-rate-control?part=products&tab=all')
  const table = page.getByRole('table', { name: 'Продукты у предела' })
  await table.getByRole('row').nth(1).waitFor()
  await office.settled(page)
  await office.expectAccessible(page)
  expect(await table.getByText('Предел не применяется').count()).toBeGreaterThan(0)
  await page.getByRole('tab', { name: /^Выше предела/ }).click()
  await table.getByRole('link').first().click()
  await page.waitForURL(/\/(product|loan-products)\/\d+\?tab=rates/)
})
