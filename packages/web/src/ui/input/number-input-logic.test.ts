import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clamp, parseWhole, typeWhole } from './number-input-logic.ts'

const limit = { min: 0, max: 10_000 }

describe('a whole number', () => {
  test.each([
    ['20', 20],
    ['007', 7],
    ['12abc', 12],
    ['3,7', 3],
    ['1 000', 1000],
    ['-5', 0],
    ['99999', 10_000],
    ['', null],
  ])('typed as "%s" becomes %s', (text, expected) => {
    expect(typeWhole(5, text, limit)).toBe(expected)
  })

  test.each(['abc', '-', 'э'])('"%s" leaves the previous value', (text) => {
    expect(typeWhole(5, text, limit)).toBe(5)
  })

  test('waits with a lower bound above zero until the field is left', () => {
    const bounds = { min: 10, max: 99 }
    expect(typeWhole(null, '2', bounds)).toBe(2)
    expect(clamp(2, bounds)).toBe(10)
  })

  test('is always whole and within its bounds, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 10_000 }), (text, previous) => {
        const value = typeWhole(previous, text, limit)
        if (value === null) return
        expect(Number.isSafeInteger(value)).toBe(true)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(10_000)
      }),
    )
  })

  test('is read from the text that shows it', () => {
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(parseWhole(String(value))).toBe(value)
      }),
    )
  })
})
