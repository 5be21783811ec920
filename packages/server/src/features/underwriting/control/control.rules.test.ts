import { expect, it } from 'vitest'
import { chanceReason, drawOf, shareOf } from './control.rules.ts'

it('draws the same lot for a number, and lots of many numbers lie evenly', () => {
  expect(drawOf('И-26-000001')).toBe(drawOf('И-26-000001'))
  const lots = Array.from({ length: 20_000 }, (_, at) => drawOf(`И-26-${at}`))
  const below = lots.filter((lot) => lot < 5).length / lots.length
  expect(below).toBeGreaterThan(0.045)
  expect(below).toBeLessThan(0.055)
  expect(Math.min(...lots)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...lots)).toBeLessThan(100)
})

it('takes nobody for no share and everybody for the whole', () => {
  expect(chanceReason('И-26-1', '0')).toBeNull()
  expect(chanceReason('И-26-1', '100')).toMatch(/^доля программы 100 %, жребий заявки \d/)
})

it.each([
  ['FULL_APPLICATION', '2', 'control-share-2'],
  ['FULL_APPLICATION', null, null],
  ['FULL_APPLICATION', 'own', null],
  ['LOAN_APPLICATION', null, 'control-share-loan'],
] as const)('the share of %s %s is %s', (type, programme, code) => {
  expect(shareOf(type, programme)).toBe(code)
})
