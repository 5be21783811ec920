import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Document } from '@ipoteka-office/contract/documents/documents.ts'
import type { Page } from 'playwright-core'
import { describe } from 'vitest'
import { findViolations } from '#accessibility.ts'
import { choose } from '#approver.ts'
import type { Bank } from '#bank.ts'
import { documentsOf, documentsPath, dropFiles, noise, ownApplication, putFile } from '#documents.ts'
import { expect, test } from '#fixtures.ts'
import { fillEverything, ownFullApplication } from '#full-application.ts'
import { pick } from '#partner.ts'

const languages = spawnSync('tesseract', ['--list-langs'], { encoding: 'utf8' })
const isMissing = languages.stdout?.split('\n').includes('rus') !== true
if (isMissing)
  console.log('Распознавание в браузере не проверяется: tesseract с русскими данными не установлен')

const sample = (name: string) => readFileSync(resolve(import.meta.dirname, '../../../samples/scans', name))
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
/** A scan is read in seconds on a free machine, and in a minute on a busy one. */
const readMs = 120_000

/** A passport of nobody in the questionnaire: it is read when somebody asks, not before. */
async function passportOf(bank: Bank): Promise<{ document: Document; path: string }> {
  const owner = await ownApplication(bank)
  const file = { name: 'паспорт.jpg', bytes: sample('паспорт-образец.jpg') }
  const document = await putFile(bank, owner, file, { typeCode: 'SELLER_PASSPORT' })
  return { document, path: documentsPath(owner, document.id) }
}

