import { describe, expect, it } from 'vitest'
import { amountOf, divided, kopecks, rubles } from './money.rules.ts'
import { comparable, cyrillic, dateOf, digitsOnly, distance, likeness } from './text.rules.ts'

describe('texts as they come from the reader', () => {
  it.each([
    ['', '', 0],
    ['ИВАНОВ', 'ИВАНОВ', 0],
    ['ИВАНОВ', 'ИВАН0В', 1],
    ['ИВАН', 'ИВАНОВ', 2],
    ['', 'ДА', 2],
  ])('from %j to %j it is %i changes', (a, b, expected) => {
    expect(distance(a, b)).toBe(expected)
    expect(distance(b, a)).toBe(expected)
  })
  it('likeness is 1 for the same and 0 for nothing in common', () => {
    expect([likeness('А', 'А'), likeness('А', 'Б'), likeness('', '')]).toEqual([1, 0, 1])
  })
  it('look-alikes become Cyrillic', () => expect(cyrillic('MOCKBA 3AO')).toBe('МОСКВА ЗАО'))
  it('names are compared without dots, dashes and «Ё»', () => {
    expect(comparable('КОРОЛЁВ-КИМ.')).toBe(comparable('КОРОЛЕВ КИМ'))
  })
  it('digits are found among look-alikes', () => expect(digitsOnly('45 О9 2З5 8S7')).toBe('4509235857'))
  it.each([
    ['23.07.1972', '1972-07-23'],
    ['23,07.1972', '1972-07-23'],
    ['23 07 1972', '1972-07-23'],
    ['от 01.02.2025 г.', '2025-02-01'],
    ['31.02.2020', null],
    ['29.02.2023', null],
    ['29.02.2024', '2024-02-29'],
    ['1972', null],
    ['23.07.72', null],
    ['123.07.19725', null],
  ])('the date of %j is %j', (text, expected) => expect(dateOf(text)).toBe(expected))
})

describe('amounts', () => {
  it.each([
    ['45300.50', '45300.50'],
    ['45 300,50', '45300.50'],
    ['|45300.50|', '45300.50'],
    ['45З00.5О', '45300.50'],
    ['0.00', '0.00'],
    ['00012.34', '12.34'],
    ['45300', null],
    ['45.300.50', null],
    ['45300.5', null],
    ['', null],
  ])('%j is %j', (text, expected) => expect(amountOf(text)).toBe(expected))
  it.each(['0.00', '0.01', '12.34', '9999999999999.99'])('%s comes back', (text) => {
    expect(rubles(kopecks(text))).toBe(text)
  })
  it.each([
    [10n, 4n, 3n],
    [9n, 4n, 2n],
    [0n, 7n, 0n],
  ])('%i by %i is %i, a half upwards', (sum, by, expected) => expect(divided(sum, by)).toBe(expected))
  it('less than nothing has a sign', () => expect(rubles(-5n)).toBe('-0.05'))
})
