import { describe, expect, it } from 'vitest'
import { buildMrz, mrzLength, readMrz } from './mrz.rules.ts'
import { checkDigit, decodeName, encodeName } from './mrz-letters.rules.ts'

const today = '2026-11-21'
// The sample of the description of the zone: all four check digits hold.
const sample = [
  'PNRUSZDRIL7K<<SERGEQ<ANATOL9EVI3<<<<<<<<<<<<',
  '3919353498RUS7207233M<<<<<<<4151218910003<50',
] as const
const fields = {
  lastName: 'ЗДРИЛЮК',
  firstName: 'СЕРГЕЙ',
  middleName: 'АНАТОЛЬЕВИЧ',
  sex: 'MALE',
  birthDate: '1972-07-23',
  series: '3914',
  number: '935349',
  issueDate: '2015-12-18',
  unitCode: '910-003',
} as const
const all = { number: true, birthDate: true, issue: true, whole: true }

/** The line with each of its digits taken for each other digit. */
const otherDigits = (line: string): string[] =>
  Array.from(line).flatMap((sign, at) =>
    /\d/.test(sign)
      ? Array.from('0123456789')
          .filter((other) => other !== sign)
          .map((other) => line.slice(0, at) + other + line.slice(at + 1))
      : [],
  )

describe('the letters of the zone', () => {
  it('every letter has its own sign and comes back', () => {
    const alphabet = 'АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ'
    expect(new Set(encodeName(alphabet)).size).toBe(33)
    expect(decodeName(encodeName(alphabet))).toBe(alphabet)
  })
  it.each([
    ['391935349', '8'],
    ['720723', '3'],
    ['4151218910003<', '5'],
    ['<<<<<<', '0'],
    ['', '0'],
  ])('the check digit of %s is %s', (text, digit) => expect(checkDigit(text)).toBe(digit))
})