describe.skipIf(isMissing)('recognition of a scan', { timeout: 180_000 }, () => {
  test('a picture whose name says nothing is told by what it shows; the person’s own answer stays', async ({
    office,
    bank,
  }) => {
    const owner = await ownApplication(bank)
    const page = await office.openAs('agent', documentsPath(owner))
    await dropFiles(page, page.getByText('Документов ещё нет'), [
      { name: 'IMG_2034.jpg', bytes: sample('справка-о-доходах-к-паспорту.jpg') },
      { name: 'scan1.jpg', bytes: sample('паспорт-образец.jpg') },
      { name: 'IMG_2035.png', bytes: noise(60, 80, 5) },
    ])
    await pick(page, 'Тип документа: scan1.jpg', 'СНИЛС', 'снилс')
    const dialog = page.getByRole('dialog').last()
    await dialog.getByText('Тип узнали по самому документу, проверьте').waitFor({ timeout: readMs })
    await dialog.getByText('Смотрим, что это за документ…').waitFor({ state: 'hidden', timeout: readMs })
    await dialog.getByRole('button', { name: /^Загрузить: 3/ }).click()
    await page.getByText('Загружено: 3', { exact: true }).waitFor()
    const { documents } = await documentsOf(bank, owner)
    expect(
      Object.fromEntries(documents.map(({ files, type }) => [files[0]?.name, type?.code ?? null])),
    ).toEqual({ 'IMG_2034.jpg': 'NDFL2', 'scan1.jpg': 'SNILS', 'IMG_2035.png': null })
  })

  test('a passport: fields are taken by keyboard, shown on the scan and written into the document', async ({
    office,
    bank,
  }) => {
    const { document, path } = await passportOf(bank)
    const page = await office.openAs('agent', path)
    await button(page, 'Распознать').click()
    await page.getByText('Распознаём документ: Паспорт гражданина РФ').waitFor()
    const fields = page.getByRole('list', { name: 'Распознанные поля' })
    await fields.waitFor({ timeout: readMs })
    const surname = fields.getByRole('button', { name: 'Показать на скане: Фамилия, БЕРЕЖНОЙ' })
    await surname.focus()
    await page.locator('[data-spot]').waitFor()
    await page.getByText('Все четыре контрольные цифры сходятся').waitFor()
    expect(await findViolations(page)).toEqual([])
    // Side by side; in a narrow window one above the other, and the scan stays in sight of the last field.
    const scan = page.locator('[data-spot]').first()
    const placeOf = async () => [await scan.boundingBox(), await surname.boundingBox()] as const
    const [wideScan, wideField] = await placeOf()
    expect(wideScan?.x).toBeLessThan(wideField?.x ?? 0)
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect.poll(async () => (await placeOf())[1]?.x).toBeLessThan(300)
    await button(page, 'Распознать заново').scrollIntoViewIfNeeded()
    expect(await page.getByRole('separator').isVisible()).toBe(false)
    const [spot] = await placeOf()
    expect(spot?.y).toBeGreaterThan(0)
    expect(spot?.y).toBeLessThan(500)
    await page.setViewportSize({ width: 1440, height: 900 })

    const write = button(page, 'Записать в документ')
    expect(await write.getAttribute('aria-disabled')).toBe('true')
    const issuer = fields.getByRole('button', { name: /^Взять: Кем выдан/ })
    await issuer.focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowUp')
    await button(page, 'Взять все уверенные').click()
    await write.click()
    await page.getByText('Реквизиты документа записаны').waitFor()
    const saved = await bank.call<Document>('GET', `/document/${document.id}`)
    expect(saved).toMatchObject({
      number: '77 19 937650',
      issuedOn: '2020-12-14',
      issuer: 'ОТДЕЛОМ УФМС РОССИИ ПО СВЕРДЛОВСКОЙ ОБЛАСТИ В ГОР. КУРСК',
    })

    await button(page, 'Закончить распознавание').click()
    await expect.poll(() => page.getByLabel('Номер', { exact: true }).inputValue()).toBe('77 19 937650')
    // What was read is kept: the second time it is there at once.
    await button(page, 'Распознать').click()
    await fields.waitFor({ timeout: 10_000 })
  })

  test('an income certificate: months and sums; the reading can be given up and begun anew', async ({
    office,
    bank,
  }) => {
    const owner = await ownApplication(bank)
    const file = { name: 'справка.jpg', bytes: sample('справка-о-доходах-образец.jpg') }
    const { id } = await putFile(bank, owner, file, { typeCode: 'NDFL2' })
    const page = await office.openAs('agent', documentsPath(owner, id))
    await button(page, 'Распознать').click()
    await page.getByText('Доходы по месяцам').waitFor({ timeout: readMs })
    await button(page, 'Распознать заново').click()
    await button(page, 'Отменить').click()
    await page.getByText('Распознавание отменено').waitFor()
    await page.getByRole('button', { name: 'Распознать', exact: true }).last().click()
    // What was read before is kept.
    await page.getByText('Доходы по месяцам').waitFor()
    expect(await page.getByRole('table').getByRole('row').count()).toBe(16)
    await page.getByText('Средний доход в месяц', { exact: true }).waitFor()
    expect(await findViolations(page)).toEqual([])
  })

  test('another person’s passport holds the sending up until it is answered; ticks fill the questionnaire at once', async ({
    office,
    bank,
  }) => {
    const { id, borrower } = await ownFullApplication(bank)
    await fillEverything(bank, id, borrower)
    const file = { name: 'паспорт.jpg', bytes: sample('паспорт-образец.jpg') }
    const owner = { ownerType: 'APPLICATION', ownerId: id } as const
    const scan = await putFile(bank, owner, file, { typeCode: 'PASSPORT_RF', login: 'agent' })
    const other = { name: 'снилс.png', bytes: noise(60, 80, 5) }
    await putFile(bank, owner, other, { typeCode: 'SNILS', login: 'agent' })
    const page = await office.openAs('agent', `/full-app-edit/${id}?section=DOCUMENTS&document=${scan.id}`)
    // It is read by itself, and stands beside the scan without a word from anybody.
    const warning = page.getByRole('alert').filter({ hasText: 'Документ не сходится с анкетой' })
    await warning.waitFor({ timeout: readMs })
    await warning.getByText('Пока нет ответа, заявка не отправляется').waitFor()
    await warning.getByText('Пол: в документе Мужской, в анкете Женский').waitFor()
    expect(await findViolations(page)).toEqual([])
    const take = button(page, /^Взять в анкету: \d+ пол/)
    expect(await take.getAttribute('aria-disabled')).toBe('true')
    // Closed by the person, it stays closed until it is asked for; J and K lead along the documents beside the scan.
    await button(page, 'Закончить распознавание').click()
    await button(page, 'Показать прочитанное').click()
    await warning.waitFor()
    const beside = page.getByRole('navigation', { name: 'Документы рядом' })
    const open = beside.locator('[aria-current]')
    await open.filter({ hasText: 'Паспорт' }).waitFor()
    // The order of the two is the dictionary's.
    const isFirst = (await beside.getByRole('button').first().getAttribute('aria-current')) === 'true'
    await page.keyboard.press(isFirst ? 'j' : 'k')
    await open.filter({ hasText: 'СНИЛС' }).waitFor()
    await page.keyboard.press(isFirst ? 'k' : 'j')
    await open.filter({ hasText: 'Паспорт' }).waitFor()
    await warning.waitFor()
    const section = (name: string) =>
      page.getByRole('navigation', { name: 'Разделы' }).getByRole('link', { name: new RegExp(`^${name}`) })
    // A scan with its fields takes the whole width: the sections wait in the drop-down.
    await button(page, 'Раздел: Документы').click()
    await section('Проверка и отправка').click()
    const obstacle = page.getByRole('note').filter({ hasText: 'Отправить на проверку комплекта' })
    await obstacle.getByText('Паспорт заёмщика не сходится с анкетой: фамилия').waitFor()

    await section('Документы').click()
    // It stands among what is needed now, not under a fold.
    await page
      .getByRole('region', { name: 'Нужно сейчас' })
      .getByText(/^Не сходится с анкетой: фамилия/)
      .waitFor()
    await page.goBack()
    await obstacle.waitFor()

    await page.goBack()
    await button(page, 'Человек тот же: данные изменились').click()
    await page.getByRole('note').filter({ hasText: 'данные изменились' }).waitFor()
    // What the questionnaire says otherwise waits for a look: nothing of it is ticked by itself.
    const number = page.getByRole('list', { name: 'Взять в анкету' }).getByLabel(/^Серия и номер/)
    expect(await number.isChecked()).toBe(false)
    await number.focus()
    await page.locator('[data-spot]').waitFor()
    for (const label of ['Фамилия', 'Имя', 'Отчество', 'Пол', 'Дата рождения', 'Серия и номер'])
      await page
        .getByRole('list', { name: 'Взять в анкету' })
        .getByLabel(new RegExp(`^${label}`))
        .check()
    await take.click()
    await page.getByText(/Взято в анкету: \d+ пол/).waitFor()
    await page.getByRole('heading', { name: /^Бережной/ }).waitFor()
    await button(page, 'Раздел: Документы').click()
    await section('Проверка и отправка').click()
    await obstacle.getByText('Не хватает документов').waitFor()
    await section('Заёмщик').click()
    await expect.poll(() => page.getByLabel('Фамилия', { exact: true }).inputValue()).toBe('Бережной')
    await expect.poll(() => page.getByLabel('Серия и номер паспорта').inputValue()).toBe('77 19 937650')
  })
})

