import { expect, it } from 'vitest'
import { exactRoublesText, groupDecimal, groupThousands, roublesText, sumText } from './digits.ts'

it.each([
  ['', ''],
  ['7', '7'],
  ['480', '480'],
  ['6480', '6\u00a0480'],
  ['6480000', '6\u00a0480\u00a0000'],
])('groups the digits %j in threes', (digits, text) => {
  expect(groupThousands(digits)).toBe(text)
})

it.each([
  ['6480000', '6\u00a0480\u00a0000', '6\u00a0480\u00a0000', '6\u00a0480\u00a0000,00'],
  ['83217.5', '83\u00a0217,5', '83\u00a0217,50', '83\u00a0217,50'],
  ['0.05', '0,05', '0,05', '0,05'],
  ['-123456.7', '-123\u00a0456,7', '-123\u00a0456,70', '-123\u00a0456,70'],
])('writes %j as a decimal, as a sum and with kopecks', (decimal, grouped, sum, exact) => {
  expect(groupDecimal(decimal)).toBe(grouped)
  expect(sumText(decimal)).toBe(sum)
  expect(roublesText(decimal)).toBe(`${sum}\u00a0₽`)
  expect(exactRoublesText(decimal)).toBe(`${exact}\u00a0₽`)
})

it('groups a million digits at once', () => {
  expect(groupThousands('1'.repeat(1_000_000))).toHaveLength(1_333_333)
})
