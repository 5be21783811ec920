import { buffer, text } from 'node:stream/consumers'
import { Workbook } from '@cj-tech-master/excelts'
import { describe, expect, it } from 'vitest'
import { type SheetColumn, toSpreadsheet } from './spreadsheet.ts'

interface Row {
  readonly name: string
  readonly limit: number | null
  readonly at: Date
}

const columns: SheetColumn<Row>[] = [
  { heading: 'Сотрудник', value: (row) => row.name },
  { heading: 'Лимит', value: (row) => row.limit },
  { heading: 'Назначение', value: (row) => row.at },
]
const at = new Date('2026-11-20T21:30:00Z')
const moscow = { timeZone: 'Europe/Moscow' }

async function* rowsOf(...rows: Row[]): AsyncIterable<Row> {
  yield* rows
}

const csvOf = async (...rows: Row[]) => text(toSpreadsheet('csv', columns, rowsOf(...rows), moscow))

describe('CSV', () => {
  it('starts with a byte order mark and separates by semicolons', async () => {
    const bytes = await buffer(toSpreadsheet('csv', columns, rowsOf(), moscow))
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(bytes.subarray(3).toString()).toBe('Сотрудник;Лимит;Назначение\r\n')
  })

  it('shows moments in the bank’s time zone and numbers with a comma', async () => {
    const csv = await csvOf({ name: 'Оглы Ё.', limit: 1.5, at })
    expect(csv).toContain('Оглы Ё.;1,5;21.11.2026 00:30')
  })

  it.each(['=1+1', '+7', '-cmd', '@SUM(A1)', '\t=1', '＝1'])(
    'does not let %j act as a formula',
    async (name) => {
      expect((await csvOf({ name, limit: null, at })).split('\r\n')[1]).toMatch(/^'|^"'/)
    },
  )

  it('keeps a negative number a number', async () => {
    expect(await csvOf({ name: 'А', limit: -5, at })).toContain('А;-5;')
  })

  it('quotes what would break the row', async () => {
    expect(await csvOf({ name: 'ООО "Дом; быт"\nфилиал', limit: 1, at })).toContain(
      '"ООО ""Дом; быт""\nфилиал";1',
    )
  })

  it('ends with the error of its source', async () => {
    const broken = async function* (): AsyncIterable<Row> {
      yield { name: 'А', limit: 1, at }
      throw new Error('database gone')
    }
    await expect(text(toSpreadsheet('csv', columns, broken()))).rejects.toThrow('database gone')
    await expect(buffer(toSpreadsheet('xlsx', columns, broken()))).rejects.toThrow('database gone')
  })
})

describe('XLSX', () => {
  it('opens with the values that went in, text that looks like a formula staying text', async () => {
    const bytes = await buffer(
      toSpreadsheet(
        'xlsx',
        columns,
        rowsOf({ name: '=1+1 <b>&\u0001', limit: 7, at }, { name: 'Б', limit: null, at }),
        moscow,
      ),
    )
    const workbook = new Workbook()
    await workbook.xlsx.load(bytes)
    const sheet = workbook.getWorksheet('Лист 1')
    expect(sheet?.getRow(1).getCell(1).value).toBe('Сотрудник')
    expect(sheet?.getRow(2).getCell(1).value).toBe('=1+1 <b>&')
    expect(sheet?.getRow(2).getCell(2).value).toBe(7)
    expect(sheet?.getRow(2).getCell(3).value).toEqual(new Date('2026-11-21T00:30:00Z'))
    expect(sheet?.getRow(3).getCell(2).value).toBeNull()
  })
})

it('stops reading its rows when nobody takes the file any more', async () => {
  let read = 0
  const endless = async function* (): AsyncIterable<Row> {
    for (;;) {
      read += 1
      yield { name: 'x'.repeat(1_000), limit: read, at }
      if (read % 100 === 0) await new Promise(setImmediate)
    }
  }
  for (const format of ['xlsx', 'csv'] as const) {
    const stream = toSpreadsheet(format, columns, endless())
    stream.once('data', () => stream.destroy())
    await new Promise((resolve) => stream.once('close', resolve))
    await new Promise((resolve) => setTimeout(resolve, 50))
    const before = read
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(read).toBe(before)
  }
})
