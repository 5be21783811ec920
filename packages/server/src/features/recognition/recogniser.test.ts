import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { RecognitionKind } from '@ipoteka-office/contract/recognition/recognition.ts'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { findTesseract } from '#integrations/ocr/tesseract.ts'
import { toPdf } from '#lib/pdf.ts'
import { png } from '#testing/file-specimens.ts'
import { openRecogniser } from './recogniser.ts'

const tesseract = await findTesseract('tesseract')
const isMissing = typeof tesseract === 'string'
if (isMissing) process.stdout.write(`Чтение настоящих сканов не проверяется: ${tesseract}\n`)

const samples = resolve(import.meta.dirname, '../../../../../samples/scans')
// Several files of tests share the cores: the limit of the product would be met by chance.
const recogniser = openRecogniser({ tesseract: 'tesseract', limits: { seconds: 170, megabytes: 1_400 } })
const never = new AbortController().signal
const read = (kind: RecognitionKind, content: Readable, contentType = 'image/jpeg') =>
  recogniser.recognise({ kind, content, contentType, today: '2026-11-21' }, never)
const sample = (name: string) => createReadStream(join(samples, name))
const valuesOf = ({ documentFields }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(documentFields.map(({ name, value }) => [name, value]))

const passport = {
  lastName: 'БЕРЕЖНОЙ',
  firstName: 'ЕГОР',
  middleName: 'АЛЕКСЕЕВИЧ',
  sex: 'MALE',
  birthDate: '1983-05-21',
  birthPlace: 'ПОС. ЗАРЕЧЬЕ ВОЛЬСКОГО Р-НА КАЛУЖСКОЙ ОБЛ.',
  series: '7719',
  number: '937650',
  issueDate: '2020-12-14',
  unitCode: '771-111',
  issuer: 'ОТДЕЛОМ УФМС РОССИИ ПО СВЕРДЛОВСКОЙ ОБЛАСТИ В ГОР. КУРСК',
}

describe.skipIf(isMissing)('a scan is read', { timeout: 180_000 }, () => {
  it('a tilted passport: every field, its place and the checks', async () => {
    const result = await read('PASSPORT', sample('паспорт-образец.jpg'))
    expect(valuesOf(result)).toEqual(passport)
    expect(result.checks.filter(({ passed }) => passed !== true)).toEqual([])
    expect(result.rotation).toBe(0)
    // The surname stands in the lower page, right of the photograph.
    const box = result.documentFields[0]?.box
    expect(box).toMatchObject({ page: 1 })
    expect([(box?.x ?? 0) > 0.4, (box?.y ?? 0) > 0.5, (box?.width ?? 1) < 0.4]).toEqual([true, true, true])
  })

  it('a passport that lies on its side', async () => {
    const result = await read('PASSPORT', sample('паспорт-образец-боком.jpg'))
    expect(valuesOf(result)).toMatchObject({
      lastName: 'УШАКОВА',
      series: '7112',
      number: '907694',
      birthDate: '1977-08-08',
      sex: 'FEMALE',
    })
    expect(result.rotation).toBe(270)
  })

  it('a passport on the second page of a PDF', async () => {
    const pdf = await PDFDocument.create()
    pdf.addPage([300, 400])
    const picture = await pdf.embedJpg(await readFile(join(samples, 'паспорт-образец.jpg')))
    pdf.addPage([400, 560]).drawImage(picture, { x: 0, y: 0, width: 400, height: 560 })
    const result = await read('PASSPORT', Readable.from([Buffer.from(await pdf.save())]), 'application/pdf')
    expect(valuesOf(result)).toMatchObject({ lastName: 'БЕРЕЖНОЙ', number: '937650' })
    expect(result.documentFields[0]?.box?.page).toBe(2)
  })

  it('an income certificate: its months, sums and the average', async () => {
    const result = await read('INCOME_CERTIFICATE', sample('справка-о-доходах-образец.jpg'))
    expect(valuesOf(result)).toMatchObject({
      year: '2021',
      agentInn: '0068209658',
      personInn: '591075202335',
      lastName: 'Фёдорова',
      totalIncome: '2554773.41',
      totalDeductions: '5600.00',
      taxBase: '2549173.41',
      taxCalculated: '331393.00',
      averageIncome: '212897.78',
    })
    expect(result.incomes).toHaveLength(15)
    expect(result.checks.map(({ passed }) => passed)).toEqual([true, true, true, true])
  })

  it('a certificate that is text in a PDF, without recognition of letters', async () => {
    const lines = [
      'СПРАВКА О ДОХОДАХ И СУММАХ НАЛОГА ФИЗИЧЕСКОГО ЛИЦА',
      'за 2025 год от 20.01.2026',
      'Код по ОКТМО 45382000 ИНН 7707083893 КПП 773601001',
      'Налоговый агент ООО «ВЕКТОР-СТРОЙ»',
      'Фамилия Королёв Имя Олег Отчество Ильич',
      'Доходы, облагаемые по ставке 13 %',
      '01 2000 50000.00',
      '02 2000 60000.25',
      'Стандартные, социальные и имущественные налоговые вычеты',
      'Общие суммы дохода и налога',
      'Общая сумма дохода 110000.25',
    ]
    const pdf = await toPdf({ content: lines })
    const begun = performance.now()
    const result = await read('INCOME_CERTIFICATE', Readable.from([pdf]), 'application/pdf')
    expect(performance.now() - begun).toBeLessThan(15_000)
    expect(valuesOf(result)).toMatchObject({ year: '2025', lastName: 'Королёв', totalIncome: '110000.25' })
    expect(result.checks.find(({ code }) => code === 'rows')?.passed).toBe(true)
  })
})

describe.skipIf(isMissing)('what is no such document', { timeout: 180_000 }, () => {
  const blank = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#fdfdfd' } })
      .jpeg()
      .toBuffer()

  it.each([
    ['a blank page', () => blank(1_240, 1_754)],
    ['a single pixel', () => blank(1, 1)],
    ['an income certificate', () => readFile(join(samples, 'справка-о-доходах-образец.jpg'))],
  ])('%s is no passport', async (_what, scan) => {
    const result = await read('PASSPORT', Readable.from([await scan()]))
    expect([result.found, result.documentFields]).toEqual([false, []])
    expect(result.message).toContain('не найден')
  })

  it('a passport is no certificate', async () => {
    const result = await read('INCOME_CERTIFICATE', sample('паспорт-образец.jpg'))
    expect([result.found, result.incomes]).toEqual([false, []])
  })

  it.each([
    [
      'half a picture',
      async () => (await readFile(join(samples, 'паспорт-образец.jpg'))).subarray(0, 60_000),
    ],
    ['no picture at all', async () => Buffer.from('не картинка')],
    // 400 megapixels in a few kilobytes.
    ['a picture of enormous dimensions', async () => png({ width: 20_000, height: 20_000 })],
  ])('%s ends the child process, not the server', async (_what, content) => {
    const reading = read('PASSPORT', Readable.from([await content()]), 'image/png')
    await expect(reading).rejects.toMatchObject({ end: 'failed' })
  })

  it('leaving cancels the work', async () => {
    const stop = new AbortController()
    const input = { kind: 'PASSPORT', contentType: 'image/jpeg', today: '2026-11-21' } as const
    const reading = recogniser.recognise({ ...input, content: sample('паспорт-образец.jpg') }, stop.signal)
    setTimeout(() => stop.abort(), 300)
    await expect(reading).rejects.toMatchObject({ end: 'cancelled' })
    expect(await recogniser.state()).toMatchObject({ running: 0, waiting: 0 })
  })
})
