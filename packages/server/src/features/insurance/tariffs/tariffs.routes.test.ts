import * as api from '@ipoteka-office/contract/insurance/tariffs.ts'
import { Workbook } from '@cj-tech-master/excelts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formOf } from '#testing/documents.ts'
import { office } from '#testing/file-specimens.ts'
import { makeInsurer, tariffCsv, type TestInsurer } from '#testing/insurance/insurers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import type { Login } from '#testing/test-tokens.ts'
import { sendForm } from '#testing/uploads.ts'

/** `workload` and `uw-head` keep tariffs, `underwriter` sees none, the agent is a partner's. */
const clock = { timeZone: 'Europe/Moscow', now: () => new Date('2026-11-24T09:00:00Z') }
let bank: TestApp
let insurer: TestInsurer
let other: TestInsurer
beforeAll(async () => {
  bank = await testApp({ clock })
  insurer = await makeInsurer(bank.db, 1)
  other = await makeInsurer(bank.db, 2)
})
afterAll(() => bank.close())

type Refusal = { type?: string; message: string; fields?: { path: string; message: string }[] }
async function upload(content: string | Buffer, as: Login = 'workload', name = 'тариф.csv') {
  const { status, body } = await sendForm(
    bank,
    api.uploadTariff.path,
    formOf(name, Buffer.from(content as string)),
    as,
  )
  return { status, body: body as unknown as api.TariffCard & Refusal }
}
const params = (id: number) => ({ params: { id: String(id) } })
const decide = async (
  card: api.TariffCard,
  action: 'approve' | 'decline' | 'withdraw',
  as: Login,
  comment = 'Сверено',
) =>
  bank.call(
    api.decideTariff,
    { ...params(card.id), body: { action, version: card.version, comment } },
    { as },
  )
const rowsOf = async (id: number) =>
  (await bank.call(api.listTariffRows, { ...params(id), query: { size: 100 } }, { as: 'workload' })).body
    .content

const life = 'Личное страхование;;18;45;М;;;;;;0,21;;01.01.2026;'
const lifeOlder = 'LIFE;;46;65;М;;;;;;0,55;1 500,50;01.01.2026;'
const flat = 'Имущество;;;;;;Квартира;1990;;;0,1234;;2026-01-01;31.12.2027'

