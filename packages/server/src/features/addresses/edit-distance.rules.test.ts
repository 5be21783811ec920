import { expect, it } from 'vitest'
import { allowedErrors, beginningDistance, editDistance } from './edit-distance.rules.ts'

it.each([
  ['казань', 'казань', 0],
  ['казнь', 'казань', 1],
  ['казаань', 'казань', 1],
  ['козань', 'казань', 1],
  ['акзань', 'казань', 1],
  ['екатиренбург', 'екатеринбург', 2],
  ['москва', 'казань', 3],
  ['', 'аб', 2],
] as const)('«%s» is %s away from «%s» (three and more are three)', (typed, word, distance) => {
  expect(editDistance(typed, word, 2)).toBe(distance)
  expect(editDistance(word, typed, 2)).toBe(distance)
})

it.each([
  ['екатир', 'екатеринбург', 1],
  ['екаткри', 'екатеринбург', 1],
  ['ектерин', 'екатеринбург', 1],
  ['екатерин', 'екатеринбург', 0],
] as const)('the beginning «%s» of «%s» has %i errors', (typed, word, errors) => {
  expect(beginningDistance(typed, word, 2)).toBe(errors)
})

it('short words must be right', () => {
  expect([3, 4, 7, 8].map(allowedErrors)).toEqual([0, 1, 1, 2])
})
