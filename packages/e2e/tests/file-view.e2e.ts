import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import {
  documentsOf,
  documentsPath,
  jbig2Pdf,
  noise,
  ownApplication,
  pdfOf,
  putFile,
  scanOf,
} from '#documents.ts'
import { expect, test } from '#fixtures.ts'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const pageOf = (page: Page, number: number) => page.locator(`[data-page="${number}"] canvas`).first()
const fileView = ({ id, files }: Document) => `/fileView/${id}/${files[0]?.storageId}`
const scale = async (page: Page) =>
  Number.parseInt((await page.getByRole('button', { name: /^Масштаб/ }).textContent()) ?? '', 10)

describe('looking at a file', () => {
  test('pages, zoom, search in text, turning that is kept, the next file', async ({ office, bank }) => {
    const owner = await ownApplication(bank)
    const page = await office.openAs('underwriter', '/')
    const sheets = Array.from(
      { length: 30 },
      (_, at) => `Раздел ${at + 1}. Заёмщик ${at % 10 === 3 ? 'Ёлкин' : ''}`,
    )
    const contract = await putFile(bank, owner, { name: 'договор.pdf', bytes: await pdfOf(page, sheets) })
    await putFile(bank, owner, { name: 'фото.png', bytes: noise(300, 200, 5) })
    await office.go(page, fileView(contract))
    await pageOf(page, 1).waitFor()
    await page.getByRole('heading', { level: 1, name: 'договор.pdf' }).waitFor()

    const pages = page.getByRole('region', { name: 'Страницы: договор.pdf' })
    await pages.focus()
    await page.keyboard.press('PageDown')
    await pageOf(page, 2).waitFor()
    await page.keyboard.press('End')
    await pageOf(page, 30).waitFor()
    expect(await page.locator('[data-page]').count()).toBeLessThan(8)
    const before = await scale(page)
    await page.keyboard.press('+')
    await expect.poll(() => scale(page)).toBeGreaterThan(before)
    await page.keyboard.press('p')
    await expect.poll(() => button(page, 'Целиком').getAttribute('aria-pressed')).toBe('true')

    await page.keyboard.press('Control+f')
    await page.getByLabel('Найти в тексте', { exact: true }).last().fill('елкин')
    await page.getByText(/^\d из 3$/).waitFor()
    await page.locator('[data-found="active"]').first().waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/^\d из 3$/).waitFor()
    await page.getByLabel('Найти в тексте', { exact: true }).last().fill('такого нет')
    await page.getByText('Не найдено').waitFor()
    await page.keyboard.press('Escape')

    await button(page, 'Повернуть вправо').click()
    const turned = async () =>
      (await documentsOf(bank, owner)).documents.map(({ files }) => files[0]?.rotation)
    await expect.poll(turned).toContain(90)
    await page.reload()
    await pageOf(page, 1).waitFor()
    const box = await page.locator('[data-page="1"]').boundingBox()
    expect(box && box.width > box.height).toBe(true)

    const [around] = (await documentsOf(bank, owner)).documents
    const way = around?.id === contract.id ? 'Следующий файл' : 'Предыдущий файл'
    await button(page, way).click()
    await page.getByRole('img', { name: 'фото.png' }).waitFor()
    expect(await scale(page)).toBeGreaterThan(0)
  })

  test('its text can be chosen and copied; a scan says that it has none', async ({ office, bank }) => {
    const owner = await ownApplication(bank)
    const page = await office.openAs('agent', '/')
    const letter = await putFile(bank, owner, {
      name: 'письмо.pdf',
      bytes: await pdfOf(page, ['Уважаемый заёмщик']),
    })
    await office.go(page, fileView(letter))
    await pageOf(page, 1).waitFor()
    const text = page.locator('[data-page="1"] [data-text-layer]')
    await expect.poll(() => text.innerText()).toContain('Уважаемый заёмщик')
    const empty = await putFile(bank, owner, { name: 'пустой.pdf', bytes: await scanOf(page) })
    await office.go(page, fileView(empty))
    await pageOf(page, 1).waitFor()
    await page.getByRole('region', { name: /^Страницы/ }).focus()
    await page.keyboard.press('Control+f')
    await page.getByLabel('Найти в тексте', { exact: true }).last().fill('заёмщик')
    await page.getByText('Распознанного текста нет').waitFor()
  })

  test('a black and white scan is decoded though pages may run nothing but their own scripts', async ({
    office,
    bank,
  }) => {
    const owner = await ownApplication(bank)
    const scan = await putFile(bank, owner, { name: 'факс.pdf', bytes: jbig2Pdf() })
    const page = await office.openAs('agent', fileView(scan))
    await pageOf(page, 1).waitFor()
    const middle = () =>
      pageOf(page, 1).evaluate((canvas: HTMLCanvasElement) => [
        ...(canvas.getContext('2d')?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []),
      ])
    await expect.poll(middle).toEqual([0, 0, 0, 255])
  })

  test('a new version takes the place of the old one, which can still be read', async ({ office, bank }) => {
    const owner = await ownApplication(bank)
    const made = await putFile(bank, owner, { name: 'старая.png', bytes: noise(40, 40, 70) })
    const page = await office.openAs('underwriter', documentsPath(owner, made.id))
    await page.getByRole('img', { name: 'старая.png' }).waitFor()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      button(page, 'Заменить файл').click(),
    ])
    await chooser.setFiles({ name: 'новая.png', mimeType: 'image/png', buffer: noise(40, 40, 71) })
    await page.getByText('Новая версия загружена').waitFor()
    await page.getByRole('img', { name: 'новая.png' }).waitFor()
    await office.go(page, fileView(made))
    await page.getByText('Это прежняя версия').waitFor()
    await page.getByRole('img', { name: 'старая.png' }).waitFor()
    await page.getByRole('complementary').getByRole('link', { name: 'новая.png' }).click()
    await page.getByRole('img', { name: 'новая.png' }).waitFor()
    await page.getByRole('heading', { name: 'Кто открывал' }).waitFor()
  })

  test('what is not there, or not theirs, is told', async ({ office, bank }) => {
    office.faults.allow(/404/)
    const owner = await ownApplication(bank)
    const made = await putFile(bank, owner, { name: 'чужой.png', bytes: noise(30, 30, 80) })
    const stranger = await office.openAs('partner-admin', fileView(made))
    await stranger.getByText('404', { exact: true }).waitFor()
    const page = await office.openAs(
      'underwriter',
      `/fileView/${made.id}/00000000-0000-4000-8000-000000000000`,
    )
    await page.getByText('Такого файла у документа нет').waitFor()
    const refused = await office.openAs('support', fileView(made))
    await refused.getByText('Нет прав на совершение операции').waitFor()
  })

  test('the width beside the form is moved by the keyboard and remembered', async ({ office, bank }) => {
    const owner = await ownApplication(bank)
    const { id } = await putFile(bank, owner, { name: 'рядом.png', bytes: noise(30, 30, 90) })
    const page = await office.openAs('agent', documentsPath(owner, id))
    const line = page.getByRole('separator')
    await line.focus()
    const before = Number(await line.getAttribute('aria-valuenow'))
    await page.keyboard.press('ArrowLeft')
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBe(before - 4)
    await page.reload()
    await expect.poll(async () => Number(await line.getAttribute('aria-valuenow'))).toBe(before - 4)
    await page.keyboard.press('Home')
  })
})
