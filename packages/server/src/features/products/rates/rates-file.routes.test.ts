import { Workbook } from '@cj-tech-master/excelts'
import type { RatesImport } from '@ipoteka-office/contract/products/rates-file.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf } from '#testing/documents.ts'
import { office } from '#testing/file-specimens.ts'
import { cataloguing, optionContent, productContent } from '#testing/products.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { sendForm } from '#testing/uploads.ts'

let bank: TestApp
let work: ReturnType<typeof cataloguing>
let id: number
beforeAll(async () => {
  bank = await testApp()
  work = cataloguing(bank)
  const content = productContent()
  const axes = [
    { kind: 'NUMBER' as const, code: 'downPaymentShare' as const, from: ['20', '30'] },
    {
      kind: 'CODE' as const,
      code: 'regionCode' as const,
      groups: [
        { name: 'Столицы', codes: ['77', '78'] },
        { name: 'Остальные', codes: [] },
      ],
    },
  ]
  const matrix = { axes, cells: ['21.400', '21.7', '20.900', '21.200'] }
  id = await work.create('READY', { ...content, rate: { ...content.rate, matrix } })
})
afterAll(() => bank.close())

async function take(
  format: 'xlsx' | 'csv',
  as: Login = 'product',
  more = '',
): Promise<{ status: number; file: Buffer }> {
  const raw = await bank.app.inject({
    method: 'GET',
    url: `/api/product/${id}/exportRates?format=${format}${more}`,
    headers: { authorization: `Bearer ${await bank.tokenOf(as)}` },
  })
  return { status: raw.statusCode, file: raw.rawPayload }
}
interface Bring {
  readonly name?: string
  readonly query?: string
  readonly as?: Login
  readonly to?: number
}
async function bring(
  file: Buffer | string,
  { name = 'rates.csv', query = '', as = 'product', to = id }: Bring = {},
) {
  const { status, body } = await sendForm(
    bank,
    `/product/${to}/importRates${query}`,
    formOf(name, Buffer.from(file)),
    as,
  )
  return { status, body: body as unknown as RatesImport & { message: string } }
}
const csv = async () => (await take('csv')).file.toString('utf8')
const draftOf = async () => (await work.get(id)).shown
const cellsOf = async () => {
  const { content } = await draftOf()
  return content.kind === 'PRODUCT' ? content.rate.matrix.cells : []
}