describe('a zone', () => {
  it('is read whole, with its four check digits', () => {
    expect(readMrz(...sample, today)).toEqual({ fields, passed: all, corrected: 0 })
  })
  it('is written the same way', () => {
    expect(buildMrz(fields)).toEqual(sample)
    expect(sample.map((line) => line.length)).toEqual([mrzLength, mrzLength])
  })
  it.each([
    ['letters in the place of digits', '39I9353498RUS72O7233M<<<<<<<4I5I2I89I0003<50'],
    ['a lost filler', '3919353498RUS7207233M<<<<<<4151218910003<50'],
    ['three doubled fillers', '3919353498RUS7207233M<<<<<<<<<<4151218910003<50'],
    ['fillers read as letters', '3919353498RUS7207233M<<K<<C<4151218910003<50'],
    ['a filler lost between the check digits', '3919353498RUS7207233M<<<<<<<415121891000350'],
    ['quotation marks for fillers', '3919353498RUS7207233M«<<<«<<4151218910003<50'],
    ['spaces', '3919353498RUS 7207233M<<<<<<< 4151218910003<50'],
  ])('is read in spite of %s', (_what, second) => {
    expect(readMrz(sample[0], second, today)).toEqual({ fields, passed: all, corrected: 0 })
  })
  it.each([
    ['birth date', '3919353498RUS7287233M<<<<<<<4151218910003<50', { birthDate: '1972-07-23' }],
    ['issue date', '3919353498RUS7207233M<<<<<<<4157218910003<50', { issueDate: '2015-12-18' }],
  ])('a misread digit of the %s is put right by the check digits', (_what, second, right) => {
    const reading = readMrz(sample[0], second, today)
    expect(reading?.fields).toMatchObject(right)
    expect(reading?.corrected).toBe(1)
  })
  it('a misread digit of the number, which nothing proves, is left to a person', () => {
    const reading = readMrz(sample[0], '3919353408RUS7207233M<<<<<<<4151218910003<50', today)
    expect(reading).toMatchObject({ fields: { number: '935340' }, passed: { number: false }, corrected: 0 })
  })
  it('a misread check digit that the last one proves is put right', () => {
    const reading = readMrz(sample[0], '3919353492RUS7207233M<<<<<<<4151218910003<50', today)
    expect(reading).toMatchObject({ fields: { number: '935349' }, passed: all, corrected: 1 })
  })
  it('no misread digit of any passport makes a wrong value that the check digits are said to prove', () => {
    const people = [
      fields,
      { ...fields, birthDate: '1999-11-30', issueDate: '2019-12-04', number: '000000', unitCode: '000-001' },
      { ...fields, birthDate: '2001-01-01', issueDate: '2021-10-10', series: '4599', number: '888888' },
    ]
    const guards = [
      ['number', 'number'],
      ['birthDate', 'birthDate'],
      ['issueDate', 'issue'],
      ['unitCode', 'issue'],
    ] as const
    const misread = people.flatMap((person) => {
      const [first, second] = buildMrz(person)
      return otherDigits(second).map((line) => ({ person, line, reading: readMrz(first, line, today) }))
    })
    const wrong = misread.filter(({ person, reading }) =>
      guards.some(([name, part]) => reading?.passed[part] && reading.fields[name] !== person[name]),
    )
    expect(wrong).toEqual([])
    expect(misread.length).toBeGreaterThan(800)
    expect(misread.filter(({ reading }) => reading?.corrected === 1).length).toBeGreaterThan(100)
  })
  it('a misread check digit leaves the value as it was read, unproven', () => {
    const reading = readMrz(sample[0], '3919353493RUS7207233M<<<<<<<4151218910003<50', today)
    expect(reading).toMatchObject({ fields: { number: '935349' }, passed: { number: false } })
  })
  it('a repair that is not the only one is not made', () => {
    const reading = readMrz(sample[0], '3919358498RUS7207238M<<<<<<<4151218910003<50', today)
    expect(reading?.passed.number).toBe(false)
  })
  it.each([
    [
      'one surname of two parts',
      'PNRUSIVANOVA<PETROVA<<ANNA<IVANOVNA<<<<<<<<<',
      ['ИВАНОВА ПЕТРОВА', 'АННА', 'ИВАНОВНА'],
    ],
    ['no patronymic', 'PNRUSPAK<<2VA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<', ['ПАК', 'ЁВА', '']],
    [
      'a patronymic of two words',
      'PNRUSALIEV<<TIMUR<RA4ID<OGLY<<<<<<<<<<<<<<<<',
      ['АЛИЕВ', 'ТИМУР', 'РАШИД ОГЛЫ'],
    ],
    ['fillers read as letters at the end', 'PNRUSLEE<<OLEG<<<K<<CC<<<<<K', ['ЛЕЕ', 'ОЛЕГ', '']],
    ['a name of letters that fillers are taken for', 'PNRUSKIM<<LEE<<<<<<<<<<', ['КИМ', 'ЛЕЕ', '']],
    ['O and I read as digits', 'PNRU5P0P0V<<1VAN<1VANOVI3<<<<', ['ПОПОВ', 'ИВАН', 'ИВАНОВИЧ']],
  ])('names: %s', (_what, first, [lastName, firstName, middleName]) => {
    expect(readMrz(first, sample[1], today)?.fields).toMatchObject({ lastName, firstName, middleName })
  })
  it('a year that has not come yet belongs to the last century', () => {
    const [first, second] = buildMrz({ ...fields, birthDate: '1999-02-03', issueDate: '2019-03-04' })
    expect(readMrz(first, second, today)?.fields).toMatchObject({
      birthDate: '1999-02-03',
      issueDate: '2019-03-04',
    })
  })
  it.each(['', 'НЕ ПАСПОРТ', 'P<D<<MUSTERMANN<<ERIKA', '<'.repeat(44), '1'.repeat(500)])(
    '%j is none',
    (line) => {
      expect(readMrz(line, line, today)).toBeNull()
    },
  )
})