describe('a tariff of an insurer', () => {
  it('is loaded by one and agreed to by another, then premiums are counted by it', async () => {
    const { status, body: card } = await upload(tariffCsv(insurer.inn, life, lifeOlder, flat))
    expect([status, card.message]).toEqual([200, undefined])
    expect(card).toMatchObject({
      number: 1,
      insurer: { id: insurer.id },
      state: 'LOADED',
      validFrom: '2026-01-01',
      inForce: false,
      counts: { new: 3 },
      by: { id: 2 },
    })
    const own = await decide(card, 'approve', 'workload')
    expect([own.status, own.error.message]).toEqual([409, expect.stringContaining('Это ваша работа')])
    const agreed = await decide(card, 'approve', 'uw-head')
    expect(agreed.body).toMatchObject({ state: 'ACCEPTED', inForce: true, decidedBy: { id: 12 } })
    expect((await decide(card, 'approve', 'uw-head')).status).toBe(409)

    const { body } = await bank.call(
      api.askPremiums,
      { body: { type: 'LIFE', debt: '5000000', age: 35, sex: 'MALE' } },
      { as: 'uw-head' },
    )
    expect(body.sum).toBe('5500000.00')
    expect(body.quotes.map(({ insurer: { id }, premium, reason }) => [id, premium, reason])).toEqual([
      [insurer.id, '11550.00', null],
      [other.id, null, 'Действующего тарифа нет'],
    ])
  })

  it('shows line by line what it changes against the one in force', async () => {
    const { body: card } = await upload(
      tariffCsv(insurer.inn, life.replace('0,21', '0,23').replaceAll('01.01.2026', '01.12.2026'), flat),
    )
    // The first day is that of the earliest line.
    expect(card).toMatchObject({
      number: 2,
      validFrom: '2026-01-01',
      counts: { changed: 1, same: 1, gone: 1 },
    })
    const rows = await rowsOf(card.id)
    expect(rows.map(({ kind, line, scope }) => [kind, line, scope])).toEqual([
      ['changed', 2, 'возраст 18–45; пол мужской'],
      ['same', 3, 'Квартира; построен от 1990'],
      ['gone', null, 'возраст 46–65; пол мужской'],
    ])
    expect(rows[0]).toMatchObject({ rate: '0.23', before: { rate: '0.21' } })
    expect((await decide(card, 'decline', 'admin', '')).status).toBe(400)
    expect((await decide(card, 'decline', 'admin')).body.state).toBe('DECLINED')
  })

  it('that another one has overtaken is not agreed to', async () => {
    const later = (rate: string) => life.replace('0,21', rate).replace('01.01.2026', '01.02.2027')
    const { body: one } = await upload(tariffCsv(insurer.inn, later('0,3')))
    const { body: two } = await upload(tariffCsv(insurer.inn, later('0,4')))
    expect((await decide(two, 'approve', 'uw-head')).status).toBe(200)
    const late = await decide(one, 'approve', 'uw-head')
    expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('загрузите файл снова')])
    // One that has not begun is taken back, one in force is not.
    const [first] = (await bank.call(api.listTariffs, { query: { inForce: 'true' } }, { as: 'uw-head' })).body
      .content
    expect((await decide(first as api.TariffCard, 'withdraw', 'uw-head')).error.message).toContain(
      'уже действует',
    )
    const current = (await bank.call(api.getTariff, params(two.id), { as: 'uw-head' })).body
    expect((await decide(current, 'withdraw', 'uw-head')).body.state).toBe('WITHDRAWN')
  })

  it('that changes nothing is not loaded', async () => {
    expect((await upload(tariffCsv(insurer.inn, life, lifeOlder, flat))).body.message).toContain(
      'ничего не меняет',
    )
  })

  it('says 409 with the tariff as it is to whoever saw an old one', async () => {
    const { body: card } = await upload(tariffCsv(other.inn, life))
    const old = await decide({ ...card, version: 7 }, 'approve', 'uw-head')
    expect([old.status, old.error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
  })
})