describe('rates as a file', () => {
  it.each(['xlsx', 'csv'] as const)('%s read back change nothing', async (format) => {
    const { file } = await take(format)
    const { status, body } = await bring(file, { name: `rates.${format}` })
    expect([status, body.counts, body.cells, body.applied]).toEqual([
      200,
      { NEW: 0, CHANGED: 0, GONE: 0, SAME: 4, WRONG: 0 },
      [],
      null,
    ])
    const before = await cellsOf()
    const applied = await bring(file, {
      name: `rates.${format}`,
      query: `?apply=true&version=${body.version}`,
    })
    expect([applied.status, await cellsOf()]).toEqual([200, before])
  })

  it('are first looked at: what changes, comes and goes, with the difference in points', async () => {
    const text = (await csv()).replace('30;Столицы;20,9', '30;Столицы;20,65')
    const lines = text.trimEnd().split('\r\n')
    const [heading = '', ...rows] = lines
    const kept = rows.filter((row) => !row.includes('READY;1;20;'))
    const added = ['READY;1;40;Столицы;20,1', 'READY;1;40;Остальные;20,4']
    const { body } = await bring([heading, ...kept, ...added].join('\r\n'))
    expect(body.counts).toEqual({ NEW: 2, CHANGED: 1, GONE: 2, SAME: 1, WRONG: 0 })
    expect(body.cells[0]).toMatchObject({
      change: 'CHANGED',
      place: '30 · Столицы',
      oldRate: '20.900',
      newRate: '20.65',
      difference: '-0.250',
    })
    expect(await cellsOf()).toEqual(['21.400', '21.7', '20.900', '21.200'])
  })

  it('are applied to the draft all or nothing, and to what the preview was of', async () => {
    const text = (await csv()).replace('20;Столицы;21,4', '20;Столицы;21,15')
    const wrong = text.replace('30;Остальные;21,2', '30;Остальные;дорого')
    const { body: preview } = await bring(wrong)
    expect(preview.cells[0]).toMatchObject({
      change: 'WRONG',
      line: 5,
      error: expect.stringContaining('число меньше 100'),
    })
    const refused = await bring(wrong, { query: `?apply=true&version=${preview.version}` })
    expect([refused.status, await cellsOf()]).toEqual([400, ['21.400', '21.7', '20.900', '21.200']])
    expect((await bring(text, { query: '?apply=true' })).status).toBe(400)
    const { body } = await bring(text)
    const late = await bring(text, { query: `?apply=true&version=${body.version - 1}` })
    expect(late.status).toBe(409)
    const { body: done } = await bring(text, { query: `?apply=true&version=${body.version}` })
    expect(done.applied?.version).toBe(body.version + 1)
    expect(await cellsOf()).toEqual(['21.150', '21.7', '20.900', '21.200'])
  })

  it('are taken and brought by right, and brought into a draft of the product alone', async () => {
    const text = await csv()
    expect((await take('csv', 'underwriter')).status).toBe(403)
    expect((await take('csv', 'agent')).status).toBe(404)
    expect((await take('csv', 'product', '&number=9')).status).toBe(404)
    expect((await bring(text, { as: 'underwriter' })).status).toBe(403)
    const option = await work.create('OPTION', optionContent(), { kind: 'OPTION' })
    expect((await bring(text, { to: option })).status).toBe(404)
    const other = await work.create('OTHER')
    expect((await bring(text, { to: other })).body.message).toContain('Столбцы файла')
    const same = await work.create('SAME', (await draftOf()).content)
    expect((await bring(text, { to: same })).body.message).toContain('файл сделан из продукта «READY»')
    const old = await bring(text.replaceAll('READY;1;', 'READY;7;'))
    expect([old.status, old.body.message]).toEqual([400, expect.stringContaining('файл сделан из выпуска 7')])
    const released = await work.released('RELEASED')
    expect((await bring(text, { to: released })).body.message).toContain('а его нет')
  })
})

