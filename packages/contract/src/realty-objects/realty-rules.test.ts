import { describe, expect, it } from 'vitest'
import { deliveredFigures } from '../parameters/delivered.ts'
import { addMonths, appraisalAge, ownerIssues, priceDeviation, pricePerMetre } from './realty-rules.ts'

const owner = (names: string[], numerator = 1, denominator = 1) => ({
  holders: names.map((name) => ({ name })),
  share: { numerator, denominator },
})
const thirds = ['Иванов Иван', 'Иванова Мария', 'Петров Пётр'].map((name) => owner([name], 1, 3))

describe('owners', () => {
  it.each([
    ['one owner of the whole', 'PROPERTY', [owner(['Иванов Иван'])]],
    ['three thirds', 'SHARED_PROPERTY', thirds],
    ['spouses together', 'COMMON_PROPERTY', [owner(['Иванов Иван', 'Иванова Мария'])]],
    [
      'spouses with a half together and another with the rest',
      'SHARED_PROPERTY',
      [owner(['Иванов Иван', 'Иванова Мария'], 1, 2), owner(['Петров Пётр'], 1, 2)],
    ],
    ['nobody yet', null, []],
  ] as const)('%s are in order', (_, ownership, owners) => {
    expect(ownerIssues(ownership, owners)).toEqual([])
  })

  it.each([
    ['two thirds', 'SHARED_PROPERTY', thirds.slice(0, 2), 'owners', /не хватает 1\/3/],
    ['too much', 'SHARED_PROPERTY', [...thirds, owner(['Кто-то'], 1, 6)], 'owners', /лишние 1\/6/],
    [
      'one share of shared property',
      'SHARED_PROPERTY',
      [owner(['Иванов'])],
      'owners',
      /не меньше двух долей/,
    ],
    ['two owners of sole property', 'PROPERTY', thirds.slice(0, 2), 'owners', /один правообладатель/],
    ['one owner of joint property', 'COMMON_PROPERTY', [owner(['Иванов'])], 'owners', /не меньше двух/],
    ['part of sole property', 'PROPERTY', [owner(['Иванов'], 1, 2)], 'owners', /не хватает 1\/2/],
    ['no kind of ownership', null, thirds, 'ownership', /вид собственности/],
    [
      'the same name twice in a share',
      'COMMON_PROPERTY',
      [owner(['Семёнов Пётр', 'СЕМЕНОВ  Петр'])],
      'owners.0.holders.1.name',
      /уже указан/,
    ],
  ] as const)('%s are not', (_, ownership, owners, path, message) => {
    const [issue] = ownerIssues(ownership, owners)
    expect(issue?.path).toBe(path)
    expect(issue?.message).toMatch(message)
  })
})

describe('an appraisal', () => {
  it.each([
    ['2026-11-20', { days: 1, validUntil: '2027-05-20', daysLeft: 180, state: 'VALID' }],
    ['2026-06-01', { days: 173, validUntil: '2026-12-01', daysLeft: 10, state: 'ENDS_SOON' }],
    ['2026-05-21', { days: 184, validUntil: '2026-11-21', daysLeft: 0, state: 'ENDS_SOON' }],
    ['2026-05-20', { days: 185, validUntil: '2026-11-20', daysLeft: -1, state: 'EXPIRED' }],
    ['2026-11-22', { days: -1, validUntil: '2027-05-22', daysLeft: 182, state: 'AHEAD' }],
  ])('of %s is on the day %j', (date, expected) => {
    expect(appraisalAge(date, '2026-11-21', deliveredFigures('2026-11-21'))).toEqual(expected)
  })
  it('ends with the last day of a shorter month', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28')
    expect(addMonths('2027-08-31', 6)).toBe('2028-02-29')
  })
})

describe('figures', () => {
  it.each([
    ['6480000', '54', '120000.00'],
    ['6480000.00', '54.3', '119337.02'],
    ['1', '3', '0.33'],
    ['2', '3', '0.67'],
    ['0.01', '2', '0.01'],
    ['9999999999999.99', '0.01', '999999999999999.00'],
    [null, '54', null],
    ['6480000', null, null],
    ['6480000', '0', null],
  ])('%s for %s m² is %s a metre', (sum, area, expected) => {
    expect(pricePerMetre(sum, area)).toBe(expected)
  })
  it('the price stands against the value', () => {
    expect(priceDeviation('6600000', '6000000')).toBe('10.0')
    expect(priceDeviation('5700000', '6000000')).toBe('-5.0')
    expect(priceDeviation('6000000', '6000000')).toBe('0.0')
    expect(priceDeviation('6000000', null)).toBeNull()
  })
})
