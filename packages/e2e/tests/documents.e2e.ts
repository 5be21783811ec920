import type { Completeness } from '@ipoteka-office/contract/documents/document-completeness.ts'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import {
  documentsOf,
  documentsPath,
  dropFiles,
  noise,
  ownApplication,
  pdfOf,
  putFile,
  zipNames,
} from '#documents.ts'
import { expect, test } from '#fixtures.ts'
import { fillEverything, ownFullApplication, putNeededDocuments } from '#full-application.ts'
import { press } from '#keyboard.ts'
import { pick } from '#partner.ts'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const dialog = (page: Page) => page.getByRole('dialog').last()
const group = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rows = (page: Page) => page.locator('li[data-document]')
const rowOf = (page: Page, name: string) => rows(page).filter({ hasText: name }).first()
const tray = (page: Page) => page.getByRole('region', { name: 'Загрузка файлов' })
const act = async (page: Page, document: string, what: string) => {
  await button(page, `Действия: ${document}`).click()
  await page.getByRole('dialog').getByRole('button', { name: what, exact: true }).click()
}
/** Lets files go whose types nobody knows. */
const approveTypes = async (page: Page) => {
  await dialog(page)
    .getByRole('button', { name: /^Загрузить: / })
    .click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
}
const png = (seed: number) => noise(60, 80, seed)

describe('uploading documents', () => {
  test('several files at once: types are guessed, asked once for the rest; an answer for each, those refused say why', async ({
    office,
    bank,
  }) => {
    const owner = await ownApplication(bank)
    const page = await office.openAs('agent', documentsPath(owner))
    await page.getByText('Документов ещё нет').waitFor()
    const contract = await pdfOf(page, ['Договор купли-продажи', 'Реквизиты сторон'])
    await dropFiles(page, page.getByText('Документов ещё нет'), [
      { name: 'договор.pdf', bytes: contract },
      { name: 'паспорт.png', bytes: png(1) },
      { name: 'программа.exe', bytes: Buffer.from('MZ') },
      { name: 'не то.pdf', bytes: Buffer.from('Это просто текст под чужим именем') },
      { name: 'scan0001.png', bytes: png(3) },
    ])
    await dialog(page).getByText('Тип узнали сами: 2 файла').waitFor()
    await pick(page, 'Тип документа: scan0001.png', 'СНИЛС', 'снилс')
    await approveTypes(page)
    await tray(page).getByText('Загружено: 3, не принято: 2').waitFor()
    await tray(page).getByText('Такие файлы не принимаются').waitFor()
    await button(page, 'Выбрать другой файл вместо не то.pdf').waitFor()
    await expect.poll(() => rows(page).count()).toBe(3)
    const { documents } = await documentsOf(bank, owner)
    expect(
      Object.fromEntries(documents.map(({ files, type }) => [files[0]?.name, type?.code ?? null])),
    ).toEqual({ 'договор.pdf': 'DKP', 'паспорт.png': 'PASSPORT_RF', 'scan0001.png': 'SNILS' })

    await dropFiles(page, rowOf(page, 'Паспорт гражданина РФ').locator('> div').first(), [
      { name: 'паспорт, прописка.png', bytes: png(2) },
    ])
    await expect
      .poll(async () =>
        (await documentsOf(bank, owner)).documents.reduce((sum, { files }) => sum + files.length, 0),
      )
      .toBe(4)

    await dropFiles(page, page.getByText('Перетащите файлы'), [{ name: 'копия.pdf', bytes: contract }])
    await tray(page).getByText('уже есть', { exact: true }).waitFor()
    await button(page, 'Всё равно загрузить: копия.pdf').click()
    await expect.poll(async () => (await documentsOf(bank, owner)).documents.length).toBe(4)
  })

  test('a connection that is lost is waited out, and nothing is sent twice', async ({ office, bank }) => {
    office.faults.allow(/ERR_FAILED|Failed to load resource/)
    const owner = await ownApplication(bank)
    const page = await office.openAs('agent', documentsPath(owner))
    const sent: number[] = []
    let lost = 0
    await page.route('**/api/document/multiupload/*?item=*', async (route) => {
      const offset = Number(new URL(route.request().url()).searchParams.get('offset'))
      sent.push(offset)
      if (offset > 0 && lost < 2) {
        lost += 1
        await route.abort()
      } else await route.continue()
    })
    await page.getByText('Документов ещё нет').waitFor()
    const scan = noise(1_000, 1_000, 7)
    await dropFiles(page, page.getByText('Документов ещё нет'), [{ name: 'большой скан.png', bytes: scan }])
    await approveTypes(page)
    await tray(page).getByText('нет связи, продолжим сами').waitFor()
    await tray(page).getByText('Загружено: 1').waitFor({ timeout: 30_000 })
    const { documents } = await documentsOf(bank, owner)
    expect(documents[0]?.files[0]?.size).toBe(scan.length)
    expect(sent.filter((offset) => offset === 0)).toHaveLength(1)
    expect(lost).toBe(2)
  })

  test('after a reload the same file goes on from where it was; a pause holds it', async ({
    office,
    bank,
  }) => {
    office.faults.allow(/ERR_FAILED|Failed to load resource/)
    const owner = await ownApplication(bank)
    const page = await office.openAs('agent', documentsPath(owner))
    const file = { name: 'скан дела.png', bytes: noise(1_000, 1_000, 8) }
    const parts = '**/api/document/multiupload/*?item=*'
    let isHeld = true
    await page.route(parts, (route) =>
      isHeld && !route.request().url().includes('offset=0') ? route.abort() : route.continue(),
    )
    await page.getByText('Документов ещё нет').waitFor()
    await dropFiles(page, page.getByText('Документов ещё нет'), [file])
    await approveTypes(page)
    await tray(page).getByText('нет связи, продолжим сами').waitFor()
    await button(page, `Приостановить: ${file.name}`).click()
    await tray(page).getByText('приостановлен', { exact: true }).waitFor()
    page.on('dialog', (question) => void question.accept())
    await page.reload()
    await tray(page).getByText('выберите файл ещё раз').waitFor()
    isHeld = false
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('offset=')) asked.push(request.url())
    })
    await page.getByLabel('Выбрать прерванные файлы').setInputFiles({
      name: file.name,
      mimeType: 'image/png',
      buffer: file.bytes,
    })
    await expect.poll(async () => (await documentsOf(bank, owner)).documents.length).toBe(1)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.some((url) => url.includes('offset=0'))).toBe(false)
  })
})

