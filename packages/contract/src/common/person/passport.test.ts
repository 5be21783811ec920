import { describe, expect, it } from 'vitest'
import {
  Passport,
  passportIssues,
  passportValidTo,
  passportText,
  passportWarnings,
  unitCodeText,
} from './passport.ts'

const today = '2026-11-20'

it.each([
  ['4509235857', '45 09 235857'],
  ['45 09 № 235857', '45 09 235857'],
  ['4509', '45 09'],
  ['450', '45 0'],
  ['', ''],
  ['45092358571', '45 09 235857'],
])('series and number «%s» are shown as «%s»', (typed, shown) => {
  expect(passportText(typed)).toBe(shown)
})

it.each([
  ['772053', '772-053'],
  ['772-053', '772-053'],
  ['772', '772'],
  ['7720', '772-0'],
  ['772-', '772'],
  ['77205399', '772-053'],
])('the unit code «%s» is shown as «%s»', (typed, shown) => {
  expect(unitCodeText(typed)).toBe(shown)
})

describe('a passport', () => {
  const passport = { seriesNumber: '4509235857', issuedOn: '2009-05-20', unitCode: '772-053', issuer: 'ОВД' }
  const messagesOf = (change: object) =>
    (Passport.safeParse({ ...passport, ...change }).error?.issues ?? []).map(({ path }) => path.join('.'))

  it('has ten digits, a day, a code of six and an issuer', () => {
    expect(messagesOf({})).toEqual([])
    expect(messagesOf({ seriesNumber: '450923585' })).toEqual(['seriesNumber'])
    expect(messagesOf({ seriesNumber: '4509000000' })).toEqual(['seriesNumber'])
    expect(messagesOf({ seriesNumber: '0000235857' })).toEqual(['seriesNumber'])
    expect(messagesOf({ issuedOn: '2009-02-30' })).toEqual(['issuedOn'])
    expect(messagesOf({ unitCode: '772053' })).toEqual(['unitCode'])
    expect(messagesOf({ issuer: '  ' })).toEqual(['issuer'])
  })
})

describe('what cannot be', () => {
  it.each([
    ['2026-11-20', '2000-01-01', []],
    ['2026-11-21', '2000-01-01', ['Дата выдачи ещё не наступила']],
    ['2014-01-01', '2000-01-01', []],
    ['2013-12-31', '2000-01-01', ['Паспорт выдают с 14 лет: проверьте дату выдачи и дату рождения']],
    ['2013-12-31', '', []],
    ['31.12.2013', '2000-01-01', []],
  ])('issued on %s to somebody born on %s: %j', (issuedOn, birthDate, messages) => {
    expect(passportIssues({ issuedOn }, { today, birthDate }).map(({ message }) => message)).toEqual(messages)
  })
})

describe('what is unusual', () => {
  const remarks = (passport: object, birthDate?: string) =>
    passportWarnings(passport, { today, ...(birthDate && { birthDate }) }).map(
      ({ path, message }) => `${path}: ${message}`,
    )

  it('is a series of no region, or of a year far from that of the issue', () => {
    expect(remarks({ seriesNumber: '4509235857', issuedOn: '2009-05-20' })).toEqual([])
    expect(remarks({ seriesNumber: '4509235857', issuedOn: '2012-05-20' })).toEqual([])
    expect(remarks({ seriesNumber: '4598235857', issuedOn: '2001-05-20' })).toEqual([])
    expect(remarks({ seriesNumber: '4509235857', issuedOn: '2013-05-20' })[0]).toMatch(
      /^seriesNumber: Год бланка/,
    )
    expect(remarks({ seriesNumber: '0009235857' })[0]).toMatch(/^seriesNumber: Серия/)
    expect(remarks({ seriesNumber: '45092' })).toEqual([])
  })

  it('is a passport that should have been issued anew at 20 or 45', () => {
    // 20 on 2026-08-22: 90 days later is today, one day more is too late.
    const issued = { issuedOn: '2020-09-01' }
    expect(remarks(issued, '2006-08-22')).toEqual([])
    expect(remarks(issued, '2006-08-21')).toEqual([
      'issuedOn: Паспорт выдан до 20 лет и уже недействителен: нужен новый',
    ])
    expect(remarks({ issuedOn: '2026-08-21' }, '2006-08-21')).toEqual([])
    expect(remarks({ issuedOn: '2001-09-01' }, '1981-01-01')).toEqual([
      'issuedOn: Паспорт выдан до 45 лет и уже недействителен: нужен новый',
    ])
    expect(remarks({ issuedOn: '2026-02-01' }, '1981-01-01')).toEqual([])
  })

  it('is a date before these passports and a code of an unknown kind', () => {
    expect(remarks({ issuedOn: '1997-09-30' })[0]).toMatch(/^issuedOn: /)
    expect(remarks({ unitCode: '774-053' })[0]).toMatch(/^unitCode: /)
    expect(remarks({ unitCode: '772-053' })).toEqual([])
  })
})

it.each([
  ['2012-03-01', '1995-03-01', '2015-05-30'],
  ['2015-03-02', '1995-03-01', '2040-05-30'],
  ['2016-03-02', '1970-01-01', null],
  [null, '1970-01-01', null],
  ['2016-03-02', null, null],
])('a passport issued on %s to who was born on %s is good to %s', (issuedOn, birthDate, last) => {
  expect(passportValidTo(issuedOn, birthDate)).toBe(last)
})
