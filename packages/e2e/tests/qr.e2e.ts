import type { Page as PageOf } from '@ipoteka-office/contract/common/page.ts'
import type { QrCode } from '@ipoteka-office/contract/qr/qr.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { choose } from '#approver.ts'
import { expect, test } from '#fixtures.ts'
import { rowCount, tabCount, totalShown } from '#list.ts'

const label = (page: Page, text: string) => page.getByLabel(text, { exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

describe('the list of QR codes', () => {
  test('tabs carry the counts of the rows they open; filters are in the address', async ({ office }) => {
    const page = await office.openAs('admin', '/qr')
    await page.locator('tbody tr').first().waitFor()
    for (const tab of ['Все', 'Действуют', 'Истекли']) {
      await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
      await expect.poll(async () => (await totalShown(page)) - (await tabCount(page, tab))).toBe(0)
    }
    await page.getByRole('tab', { name: /^Все/ }).click()
    await page.getByRole('searchbox', { name: /^Найти/ }).fill('нетакойкампании')
    await page.waitForURL(/text=/)
    await page.getByRole('button', { name: 'Сбросить фильтры' }).click()
    await expect.poll(() => rowCount(page)).toBeGreaterThan(0)
  })

  test('is not for everybody', async ({ office }) => {
    const page = await office.openAs('support', '/qr')
    await page.getByText('Нет прав на совершение операции').waitFor()
  })
})

describe('a QR code', () => {
  test('is created with a preview, counts its scans, is given out as files, is switched off', async ({
    office,
    bank,
  }) => {
    const page = await office.openAs('admin', '/qr')
    await button(page, 'Новый QR-код').click()
    await page.waitForURL(/\/qr\/new$/)
    await button(page, 'Создать').click()
    await page.getByText('Поле должно быть заполнено').first().waitFor()
    const campaign = `Проверка ${Date.now()}`
    await choose(page, 'Вид партнёра', 'Офис банка')
    await choose(page, 'Продукт', 'Семейная ипотека')
    await label(page, 'Кампания').fill(campaign)
    await label(page, 'Действует до').fill('01.01.2020')
    await button(page, 'Создать').click()
    await page.getByText('Дата не может быть в прошлом').waitFor()
    await label(page, 'Действует до').fill('31.12.2099')
    const preview = page.getByRole('complementary', { name: 'Предпросмотр' })
    await preview.getByText('Семейная ипотека').waitFor()
    await preview.getByText(campaign).waitFor()
    await button(page, 'Создать').click()
    await page.waitForURL(/\/qr\/\d+$/)
    await page.getByRole('img', { name: /^QR-код со ссылкой/ }).waitFor()

    const id = new URL(page.url()).pathname.split('/').at(-1)
    const made = await bank.call<QrCode>('GET', `/qr/${id}`)
    const scan = await fetch(`${office.url}/q/${made.shortCode}`, {
      redirect: 'manual',
      headers: {
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1',
      },
    })
    expect([302, 303, 307]).toContain(scan.status)
    await expect
      .poll(async () => (await bank.call<QrCode>('GET', `/qr/${id}`)).scanCount, { timeout: 15_000 })
      .toBe(1)
    await page.reload()
    await page.getByText(/^1 сканирование/).waitFor()
    await page.getByText('Телефон 1').waitFor()

    for (const [name, file] of [
      ['PNG', /\.png$/],
      ['SVG', /\.svg$/],
      ['Плакат PDF', /\.pdf$/],
    ] as const) {
      const waiting = page.waitForEvent('download')
      await button(page, name).click()
      expect((await waiting).suggestedFilename()).toMatch(file)
    }

    await button(page, 'Отключить').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Отключить', exact: true }).click()
    await page.getByText('QR-код отключён').waitFor()
    expect(await button(page, 'Отключить').getAttribute('aria-disabled')).toBe('true')
    const off = await fetch(`${office.url}/q/${made.shortCode}`, { redirect: 'manual' })
    expect(off.status).toBeGreaterThanOrEqual(400)
  })

  test('the card of a code that is not there says so', async ({ office, bank }) => {
    office.faults.allow(/404/)
    const page = await office.openAs('admin', '/qr/2000000000')
    await page.getByText('QR-код не найден').or(page.getByText('Страница не найдена')).first().waitFor()
    const list = await bank.call<PageOf<QrCode>>('GET', '/qr')
    await office.go(page, `/qr/${list.content[0]?.id}`)
    await page.getByRole('group', { name: 'Период' }).getByRole('button', { name: '90 дн.' }).click()
    await page
      .getByText(/лучший день|^0 сканирований/)
      .first()
      .waitFor()
  })
})

test('a partner and a person that one may not open are named without links', async ({ office }) => {
  const page = await office.openAs('agent', '/qr')
  await page.locator('tbody tr a').first().click()
  const partner = page.getByRole('group', { name: 'Партнёр', exact: true })
  await partner.getByText(/\S/).last().waitFor()
  expect(await partner.getByRole('link').count()).toBe(0)
})