describe('sorting documents out', () => {
  test('a type is assigned, order is changed by the keyboard, a document is deleted and brought back', async ({
    office,
    bank,
  }) => {
    const owner = await ownApplication(bank)
    for (const [at, name] of ['один.png', 'два.png', 'три.png'].entries())
      await putFile(bank, owner, { name, bytes: png(10 + at) })
    const page = await office.openAs('agent', documentsPath(owner))
    await button(page, 'Назначить тип: два.png').click()
    await pick(page, 'Тип документа', 'Паспорт гражданина РФ', 'паспорт')
    await dialog(page).getByRole('button', { name: 'Назначить', exact: true }).click()
    await page.getByText('Тип назначен').waitFor()
    await expect.poll(() => group(page, 'Неразобранные').locator('li[data-document]').count()).toBe(2)
    const typed = (await documentsOf(bank, owner)).documents.find(({ type }) => type !== null)
    expect(typed?.files[0]?.name).toBe('два.png')

    const names = () => group(page, 'Неразобранные').locator('li[data-document]').allInnerTexts()
    const [first = ''] = await names()
    await button(page, `Переставить стрелками: ${first.split('\n')[0]}`).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(async () => (await names())[1]).toContain(first.split('\n')[0])
    await expect
      .poll(async () => {
        const { documents } = await documentsOf(bank, owner)
        return documents.filter(({ type }) => type === null).map(({ files }) => files[0]?.name)[1]
      })
      .toBe(first.split('\n')[0])

    await act(page, 'три.png', 'Пометить на удаление')
    await expect.poll(() => rowOf(page, 'три.png').count()).toBe(0)
    await button(page, 'Показать удалённые').click()
    await rowOf(page, 'три.png').getByText('Помечен на удаление').waitFor()
    await act(page, 'три.png', 'Восстановить')
    await expect.poll(async () => (await documentsOf(bank, owner)).documents.length).toBe(3)
    await button(page, /^Снять тип|^Действия: Паспорт/).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Снять тип' }).click()
    await expect
      .poll(async () => (await documentsOf(bank, owner)).documents.every(({ type }) => type === null))
      .toBe(true)
  })

  test('a file of several pages is split into documents', async ({ office, bank }) => {
    const owner = await ownApplication(bank)
    const page = await office.openAs('agent', documentsPath(owner))
    const bytes = await pdfOf(page, ['Справка', 'Выписка', 'Анкета', 'Анкета, оборот'])
    await putFile(bank, owner, { name: 'всё вместе.pdf', bytes })
    await act(page, 'всё вместе.pdf', 'Разделить на части')
    const pages = dialog(page).getByRole('list', { name: 'Страницы файла' })
    await pages.locator('canvas').nth(3).waitFor()
    await button(page, 'Страница 2: начать с неё новую часть').click()
    await button(page, 'Страница 3: начать с неё новую часть').click()
    await dialog(page).getByText('стр. 3–4').waitFor()
    await dialog(page).getByRole('button', { name: 'Разделить', exact: true }).click()
    await page.getByText('Создано: 2 документа').waitFor()
    await expect
      .poll(async () =>
        (await documentsOf(bank, owner)).documents
          .map(({ files }) => String(files[0]?.pages))
          .sort()
          .join(' '),
      )
      .toBe('1 1 2')
  })

  test('several at once, with an answer for each; the archive holds them all', async ({ office, bank }) => {
    office.faults.allow(/400/)
    const owner = await ownApplication(bank)
    await putFile(bank, owner, { name: 'первый.png', bytes: png(30) }, { typeCode: 'PASSPORT_RF' })
    await putFile(bank, owner, { name: 'второй.png', bytes: png(31) })
    const page = await office.openAs('underwriter', documentsPath(owner))
    const groups = page.getByLabel(/^Выбрать все: /)
    await expect.poll(() => groups.count()).toBe(2)
    for (const box of await groups.all()) await box.check()
    const bulk = page.getByRole('group', { name: 'Действия с выбранными' })
    await bulk.getByText('Выбрано: 2').waitFor()
    await bulk.getByRole('button', { name: 'Принять' }).click()
    // One has no type yet: the other is accepted all the same.
    await dialog(page).getByText('Сделано: 1, отклонено: 1').waitFor()
    await dialog(page).getByRole('button', { name: 'Закрыть' }).last().click()
    await bulk.getByText('Выбрано: 1').waitFor()
    await bulk.getByRole('button', { name: 'Назначить тип' }).click()
    await pick(page, 'Тип документа', 'Паспорт гражданина РФ', 'паспорт')
    await dialog(page).getByRole('button', { name: 'Назначить', exact: true }).click()
    await page.getByText('Тип назначен: 1 документ').waitFor()
    const after = (await documentsOf(bank, owner)).documents
    expect(
      after
        .map(({ status }) => status)
        .sort()
        .join(' '),
    ).toBe('ACCEPTED UPLOADED')
    await button(page, 'Ещё').click()
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Скачать всё архивом').click(),
    ])
    const names = await zipNames(archive)
    expect(names.filter((name) => name.endsWith('.png'))).toHaveLength(2)
    expect(new Set(names).size).toBe(names.length)
    expect(names.every((name) => !name.startsWith('/') && !name.includes('..'))).toBe(true)
  })
})

