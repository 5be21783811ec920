import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bestChoice, type Choice, mutual } from './best-choice.rules.ts'

/** The best sum by trying every set. */
function bruteForce(choices: readonly Choice[]): bigint {
  let best = 0n
  for (let mask = 0; mask < 2 ** choices.length; mask += 1) {
    const taken = choices.filter((_, at) => (mask >> at) % 2 === 1)
    const clashes = taken.some(({ conflicts }) => taken.some(({ key }) => conflicts.has(key)))
    const sum = taken.reduce((total, { points }) => total + points, 0n)
    if (!clashes && sum > best) best = sum
  }
  return best
}

/** Choices of whole tenths of a point, some of which exclude each other. */
const choicesOf = fc
  .integer({ min: 1, max: 9 })
  .chain((count) =>
    fc.record({
      points: fc.array(fc.bigInt({ min: 0n, max: 9n }), { minLength: count, maxLength: count }),
      clashes: fc.array(fc.tuple(fc.nat(count - 1), fc.nat(count - 1)), { maxLength: count }),
    }),
  )
  .map(({ points, clashes }): Choice[] => {
    const keys = points.map((_, at) => `k${at}`)
    const conflicts = mutual(
      keys.map((key) => ({ key })),
      (one, other) => clashes.some(([a, b]) => a !== b && keys[a] === one.key && keys[b] === other.key),
    )
    return keys.map((key, at) => ({
      key,
      points: (points[at] ?? 0n) * 100n,
      conflicts: conflicts.get(key) ?? new Set(),
    }))
  })

test('of any choices those are taken that together take off most and do not exclude each other', () => {
  fc.assert(
    fc.property(choicesOf, (choices) => {
      const chosen = bestChoice(choices)
      const taken = choices.filter(({ key }) => chosen.has(key))
      expect(taken.some(({ conflicts }) => taken.some(({ key }) => conflicts.has(key)))).toBe(false)
      expect(taken.reduce((sum, { points }) => sum + points, 0n)).toBe(bruteForce(choices))
    }),
    { numRuns: 500 },
  )
})

test('the order of the choices changes nothing', () => {
  fc.assert(
    fc.property(choicesOf, (choices) => {
      const chosen = [...bestChoice(choices)].toSorted()
      expect([...bestChoice(choices.toReversed())].toSorted()).toEqual(chosen)
    }),
  )
})
