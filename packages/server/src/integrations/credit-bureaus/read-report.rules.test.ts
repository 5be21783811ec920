import {
  bureauCodes,
  type CreditBureau,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { describe, expect, it } from 'vitest'
import type { ReportQuestion } from './bureau-client.ts'
import type { CreditReportData } from './credit-report.ts'
import { readReport } from './read-report.ts'
import { inventReport } from './stand-in/invent-report.ts'
import { writeReport } from './stand-in/write-xml.ts'

const today = '2026-11-24'
const question: ReportQuestion = {
  requestId: 'credit-report-1',
  bureau: 'NBKI',
  person: {
    lastName: 'Королёва',
    firstName: 'Анна',
    middleName: 'Сергеевна',
    birthDate: '1988-04-12',
    passport: '4509235857',
    inn: '500100732259',
    snils: '11223344595',
    phone: '+79990001122',
    address: 'г Самара, ул Победы, д 1 & «корпус 2»',
  },
  consent: { signedOn: '2026-11-01', validTo: '2027-04-30' },
  purpose: 'NEW_LOAN',
  attempt: 1,
  today,
  told: [
    {
      type: 'AUTO',
      creditor: 'ПАО «Банк Ёлка»',
      contractNumber: 'А-77/1',
      limit: '900000.00',
      balance: '512345.67',
      rate: '17.9',
      monthsLeft: 31,
      payment: '20450.10',
    },
  ],
}
const invented = (bureau: CreditBureau): CreditReportData => inventReport({ ...question, bureau })
const bytesOf = (bureau: CreditBureau, change: Partial<CreditReportData> = {}) =>
  writeReport[bureau]({ ...invented(bureau), ...change })
const textOf = (bureau: CreditBureau) =>
  new TextDecoder(bureau === 'NBKI' ? 'windows-1251' : 'utf-8').decode(bytesOf(bureau))
const read = (bureau: CreditBureau, text: string) => readReport(bureau, Buffer.from(text), today)
const utf8 = (text: string) => text.replace('windows-1251', 'utf-8')

describe.each(bureauCodes)('a report of %s', (bureau) => {
  it('is read back as it was, whatever its writing, with nothing unknown in it', () => {
    const { data, unknown, encoding } = readReport(bureau, bytesOf(bureau), today)
    expect(data).toEqual(invented(bureau))
    expect(unknown).toEqual([])
    expect(encoding).toBe(bureau === 'NBKI' ? 'windows-1251' : 'utf-8')
  })

  it('tells of tags that nobody knows, and is read all the same', () => {
    const text = utf8(textOf(bureau)).replace(/<\/(\w+)>\s*$/, '<NewPart><A b="1"/></NewPart><NewPart/></$1>')
    const { data, unknown } = read(bureau, text)
    expect(data.number).toBe(invented(bureau).number)
    expect(unknown).toEqual([{ path: expect.stringMatching(/\/NewPart$/), count: 2 }])
  })

  it('is not believed with a day of the future', () => {
    const late = bytesOf(bureau, { enquiries: ['2027-01-01'] })
    expect(() => readReport(bureau, late, today)).toThrow('дата из будущего: 2027-01-01')
  })

  it('is not taken for the report of another bureau', () => {
    for (const other of bureauCodes.filter((code) => code !== bureau))
      expect(() => readReport(other, bytesOf(bureau), today)).toThrow('другого бюро')
  })

  it('is the same of the same person on the same day', () => {
    expect(bytesOf(bureau)).toEqual(bytesOf(bureau))
  })
})

describe('a hostile report', () => {
  const entities = Array.from(
    { length: 9 },
    (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`,
  ).join('')
  it.each<[string, string, RegExp]>([
    [
      'a billion laughs',
      `<!DOCTYPE r [<!ENTITY l0 "ха">${entities}]><Report number="&l9;"/>`,
      /DTD и сущности запрещены/,
    ],
    [
      'a file of the server',
      '<!DOCTYPE r [<!ENTITY f SYSTEM "file:///etc/passwd">]><Report number="&f;"/>',
      /DTD/,
    ],
    ['an entity of nobody', '<Report number="&secret;"/>', /не XML/],
    ['an entity of HTML', '<Report>&nbsp;</Report>', /не XML/],
    ['a stylesheet', '<?xml-stylesheet href="http://x"?><Report/>', /инструкции/],
    ['depth', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}`, /вложенность/],
    ['a huge attribute', `<Report number="${'я'.repeat(60_000)}"/>`, /значение атрибута|не XML/],
    [
      'a huge attribute of megabytes',
      `<Report number="${'x'.repeat(3_000_000)}"/>`,
      /значение атрибута|не XML/,
    ],
    [
      'a thousand attributes',
      `<Report ${Array.from({ length: 1_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
      /атрибутов больше/,
    ],
    ['a long name', `<${'n'.repeat(200)}/>`, /имя тега/],
    ['a long text', `<Report>${'x'.repeat(10_000)}</Report>`, /текст длиннее/],
    ['elements without end', `<Report>${'<a/>'.repeat(200_000)}</Report>`, /элементов больше/],
    ['what is cut off', '<Report><Title>', /не XML/],
    ['no XML', '{"report": 1}', /не XML/],
    ['two documents', '<Report/><Report/>', /не XML/],
    ['an encoding of its own', '<?xml version="1.0" encoding="utf-7"?><Report/>', /кодировка/],
    ['nothing', '', /пуст/],
  ])('%s is refused in words', (_, text, words) => {
    const since = performance.now()
    expect(() => read('OKB', text)).toThrow(words)
    expect(performance.now() - since).toBeLessThan(2_000)
  })

  it('in bytes that are no text of its encoding is refused', () => {
    const broken = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><Report number="'),
      Buffer.of(0xc3, 0x28),
      Buffer.from('"/>'),
    ])
    expect(() => readReport('OKB', broken, today)).toThrow('не в кодировке utf-8')
    expect(() => readReport('OKB', Buffer.alloc(5_000_001, 32), today)).toThrow('больше 5 МБ')
  })

  it.each([
    ['limit="900000.00"', 'limit="-5"'],
    ['limit="900000.00"', 'limit="1e9"'],
    ['limit="900000.00"', `limit="${'9'.repeat(30)}"`],
    ['opened="', 'opened="31.02.2020" x="'],
    ['discipline="', 'discipline="Z" y="'],
    ['birthDate="12.04.1988"', 'birthDate="не знаю"'],
  ])('with %s as %s names the value that is wrong', (from, to) => {
    const text = textOf('OKB')
    expect(text).toContain(from)
    expect(() => read('OKB', text.replace(from, to))).toThrow(/неверное значение в «/)
  })
})

it('reads a megabyte of a report in a moment', () => {
  const [account] = invented('OKB').accounts
  if (account === undefined) throw new Error('No credit was made up')
  const accounts = Array.from({ length: 900 }, (_, at) => ({
    ...account,
    id: `C${at}`,
    uid: null,
    creditor: `Банк ${'о'.repeat(200)}`,
  }))
  for (const bureau of bureauCodes) {
    const bytes = bytesOf(bureau, { accounts })
    const since = performance.now()
    expect(readReport(bureau, bytes, today).data.accounts).toHaveLength(900)
    // Two seconds on a machine that is busy: it takes a quarter of one.
    expect(performance.now() - since).toBeLessThan(2_000)
  }
})
