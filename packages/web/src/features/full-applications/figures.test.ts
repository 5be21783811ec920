import { describe, expect, test } from 'vitest'
import { downPaymentShare, termsOf } from './figures.ts'

describe('figures of an application', () => {
  test('the schedule is of a loan issued today', () => {
    expect(termsOf({ amount: '100', rate: '6', termMonths: 12 }, '2026-11-21')?.issueDate).toBe('2026-11-21')
    expect(termsOf({}, '2026-11-21')).toBeNull()
  })
  test('a share that is not reached is not shown as reached', () => {
    expect(downPaymentShare({ propertyPrice: '1000000', downPayment: '200999' })).toBe('20.09')
    expect(downPaymentShare({ propertyPrice: '0', downPayment: '1' })).toBeNull()
  })
})