describe.skipIf(isMissing)('what was read of a paper of nobody yet', { timeout: 180_000 }, () => {
  test('leaves the details open until they say whose it is', async ({ office, bank }) => {
    const { id } = await ownFullApplication(bank)
    const owner = { ownerType: 'APPLICATION', ownerId: id } as const
    const file = { name: 'паспорт.jpg', bytes: sample('паспорт-образец.jpg') }
    const { id: scan } = await putFile(bank, owner, file, { typeCode: 'PASSPORT_RF' })
    const { version } = await bank.call<Document>('GET', `/document/${scan}`)
    await bank.call('PUT', `/document/${scan}`, {
      typeCode: 'PASSPORT_RF',
      participant: { roleCode: 'CO_BORROWER', name: '' },
      version,
    })
    const page = await office.openAs('underwriter', `/full-app-edit/${id}?section=DOCUMENTS&document=${scan}`)
    await button(page, 'Показать прочитанное').waitFor({ timeout: readMs })
    await choose(page, 'Чей документ', 'Заёмщик')
    await page.getByText('Есть несохранённые изменения').waitFor()
    await button(page, 'Сохранить').click()
    await page.getByRole('alert').filter({ hasText: 'Документ не сходится с анкетой' }).waitFor()
  })
})

describe('recognition that cannot be', () => {
  test('who has no right to it is told so', async ({ office, bank }) => {
    const { path } = await passportOf(bank)
    const page = await office.openAs('viewer', path)
    const recognise = button(page, 'Распознать')
    await recognise.waitFor()
    expect(await recognise.getAttribute('aria-disabled')).toBe('true')
  })

  test('where the program is not installed it is told how to install it', async ({ office, bank }) => {
    office.faults.allow(/503/)
    const { path } = await passportOf(bank)
    const page = await office.openAs('agent', path)
    const message =
      'Распознавание недоступно: программа tesseract не установлена. Установите на сервере tesseract с русскими данными'
    await page.route('**/api/recognising/verification/passport', (route) =>
      route.fulfill({ status: 503, json: { type: 'ER_UNSPECIFIED', message, requestId: 'проба' } }),
    )
    await page.route('**/api/recognising/state', (route) =>
      route.fulfill({ json: { available: false, engine: null, message, running: 0, waiting: 0 } }),
    )
    await button(page, 'Распознать').click()
    await page.getByText('программа tesseract не установлена').waitFor()
    await button(page, 'Повторить').waitFor()
  })

  test('a scan without a passport is told to be none', async ({ office, bank }) => {
    const { path } = await passportOf(bank)
    const page = await office.openAs('agent', path)
    await page.route('**/api/recognising/verification/passport', async (route) => {
      const { documentId, storageId } = route.request().postDataJSON()
      await route.fulfill({
        json: {
          kind: 'PASSPORT',
          documentId,
          storageId,
          found: false,
          message: 'Разворот паспорта с фотографией не найден',
          documentFields: [],
          checks: [],
          incomes: [],
          rotation: 0,
          engine: 'Tesseract 5.3.0',
          durationMs: 900,
          recognisedAt: '2026-11-21T10:00:00.000Z',
          recognisedBy: 'Проба',
          stored: false,
        },
      })
    })
    await button(page, 'Распознать').click()
    await page.getByText('Разворот паспорта с фотографией не найден').waitFor()
    await button(page, 'Распознать ещё раз').waitFor()
  })
})
