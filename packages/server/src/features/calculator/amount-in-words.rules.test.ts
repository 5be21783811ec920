import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moneyInWords, numberInWords, percentInWords } from './amount-in-words.rules.ts'

describe('a number in words', () => {
  it.each([
    [0n, 'ноль'],
    [12n, 'двенадцать'],
    [111n, 'сто одиннадцать'],
    [2001n, 'две тысячи один'],
    [22_000n, 'двадцать две тысячи'],
    [1_002_003_004n, 'один миллиард два миллиона три тысячи четыре'],
    [1_000_000n, 'один миллион'],
    [-5n, 'минус пять'],
  ])('%s', (value, words) => {
    expect(numberInWords(value)).toBe(words)
  })

  it('agrees with a feminine noun', () => {
    expect(numberInWords(21n, 'female')).toBe('двадцать одна')
    expect(numberInWords(2n, 'neuter')).toBe('два')
  })

  it('differs for different numbers and has no empty words', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 12n), fc.bigInt(0n, 10n ** 12n), (a, b) => {
        expect(numberInWords(a) === numberInWords(b)).toBe(a === b)
        expect(numberInWords(a)).toMatch(/^[а-яё]+( [а-яё]+)*$/)
      }),
    )
  })
})

describe('a sum in words', () => {
  it('begins with a capital and keeps the kopecks', () => {
    expect(moneyInWords(123_456n)).toBe('Одна тысяча двести тридцать четыре рубля 56 копеек')
    expect(moneyInWords(203n, 'words')).toBe('Два рубля три копейки')
    expect(moneyInWords(122_000n)).toBe('Одна тысяча двести двадцать рублей 00 копеек')
    expect(moneyInWords(101n)).toBe('Один рубль 01 копейка')
    expect(moneyInWords(-1_100n)).toBe('Минус одиннадцать рублей 00 копеек')
  })
})

it.each([
  ['18.517', 'восемнадцать целых пятьсот семнадцать тысячных процента'],
  ['21.001', 'двадцать одна целая одна тысячная процента'],
  ['2.02', 'две целых двадцать тысячных процента'],
  ['0.5', 'ноль целых пятьсот тысячных процента'],
  ['11.012', 'одиннадцать целых двенадцать тысячных процента'],
  ['1.000', 'один процент'],
  ['22', 'двадцать два процента'],
])('%s %% in words', (percent, words) => {
  expect(percentInWords(percent)).toBe(words)
})