describe('reviewing documents', () => {
  test('a rejection with its reason reaches the agent who is looking', async ({ office, bank }) => {
    const owner = await ownApplication(bank)
    const { id } = await putFile(bank, owner, { name: 'снимок.png', bytes: png(40) }, { login: 'agent' })
    const agent = await office.openAs('agent', documentsPath(owner))
    await rowOf(agent, 'снимок.png').getByText('Загружен', { exact: true }).waitFor()
    const reviewer = await office.openAs('underwriter', documentsPath(owner, id))
    await reviewer.getByRole('img', { name: 'снимок.png' }).waitFor()
    await button(reviewer, 'Отклонить').click()
    await button(reviewer, 'Скан нечитаемый, пришлите заново').click()
    await dialog(reviewer).getByRole('button', { name: 'Отклонить', exact: true }).click()
    await reviewer.getByText('Документ отклонён').waitFor()
    await rowOf(agent, 'снимок.png').getByText('Скан нечитаемый, пришлите заново').waitFor()
    await rowOf(agent, 'снимок.png').getByText('Отклонён').waitFor()
    // The agent may not decide.
    await office.go(agent, documentsPath(owner, id))
    expect(await button(agent, 'Отменить решение').getAttribute('aria-disabled')).toBe('true')
  })

  test('details saved late are compared, and nothing of the other is lost', async ({ office, bank }) => {
    office.faults.allow(/409/)
    const owner = await ownApplication(bank)
    const made = await putFile(bank, owner, { name: 'справка.png', bytes: png(50) })
    const page = await office.openAs('underwriter', documentsPath(owner, made.id))
    await page.getByLabel('Номер', { exact: true }).fill('77')
    const now = await bank.call<Document>('GET', `/document/${made.id}`)
    await bank.call('PUT', `/document/${made.id}`, { number: '88', version: now.version })
    await button(page, 'Сохранить').click()
    await dialog(page).getByText('88', { exact: true }).waitFor()
    await dialog(page)
      .getByRole('radio', { name: /Номер, ваше/ })
      .check()
    await button(page, 'Применить и сохранить').click()
    await expect
      .poll(async () => (await bank.call<Document>('GET', `/document/${made.id}`)).number)
      .toBe('77')
  })

  test('two tabs show the same, and a viewer may only look', async ({ office, bank }) => {
    const owner = await ownApplication(bank)
    await putFile(bank, owner, { name: 'общий.png', bytes: png(60) })
    const page = await office.openAs('agent', documentsPath(owner))
    const other = await office.tab(page, documentsPath(owner))
    await act(page, 'общий.png', 'Пометить на удаление')
    await other.getByText('Документов ещё нет').waitFor()
    const viewer = await office.openAs('viewer', documentsPath(owner))
    await button(viewer, 'Показать удалённые').click()
    await rowOf(viewer, 'общий.png').waitFor()
    expect(await button(viewer, 'Выбрать файлы').getAttribute('aria-disabled')).toBe('true')
    await button(viewer, 'Действия: общий.png').click()
    expect(await button(viewer, 'Восстановить').getAttribute('aria-disabled')).toBe('true')
  })

  test("another partner's documents are not there, its own are", async ({ office, bank }) => {
    office.faults.allow(/404/)
    const owner = await ownApplication(bank)
    const stranger = await office.openAs('partner-admin', documentsPath(owner))
    await stranger.getByText('404', { exact: true }).waitFor()
    await office.go(stranger, '/partner-edit/4?tab=documents')
    await stranger.locator('input[type="search"]').waitFor()
    await dropFiles(stranger, stranger.locator('main .card').last(), [
      { name: `устав ${Date.now()}.png`, bytes: noise(20, 20, Date.now() % 1_000) },
    ])
    await approveTypes(stranger)
    await tray(stranger).getByText('Загружено: 1').waitFor()
  })
})

