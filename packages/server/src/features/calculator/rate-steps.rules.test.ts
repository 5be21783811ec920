import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divideHalfUp, fromUnits, sumKopecks, toUnits } from './exact.ts'
import { interestOf, rateOf, ratesPerWhole, yearsOf } from './rate-steps.rules.ts'

const exactly = (debt: number, rate: bigint, num: bigint, den: bigint) =>
  divideHalfUp(BigInt(debt) * rate * num, den * ratesPerWhole)
const nearly = (debt: number, rate: bigint, num: bigint, den: bigint) =>
  BigInt(interestOf(debt, rateOf(rate), yearsOf({ num, den })))

it('is the exact interest of any debt, rate and days', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000_000_000_000 }),
      fc.bigInt({ min: 0n, max: 1_000_000_000n }),
      fc.bigInt({ min: 1n, max: 400n }),
      fc.constantFrom(365n, 366n, 12n, 360n, 365n * 366n),
      (debt, rate, num, den) => {
        const exact = exactly(debt, rate, num, den)
        fc.pre(exact <= BigInt(Number.MAX_SAFE_INTEGER))
        expect(nearly(debt, rate, num, den)).toBe(exact)
      },
    ),
    { numRuns: 5_000 },
  )
})

// Interest of so many kopecks and a half: the debt is such that nothing but the half is left.
it.each([
  [1, 50_000_000n, 1n, 1n, 1n],
  [3, 50_000_000n, 1n, 1n, 2n],
  [36_500, 10_000_000n, 1n, 365n * 20n, 1n],
  [999_999_999_999_999, 50_000_000n, 1n, 1n, 500_000_000_000_000n],
  [73_000_000_000_001, 50_000_000n, 1n, 1n, 36_500_000_000_001n],
])('that lies on a half is rounded up: %d at %d for %d/%d', (debt, rate, num, den, interest) => {
  expect(nearly(debt, rate, num, den)).toBe(interest)
})

it('a sum of kopecks is exact beyond what ordinary numbers hold', () => {
  const largest = Number.MAX_SAFE_INTEGER
  expect(sumKopecks([largest, largest, 1])).toBe(2n * BigInt(largest) + 1n)
  expect(sumKopecks([largest, largest, -largest, -largest, 3])).toBe(3n)
  expect(sumKopecks([-5, 3])).toBe(-2n)
})

it('a decimal is read to the last digit, however long it is', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
      fc.integer({ min: 0, max: 8 }),
      (units, scale) => {
        expect(toUnits(fromUnits(units, scale), scale)).toBe(units)
      },
    ),
  )
  expect([toUnits('12.5', 3), toUnits('-0.05', 2), toUnits('7', 4), toUnits('1.500', 2)]).toEqual([
    12_500n,
    -5n,
    70_000n,
    150n,
  ])
})

it.each(['', '-', '.5', '1.', '1e3', '1,5', ' 1', '12.345', '+1', '0x10', '1'.repeat(20) + '.001'])(
  'no decimal of two places is %j',
  (text) => expect(() => toUnits(text, 2)).toThrow(RangeError),
)
