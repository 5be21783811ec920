import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { noise } from '#documents.ts'
import { expect, test } from '#fixtures.ts'
import { scroll } from '#scroll.ts'

/** Photos are brought, shown small, put in another order, taken away and brought back. */
async function keepPhotos(page: Page): Promise<void> {
  const photos = page.getByRole('list', { name: 'Фотографии' })
  const labels = () =>
    photos
      .getByRole('button', { name: /^Открыть фотографию/ })
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label')))
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Добавить фотографии' }).click(),
  ])
  const file = (name: string, seed: number) => ({ name, mimeType: 'image/png', buffer: noise(60, 40, seed) })
  await chooser.setFiles([file('фасад.png', 81), file('кухня.png', 82)])
  await photos.locator('img').nth(1).waitFor()
  expect((await labels()).length).toBe(2)
  const width = await photos
    .locator('img')
    .first()
    .evaluate((img: HTMLImageElement) => img.naturalWidth)
  expect(width).toBeGreaterThan(0)
  const first = (await labels())[0] ?? ''
  const other = first.includes('фасад') ? 'кухня' : 'фасад'
  await photos.getByRole('button', { name: `Переставить стрелками: ${other}` }).press('ArrowLeft')
  await photos.getByRole('button', { name: `Открыть фотографию 1: ${other}` }).waitFor()
  await photos.getByRole('button', { name: `Действия: ${other}` }).click()
  // What was scrolled before the click may be told after it; the menu goes only when its button has moved.
  const menu = page.getByRole('dialog', { name: `Действия: ${other}` })
  await page.evaluate(() => window.dispatchEvent(new Event('scroll')))
  await menu.waitFor()
  await scroll(page, -300)
  await menu.waitFor({ state: 'detached' })
  await photos.getByRole('button', { name: `Действия: ${other}` }).click()
  await page.getByRole('button', { name: 'Пометить на удаление' }).click()
  const back = page.getByRole('button', { name: 'Вернуть', exact: true })
  await back.waitFor()
  await expect.poll(async () => (await labels()).length).toBe(1)
  await back.click()
  await photos.getByRole('button', { name: `Открыть фотографию 1: ${other}` }).waitFor()
  expect((await labels()).length).toBe(2)
}

describe('an object of an application', () => {
  test('belongs to three owners by thirds exactly, and its twin in another application is found', async ({
    office,
    bank,
  }) => {
    const create = (lastName: string) =>
      bank.call<{ id: number; number: string }>(
        'POST',
        '/fullApp',
        { lastName, firstName: 'Вера', programme: '2', regionCode: '16' },
        'agent',
      )
    const [first, second] = [await create('Третьякова'), await create('Шестакова')]
    const page = await office.openAs('agent', `/realty-object-edit/${first.id}`)
    const form = page.getByRole('form', { name: 'Предмет ипотеки' })
    const number = form.getByLabel('Номер', { exact: true })
    const choose = async (label: string, text: string) => {
      await form.getByLabel(label, { exact: true }).fill(text)
      await page.locator('[role="option"][data-highlighted]', { hasText: new RegExp(text, 'i') }).waitFor()
      await page.keyboard.press('Enter')
    }
    await choose('Тип объекта', 'Квартира')
    await number.fill('16:50:0099001:33')
    await form.getByLabel('Площадь, м²', { exact: true }).fill('54,3')
    await form.getByLabel('Цена, ₽').fill('6480000')
    await page.getByText('119 337,02').first().waitFor()
    await choose('Вид собственности', 'долевая')
    const names = form.getByLabel('ФИО или название')
    await names.nth(0).fill('Третьяков Иван')
    await names.nth(1).fill('Третьякова Вера')
    await form.getByText('Сумма долей: 1', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Добавить долю' }).click()
    await names.nth(2).fill('Третьякова Анна')
    await form.getByLabel('Доля: числитель').nth(2).fill('1')
    await form.getByLabel('Знаменатель').nth(2).fill('3')
    await form.getByText('Сумма долей: 4/3, лишние 1/3').waitFor()
    await form.getByRole('button', { name: 'Добавить объект' }).click()
    expect(new URL(page.url()).searchParams.get('object')).toBe(null)
    await form.getByRole('button', { name: 'Поделить поровну' }).click()
    await form.getByText('Сумма долей: 1', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Добавить объект' }).click()
    await page.getByText('Объект добавлен').waitFor()
    await keepPhotos(page)

    await office.go(page, `/realty-object-edit/${second.id}`)
    await number.fill('16 : 50 : 0099001 : 33')
    const twins = page.getByRole('status', { name: 'Дубли по кадастровому номеру' })
    await twins.getByRole('link', { name: first.number }).waitFor()
  })
})
