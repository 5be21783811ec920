import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FeatureToggle } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { Page } from 'playwright-core'
import { describe, inject } from 'vitest'
import { expect, test } from '#fixtures.ts'
import { tabCount, totalShown } from '#list.ts'
import { codesShown, itemsOf, ownDictionary, referencePath } from '#reference.ts'

const csv = (...rows: string[]) => ({
  name: 'справочник.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['Код;Название;Действует с', ...rows].join('\r\n')),
})
const choose = async (page: Page, file: ReturnType<typeof csv>) => {
  await page.locator('input[type="file"]').setInputFiles(file)
  await page.getByRole('tablist', { name: 'Строки файла' }).waitFor()
}
const startImport = (page: Page) => page.getByRole('button', { name: 'Загрузить', exact: true }).click()
const apply = (page: Page) => page.getByRole('button', { name: /^Применить/ })

describe('loading a dictionary from a file', () => {
  test('errors are told by row and nothing is applied; the mended file is', async ({ office, bank }) => {
    const dictionary = await ownDictionary(bank, { A: 'Первая', B: 'Вторая' })
    const page = await office.openAs('admin', referencePath(dictionary))
    await startImport(page)
    await page.waitForURL(/load=new/)
    await page.locator('input[type="file"]').setInputFiles({ ...csv(), name: 'справочник.txt' })
    await page.getByText('Нужен файл XLSX или CSV').waitFor()
    await choose(page, csv('A;Первая новая;', 'B;Вторая;', 'не код;;завтра', 'C;Третья;01.02.2026'))
    await page.waitForURL(/load=\d+/)
    expect(await tabCount(page, 'Ошибка')).toBe(1)
    await page.getByText(/Укажите дату/).waitFor()
    expect(await apply(page).getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('button', { name: 'Выбрать другой файл' }).click()
    await choose(page, csv('A;Первая новая;', 'B;Вторая;', 'C;Третья;01.02.2026'))
    expect(await tabCount(page, 'Новый')).toBe(1)
    expect(await tabCount(page, 'Изменён')).toBe(1)
    expect(await tabCount(page, 'Без изменений')).toBe(1)
    await page.getByRole('tab', { name: /^Изменён/ }).click()
    await page.getByText('Название: Первая →').waitFor()
    await expect.poll(() => totalShown(page)).toBe(1)
    expect(await itemsOf(bank, dictionary)).toHaveLength(2)
    await apply(page).click()
    await page.getByText('Записи: добавлено 1, изменено 1.').waitFor()
    await page.getByRole('button', { name: 'К записям справочника' }).first().click()
    await expect.poll(() => codesShown(page)).toEqual(['A', 'B', 'C'])
    expect(await itemsOf(bank, dictionary)).toMatchObject([
      { code: 'A', name: 'Первая новая' },
      { code: 'B', name: 'Вторая' },
      { code: 'C', validFrom: '2026-02-01' },
    ])
  })

  test('what the file lacks is switched off when asked; the preview survives a reload', async ({
    office,
    bank,
  }) => {
    const dictionary = await ownDictionary(bank, { A: 'Первая', B: 'Вторая' })
    const page = await office.openAs('admin', `${referencePath(dictionary)}&load=new`)
    await page.getByRole('radio', { name: 'Отключить' }).check()
    await choose(page, csv('A;Первая;'))
    expect(await tabCount(page, 'Отключается')).toBe(1)
    await page.reload()
    await page.getByRole('tablist', { name: 'Строки файла' }).waitFor()
    await expect.poll(() => tabCount(page, 'Отключается')).toBe(1)
    await apply(page).click()
    await page.getByText('Записи: отключено 1.').waitFor()
    expect(await itemsOf(bank, dictionary)).toMatchObject([{ active: true }, { code: 'B', active: false }])
  })

  test('can be left, and is found again by its notification', async ({ office, bank }) => {
    const dictionary = await ownDictionary(bank, { A: 'Первая' })
    const page = await office.openAs('admin', `${referencePath(dictionary)}&load=new`)
    await choose(page, csv('A;Первая;', 'B;Вторая;'))
    await office.go(page, '/')
    await page.getByRole('button', { name: /^Уведомления/ }).click()
    await page.getByRole('link', { name: `Проверка файла справочника «${dictionary.title}»` }).click()
    await page.getByRole('tablist', { name: 'Строки файла' }).waitFor()
    expect(await tabCount(page, 'Новый')).toBe(1)
  })

  test('is switched off by its feature toggle, within 2 s in an open page', async ({ office, bank }) => {
    const dictionary = await ownDictionary(bank)
    const { content } = await bank.call<{ content: FeatureToggle[] }>('GET', '/feature-toggles')
    const id = content.find(({ key }) => key === 'references.import')?.id
    const page = await office.openAs('admin', referencePath(dictionary))
    const button = page.getByRole('button', { name: 'Загрузить', exact: true })
    await button.waitFor()
    expect(await button.getAttribute('aria-disabled')).toBeNull()
    await office.settled(page)
    try {
      await bank.call('POST', `/feature-toggles/${id}/kill`, { killed: true })
      await expect.poll(() => button.getAttribute('aria-disabled'), { interval: 50 }).toBe('true')
    } finally {
      await bank.call('POST', `/feature-toggles/${id}/kill`, { killed: false })
    }
    await expect.poll(() => button.getAttribute('aria-disabled')).toBeNull()
  })
})

test('an export holds what is shown, and can be loaded back', async ({ office, bank }) => {
  const dictionary = await ownDictionary(bank, { A: 'Первая', B: 'Вторая' })
  const page = await office.openAs('admin', `${referencePath(dictionary)}&text=втор`)
  await expect.poll(() => codesShown(page)).toEqual(['B'])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Выгрузить' }).click()
  await page.getByRole('button', { name: /CSV/ }).click()
  const file = await download
  const place = join(inject('place'), file.suggestedFilename())
  await file.saveAs(place)
  const content = await readFile(place)
  expect(content.toString('utf8')).toMatch(/Вторая/)
  expect(content.toString('utf8')).not.toMatch(/Первая/)
  await startImport(page)
  await choose(page, { name: file.suggestedFilename(), mimeType: 'text/csv', buffer: content })
  expect(await tabCount(page, 'Без изменений')).toBe(1)
  await page.getByText('Файл ничего не меняет').filter({ visible: true }).waitFor()
})
