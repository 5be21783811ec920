import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  clampMax,
  compareDecimals,
  contractNumberText,
  percentText,
  positiveOnly,
  toDecimal,
  wholeText,
} from './number-formats.ts'

it.each([
  ['6 480 000,50 ₽', '6480000.50'],
  ['12.345', '12.34'],
  ['−5,999', '-5.99'],
  ['-0,001', '0.00'],
  ['007', '7'],
  [',5', '0.5'],
  ['12,', '12'],
  ['1,2,3', null],
  ['много', null],
  ['', null],
  ['-', null],
  ['90071992547409931,01', '90071992547409931.01'],
])('the sum «%s» is %s: at most two decimals, the rest cut off', (typed, value) => {
  expect(toDecimal(typed)).toBe(value)
})

it.each([
  ['17.35', '17,35'],
  ['17,356 %', '17,35'],
  ['100', '100'],
  ['x', ''],
])('the percent «%s» is written «%s», with a comma', (typed, written) => {
  expect(percentText(typed)).toBe(written)
})

it('a whole number keeps digits alone', () => {
  expect(wholeText('12 345-6 шт.')).toBe('123456')
})

it('a contract number keeps digits, the dash and the slash', () => {
  expect(contractNumberText('№ 12–34/56-А')).toBe('12-34/56-')
})

describe('bounds', () => {
  it.each([
    ['100.01', undefined, '100'],
    ['100', undefined, '100'],
    ['99.99', undefined, '99.99'],
    ['15', '12.5', '12.5'],
    ['-3', undefined, '-3'],
  ])('%s up to %s is %s; 100 where nothing is said', (value, max, kept) => {
    expect(clampMax(value, max)).toBe(kept)
  })

  it('a negative value becomes 0 where only positive ones have sense', () => {
    expect([positiveOnly('-0.01'), positiveOnly('0'), positiveOnly('3.5')]).toEqual(['0', '0', '3.5'])
  })

  it('short decimals are compared as long ones are', () => {
    const decimal = fc
      .tuple(
        fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }),
        fc.integer({ min: 0, max: 4 }),
        fc.nat(9_999),
      )
      .map(([whole, digits, part]) =>
        digits === 0 ? String(whole) : `${whole}.${String(part).padStart(4, '0').slice(0, digits)}`,
      )
    const long = (text: string) => `${text}${text.includes('.') ? '' : '.'}000000`
    fc.assert(
      fc.property(decimal, decimal, (one, other) => {
        expect(compareDecimals(one, other)).toBe(compareDecimals(long(one), long(other)))
      }),
    )
    expect([compareDecimals('-0', '0'), compareDecimals('99999999999.9999', '99999999999.9998')]).toEqual([
      0, 1,
    ])
  })

  it('are exact beyond what a float can hold', () => {
    expect(compareDecimals('9007199254740993', '9007199254740992.99')).toBe(1)
    expect(compareDecimals('1.10', '1.1')).toBe(0)
    expect(() => compareDecimals('x', '1')).toThrow(RangeError)
  })
})

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.integer({ min: 0, max: 99 }))
  .map(([isMinus, whole, part]) => {
    const value = `${whole}.${String(part).padStart(2, '0')}`
    return isMinus && /[1-9]/.test(value) ? `-${value}` : value
  })

describe('always', () => {
  it('a decimal is read as it is written, a percent too', () => {
    fc.assert(
      fc.property(decimal, (value) => {
        expect(toDecimal(value)).toBe(value)
      }),
    )
    fc.assert(
      fc.property(decimal, (value) => {
        expect(toDecimal(percentText(value))).toBe(value)
      }),
    )
  })

  it('reading twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789,.- ₽%')), maxLength: 20 }),
        (typed) => {
          const once = toDecimal(typed)
          if (once !== null) expect(toDecimal(once)).toBe(once)
        },
      ),
    )
  })

  it('a clamped value is never above its bound and a positive one never below zero', () => {
    fc.assert(
      fc.property(decimal, decimal, (value, max) => {
        expect(compareDecimals(clampMax(value, max), max)).toBeLessThanOrEqual(0)
        expect(compareDecimals(positiveOnly(value), '0')).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
