import { expect, it } from 'vitest'
import { sizeOf } from './samples.rules.ts'

const figures = { 'quality-share': '5', 'quality-least': 5, 'quality-each': 3 }
it.each([
  ['RANDOM', 1_000, 50],
  ['RANDOM', 1_001, 51],
  ['AUTOMATIC', 20, 5],
  ['EACH', 1_000, 3],
] as const)('a sample by %s of %i takes %i', (rule, population, size) => {
  expect(sizeOf(rule, population, figures)).toBe(size)
})