describe('a hostile file', () => {
  type Sheet = ReturnType<Workbook['addWorksheet']>
  const book = async (fill: (sheet: Sheet, workbook: Workbook) => void) => {
    const workbook = new Workbook()
    const sheet = workbook.addWorksheet('Ставки')
    for (const line of (await csv()).replace('\uFEFF', '').trimEnd().split('\r\n'))
      sheet.addRow(line.split(';').map((cell) => (/^\d/.test(cell) ? Number(cell.replace(',', '.')) : cell)))
    fill(sheet, workbook)
    return Buffer.from(await workbook.xlsx.writeBuffer())
  }
  const refusal = async (file: Buffer | string, name = 'rates.xlsx') => {
    const { status, body } = await bring(file, { name })
    return status === 200 ? [200, body.counts.WRONG > 0] : [status, /[а-яё]{4}/i.test(body.message)]
  }

  it('is refused in words', async () => {
    const head = (await csv()).split('\r\n')[0] ?? ''
    const wide = Array.from({ length: 1_000 }, (_, at) => at).join(';')
    expect(await refusal(Array.from({ length: 1_000 }, () => wide).join('\n'), 'rates.csv')).toEqual([
      400,
      true,
    ])
    const hidden = await book((sheet) => {
      sheet.state = 'hidden'
    })
    expect(await refusal(hidden)).toEqual([400, true])
    const formula = await book((sheet) => {
      sheet.getCell('E2').value = { formula: '20+1.4', result: 21.4 }
    })
    expect(await refusal(formula)).toEqual([400, true])
    const merged = await book((sheet) => sheet.mergeCells('E2:E3'))
    expect(await refusal(merged)).toEqual([400, true])
    expect((await bring(merged, { name: 'rates.xlsx' })).body.message).toContain('объединённые ячейки')
    const many = [head, ...Array.from({ length: 5_001 }, (_, at) => `READY;1;${at};Столицы;20`)].join('\n')
    expect(await refusal(many, 'rates.csv')).toEqual([400, true])
    expect(await refusal('текст', 'rates.xlsx')).toEqual([400, true])
    expect(await refusal(head, 'rates.txt')).toEqual([400, true])
    expect(await refusal(head, 'rates.csv')).toEqual([400, true])
  })

  it('that unpacks into hundreds of megabytes, or is a million empty rows, is refused in words', {
    timeout: 120_000,
  }, async () => {
    const bomb = office('xlsx', [{ name: 'xl/media/a.bin', content: Buffer.alloc(200 * 1_048_576) }])
    const packed = await bring(bomb, { name: 'rates.xlsx' })
    expect([packed.status, packed.body.message]).toEqual([
      400,
      expect.stringContaining('слишком большой объём'),
    ])
    const head = (await csv()).split('\r\n')[0] ?? ''
    const empty = await bring(`${head}\n${';;;;\n'.repeat(1_000_000)}`, { name: 'rates.csv' })
    expect([empty.status, empty.body.message]).toEqual([
      400,
      expect.stringContaining('слишком много пустых строк'),
    ])
    const formatted = await book((sheet) => {
      for (let at = 6; at < 30_000; at += 1) sheet.getRow(at).getCell(1).value = ''
    })
    const filled = await bring(formatted, { name: 'rates.xlsx' })
    expect([filled.status, filled.body.message]).toEqual([
      400,
      expect.stringContaining('слишком много пустых строк'),
    ])
    expect(await cellsOf()).toEqual(['21.150', '21.7', '20.900', '21.200'])
  })

  it('with wrong cells changes none of them and names each', async () => {
    const text = await csv()
    for (const [from, to] of [
      ['20;Столицы;21,15', '20;Столицы;21,1500001'],
      ['20;Столицы;21,15', '20;Столицы;-1'],
      ['20;Столицы;21,15', '20;Столицы;100'],
      ['20;Столицы;21,15', '20;Столицы;'],
      ['20;Столицы;21,15', '20;Деревни;21,15'],
      ['20;Столицы;21,15', '30;Столицы;21,15'],
      ['20;Столицы;21,15', '-20;Столицы;21,15'],
    ] as const) {
      expect(text).toContain(from)
      const { status, body } = await bring(text.replace(from, to))
      expect([to, status, body.counts.WRONG > 0, body.cells[0]?.change]).toEqual([to, 200, true, 'WRONG'])
    }
    const short = text.trimEnd().split('\r\n').slice(0, -1).join('\r\n')
    expect((await bring(short)).body.cells[0]).toMatchObject({
      change: 'WRONG',
      error: expect.stringContaining('дыра'),
    })
  })
})

it('a matrix of five thousand cells is read back in less than ten seconds', async () => {
  const from = (count: number) => Array.from({ length: count }, (_, at) => String(at + 1))
  const axes = [
    { kind: 'NUMBER' as const, code: 'downPaymentShare' as const, from: from(50) },
    { kind: 'NUMBER' as const, code: 'termMonths' as const, from: from(100) },
  ]
  const content = productContent()
  const cells = Array.from({ length: 5_000 }, (_, at) => (15 + at / 1_000).toFixed(3))
  const large = await work.create('LARGE', { ...content, rate: { ...content.rate, matrix: { axes, cells } } })
  const raw = await bank.app.inject({
    method: 'GET',
    url: `/api/product/${large}/exportRates`,
    headers: { authorization: `Bearer ${await bank.tokenOf('product')}` },
  })
  const begun = performance.now()
  const { body } = await bring(raw.rawPayload, { name: 'rates.xlsx', to: large })
  expect(body.counts).toMatchObject({ SAME: 5_000, WRONG: 0 })
  expect(performance.now() - begun).toBeLessThan(10_000)
})