describe('what a case is asked for', () => {
  test('what is needed now stands open, the rest folds to counts; all of it is reached by the keyboard', async ({
    office,
    bank,
  }) => {
    const { id, borrower } = await ownFullApplication(bank)
    await fillEverything(bank, id, borrower)
    await putNeededDocuments(bank, id)
    const path = `/full-app-edit/${id}?section=DOCUMENTS`
    const completeness = `/document/completeness/APPLICATION/${id}`
    const { groups, required } = await bank.call<Completeness>('GET', completeness)
    expect(required).toBeGreaterThanOrEqual(21)
    const page = await office.openAs('agent', path, { viewport: { width: 1440, height: 900 } })
    const now = group(page, 'Нужно сейчас')
    await now.getByText('Отчёт об оценке', { exact: true }).waitFor()
    await office.settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1_200)

    const received = button(page, /^Получены 7/)
    const opens = button(page, 'Открыть: СНИЛС')
    expect(await opens.count()).toBe(0)
    await press(page, received)
    await opens.waitFor()
    // Each requirement stands in one place and no other.
    for (const name of [/^Понадобятся позже/, /^Зависят от данных/]) await press(page, button(page, name))
    const all = groups.flatMap(({ requirements }) => requirements)
    await expect.poll(() => page.getByRole('button', { name: /^Почему: / }).count()).toBe(all.length)
    await page.reload()
    await opens.waitFor()
    await press(page, now.getByRole('button', { name: 'Отчёт об оценке', exact: true }))
    await now.getByText('к этапу «Экспертиза объекта»').waitFor()
    await office.settled(page)
    await office.expectAccessible(page)

    // A refused file says so on its row.
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page, now.getByRole('button', { name: 'Загрузить: Отчёт об оценке' })),
    ])
    await chooser.setFiles({ name: 'отчёт.exe', mimeType: '', buffer: Buffer.from('MZ') })
    await now
      .getByRole('list', { name: 'Загрузка для требования' })
      .getByText('Такие файлы не принимаются')
      .waitFor()
    await press(page, opens)
    await button(page, 'К списку').waitFor()

    // What has been brought waits for those who accept it: they need not unfold it.
    const reviewer = await office.openAs('admin', path)
    await button(reviewer, 'Открыть: СНИЛС').waitFor()
  })
})
