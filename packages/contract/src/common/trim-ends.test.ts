import { expect, it } from 'vitest'
import { trimEndOf, trimEndsOf, withoutEndZeros } from './trim-ends.ts'

it('takes the signs away at the ends and nowhere else', () => {
  expect(trimEndOf('..a. b. .', /[. ]/)).toBe('..a. b')
  expect(trimEndsOf('..a. b. .', /[. ]/)).toBe('a. b')
  expect(trimEndsOf(' . ', /[. ]/)).toBe('')
  expect(trimEndsOf('', /[. ]/)).toBe('')
})

it.each([
  ['12.50', '12.5'],
  ['3.00', '3'],
  ['0.0', '0'],
  ['120', '120'],
  ['100.001', '100.001'],
])('writes %s without zeros that say nothing: %s', (decimal, text) => {
  expect(withoutEndZeros(decimal)).toBe(text)
})

it('looks at each sign of a long text once', () => {
  const begun = performance.now()
  expect(trimEndsOf(`a${' '.repeat(1_000_000)}b`, /\s/)).toHaveLength(1_000_002)
  expect(withoutEndZeros(`0.${'0'.repeat(1_000_000)}1`)).toHaveLength(1_000_003)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
