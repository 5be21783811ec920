import { expect, test } from 'vitest'
import { decisionPagesFor } from './decision-pages.tsx'

test('people of partners are offered no page on which the bank decides', () => {
  expect(decisionPagesFor('FULL_APPLICATION', { isAhml: false })).toEqual([])
  expect(decisionPagesFor('FULL_APPLICATION', { isAhml: true })).toContain('object')
  expect(decisionPagesFor('LOAN_APPLICATION', { isAhml: true })).not.toContain('object')
})