describe('a file with mistakes is refused as a whole, in words', () => {
  it('names each line', async () => {
    const { status, body } = await upload(
      tariffCsv(
        other.inn,
        'Каско;;;;;;;;;;0,1;;01.01.2026;',
        'LIFE;;70;60;;;;;;;-1;;31.02.2026;',
        'LIFE;;17;;;;;;;;0,12345;;01.01.2026;',
        'LIFE;;;;;;FLAT;;;;0,1;0;01.01.2026;31.12.2025',
        'LIFE;;;;;Марсианин;;;;;101;;01.01.2026;',
      ),
    )
    expect([status, body.type]).toEqual([400, 'ER_IMPORT_INSURANCE_TARIFF'])
    expect(body.fields?.map(({ message }) => message)).toEqual([
      'Строка 2. Вид страхования: значения «Каско» нет в справочнике',
      'Строка 3. Тариф, % в год: введите процент больше нуля, не больше четырёх знаков',
      'Строка 3. Действует с: введите дату: 20.11.2026',
      'Строка 4. Тариф, % в год: введите процент больше нуля, не больше четырёх знаков',
      'Строка 4. Возраст от: введите целое число от 18 до 100',
      'Строка 5. Минимальная премия: введите рубли больше нуля, не больше двух знаков',
      'Строка 6. Тариф, % в год: больше 100 % в год не бывает',
      'Строка 6. Сфера деятельности: значения «Марсианин» нет в справочнике',
    ])
  })

  it('names lines that speak of one risk', async () => {
    const { body } = await upload(tariffCsv(other.inn, life, 'LIFE;;40;60;;;;;;;0,3;;01.06.2026;'))
    expect(body.fields?.[0]?.message).toBe(
      'Строка 3. Спорит со строкой 2: обе говорят об одном риске в одни дни',
    )
  })

  const sheet = async (build: (book: Workbook) => void) => {
    const book = new Workbook()
    build(book)
    return Buffer.from(await book.xlsx.writeBuffer())
  }
  const [headings = '', row = ''] = tariffCsv('9907000012', life).split('\r\n')
  const fill = (book: Workbook, name = 'Тариф') => {
    const page = book.addWorksheet(name)
    page.addRow(headings.split(';'))
    page.addRow(row.split(';'))
    return page
  }

  it.each<[string, string, () => Promise<Buffer> | Buffer | string, RegExp]>([
    ['no heading', 'т.csv', () => 'a;b\r\n1;2', /Нет столбцов: «ИНН страховщика», «Вид страхования»/],
    ['a heading alone', 'т.csv', () => headings, /нет строк/],
    ['a heading twice', 'т.csv', () => `${headings};Пол\r\n${row};`, /встречаются дважды: «Пол»/],
    [
      'an insurer that nobody knows',
      'т.csv',
      () => tariffCsv('7700000000', life),
      /Страховщика с ИНН 7700000000 нет/,
    ],
    [
      'two insurers',
      'т.csv',
      () => `${tariffCsv(insurer.inn, life)}\r\n${other.inn};${lifeOlder}`,
      /несколько ИНН/,
    ],
    [
      'more lines than a tariff has',
      'т.csv',
      () => tariffCsv(other.inn, ...Array.from({ length: api.maxTariffLines + 1 }, () => life)),
      /больше 2000 строк/,
    ],
    [
      'a hidden sheet',
      'т.xlsx',
      () =>
        sheet((book) => {
          fill(book).state = 'hidden'
          book.addWorksheet('Видимый')
        }),
      /лист файла скрыт/,
    ],
    [
      'a formula',
      'т.xlsx',
      () =>
        sheet((book) => {
          fill(book).getCell('L2').value = { formula: '0.1+0.11', result: 0.21 }
        }),
      /В строке 2 есть формула/,
    ],
    [
      'merged cells, of which only the first one says something',
      'т.xlsx',
      () =>
        sheet((book) => {
          const page = fill(book)
          page.addRow(row.split(';'))
          page.mergeCells('A2:A3')
        }),
      /объединённые ячейки/,
    ],
    [
      'a flood of empty rows',
      'т.xlsx',
      () =>
        sheet((book) => {
          const page = fill(book)
          for (let at = 3; at < 30_000; at += 1) page.getRow(at).getCell(1).value = ''
        }),
      /слишком много пустых строк/,
    ],
    [
      'a zip bomb',
      'т.xlsx',
      () => office('xlsx', [{ name: 'xl/media/a.bin', content: Buffer.alloc(200 * 1_048_576) }]),
      /слишком большой объём/,
    ],
    ['a text called a table', 'т.xlsx', () => headings, /./],
    ['another kind of file', 'т.pdf', () => '%PDF-1.4', /CSV или XLSX/],
  ])('%s', { timeout: 60_000 }, async (_, name, make, words) => {
    const { status, body } = await upload(await make(), 'workload', name)
    expect([status, body.message]).toEqual([400, expect.stringMatching(words)])
    expect(body.message).toMatch(/[а-яё]/i)
  })
})

describe('who may', () => {
  it.each<[Login, number]>([
    ['agent', 403],
    ['partner-admin', 403],
    ['underwriter', 403],
    ['support', 403],
    ['norole', 403],
  ])('%s loads, sees and agrees to no tariff', async (as, status) => {
    const statuses = [
      (await upload(tariffCsv(other.inn, life), as)).status,
      (await bank.call(api.listTariffs, { query: {} }, { as })).status,
      (await bank.call(api.getTariff, params(1), { as })).status,
      (await bank.call(api.listTariffRows, { ...params(1), query: {} }, { as })).status,
      (await bank.call(api.decideTariff, { ...params(1), body: { action: 'approve', version: 1 } }, { as }))
        .status,
      (await bank.call(api.askPremiums, { body: { type: 'LIFE', debt: '1' } }, { as })).status,
    ]
    expect(new Set(statuses)).toEqual(new Set([status]))
  })

  it('the auditor sees and changes nothing', async () => {
    const as = 'viewer'
    expect((await bank.call(api.listTariffs, { query: {} }, { as })).status).toBe(200)
    expect((await upload(tariffCsv(other.inn, life), as)).status).toBe(403)
    const body = { action: 'approve' as const, version: 1 }
    expect((await bank.call(api.decideTariff, { ...params(1), body }, { as })).status).toBe(403)
  })

  it('a tariff that is not there is a 404', async () => {
    expect((await bank.call(api.getTariff, params(999), {})).status).toBe(404)
  })
})
