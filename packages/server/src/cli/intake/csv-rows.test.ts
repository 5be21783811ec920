import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CsvRow, readCsv } from './csv-rows.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ipoteka-csv-'))
})
afterAll(() => rm(folder, { recursive: true }))

let serial = 0
async function read(content: string | Uint8Array): Promise<CsvRow[]> {
  serial += 1
  const path = join(folder, `${serial}.csv`)
  await writeFile(path, content)
  const rows: CsvRow[] = []
  for await (const row of readCsv(path, 'Europe/Moscow')) rows.push(row)
  return rows
}

const heading = 'номер;клиент;программа;уровень;статус;партнёр;регион'
const good = 'А-1;Ёлкина-Ким Вера;Новостройка;LEVEL_2;UNDERWRITING;2;77'
const item = {
  number: 'А-1',
  clientName: 'Ёлкина-Ким Вера',
  programme: 'Новостройка',
  level: 'LEVEL_2',
  status: 'UNDERWRITING',
  partnerId: 2,
  region: '77',
}

/** Russian letters as old programs write them: 0xC0 is «А». */
const inWindows1251 = (text: string) =>
  Uint8Array.from(text, (letter) => {
    const code = letter.codePointAt(0) ?? 0
    if (letter === 'ё') return 0xb8
    if (letter === 'Ё') return 0xa8
    return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
  })

describe('a file of applications', () => {
  it.each([
    ['Russian headings and semicolons', `${heading}\n${good}\n`],
    ['a byte order mark and Windows line ends', `\uFEFF${heading}\r\n${good}\r\n`],
    [
      'English headings, commas, quotes and another order',
      'region,partnerId,status,level,programme,clientName,number\n77,2,UNDERWRITING,LEVEL_2,Новостройка,"Ёлкина-Ким Вера",А-1\n',
    ],
    [
      'headings in other cases and with spaces',
      `${heading.replace('номер', '№ Заявки').replace('№ Заявки', 'Номер заявки')}\n${good}`,
    ],
    ['columns that mean nothing to us', `${heading};примечание\n${good};любой текст`],
  ])('is read with %s', async (_, content) => {
    expect(await read(content)).toEqual([{ line: 2, item }])
  })

  it('is read in windows-1251', async () => {
    expect(await read(inWindows1251(`${heading}\n${good}\n`))).toEqual([{ line: 2, item }])
  })

  it('has departments, dates and one-digit regions as people write them', async () => {
    const [row] = await read(
      `${heading};подразделение;поступила;срок\n${good.replace(';77', ';1')};НИС;20.11.2026 14:30;2026-11-21T10:00:00Z`,
    )
    expect(row).toEqual({
      line: 2,
      item: {
        ...item,
        type: 'nis',
        region: '01',
        receivedAt: '2026-11-20T11:30:00Z',
        dueAt: '2026-11-21T10:00:00Z',
      },
    })
  })

  it('tells wrong lines by their numbers and goes on', async () => {
    const rows = await read(
      [
        heading,
        good,
        'А-2;;Новостройка;LEVEL_2;UNDERWRITING;2;77',
        'А 3;Ким;Новостройка;LEVEL_2;UNDERWRITING;два;77',
        '',
        'А-4;Ким;Новостройка',
        'А-5;"Ким Олег;Новостройка;LEVEL_2;UNDERWRITING;2;77',
        good.replace('А-1', 'А-6'),
      ].join('\n'),
    )
    const told = rows.map((row) =>
      'errors' in row ? [row.line, row.errors.join('; ')] : [row.line, row.item.number],
    )
    expect(told).toEqual([
      [2, 'А-1'],
      [3, 'клиент: не заполнено'],
      [4, expect.stringMatching(/^номер: .*партнёр: /)],
      [6, 'столбцов 3, а в заголовке 7'],
      [7, 'строка не разбирается: кавычки не закрыты'],
      [8, 'А-6'],
    ])
  })

  it('that lacks a column, or is empty, is refused as a whole', async () => {
    await expect(read('номер;клиент\nА-1;Ким')).rejects.toThrow('нет столбцов: программа, уровень')
    await expect(read('')).rejects.toThrow('Файл пуст')
  })
})
