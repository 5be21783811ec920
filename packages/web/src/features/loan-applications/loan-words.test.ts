import { expect, test } from 'vitest'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { timeLeft, typedCoolingOff as periodOf } from './loan-words.ts'

const typedCoolingOff = (typed: Parameters<typeof periodOf>[0], roles: readonly string[]) =>
  periodOf(typed, roles, deliveredFigures('2026-11-20'))

test.each([
  ['2026-11-22T14:00:00Z', '2\u00a0дня'],
  ['2026-11-20T18:30:00Z', '4\u00a0ч 30\u00a0мин'],
  ['2026-11-20T14:00:00.001Z', '1\u00a0мин'],
  ['2026-11-20T14:00:00Z', null],
])('till %s', (moment, expected) => {
  expect(timeLeft(moment, new Date('2026-11-20T14:00:00Z'))).toBe(expected)
})

test('the period follows what is typed', () => {
  expect(typedCoolingOff({ amount: '100000' }, [])?.hours).toBe(4)
  expect(typedCoolingOff({ amount: '300000' }, ['MAIN_BORROWER', 'CO_BORROWER'])?.exemption).toBe(
    'CO_BORROWER',
  )
  const refinancing = { amount: '300000', receiver: 'CREDITORS', refinancedCredits: [{ balance: '300000' }] }
  expect(typedCoolingOff(refinancing, [])?.exemption).toBe('REFINANCING')
  expect(typedCoolingOff({ amount: '' }, [])).toBeNull()
})
