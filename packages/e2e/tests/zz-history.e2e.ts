import { describe } from 'vitest'
import { test } from '#fixtures.ts'
describe('pictures', () => {
  test('of history', async ({ office, bank }) => {
    const found = await bank.call<any>(
      'POST',
      '/underwriting/journal/all?size=50&sort=createdAt,desc',
      { stages: ['APPROVED', 'REJECTED'] },
      'underwriter',
    )
    const id = found.content.find((r: any) => r.type === 'FULL_APPLICATION').id
    await bank.call('POST', `/underwriting/${id}/changes/verify`, {}, 'underwriter')
    const page = await office.openAs('underwriter', `/change-history/${id}`, {
      viewport: { width: 1440, height: 900 },
    })
    await office.settled(page)
    await page.screenshot({ path: '/tmp/h1.png' })
    await page.getByRole('tab', { name: 'Таблица' }).click()
    await office.settled(page)
    await page.screenshot({ path: '/tmp/h2.png' })
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.screenshot({ path: '/tmp/h3.png' })
    await page.goto(page.url().replace(/change-history\/.*/, `change-history-origin/${id}`))
    await page.getByRole('heading', { name: 'Сравнение версий' }).waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await office.settled(page)
    await page.screenshot({ path: '/tmp/h4.png', fullPage: true })
  })
})
