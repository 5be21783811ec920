import type { QuestionnaireData } from '@ipoteka-office/contract/section-completeness.ts'
import { describe, expect, test } from 'vitest'
import { creditorOf, downPaymentShare, termsOf } from './figures.ts'

const data: QuestionnaireData = {
  type: 'FULL_APPLICATION',
  sections: {
    CREDIT: {
      amount: '6480000',
      rate: '6',
      termMonths: 240,
      propertyPrice: '8265000',
      downPayment: '1785000',
    },
  },
  participants: [
    {
      id: 1,
      role: 'MAIN_BORROWER',
      name: 'Сорокина Анна',
      sections: {
        INCOME: {
          incomes: [
            { key: 'a', declared: '180000', confirmed: '162400.50' },
            { key: 'b', declared: '20000' },
          ],
        },
        OBLIGATIONS: {
          obligations: [
            { key: 'a', payment: '12000' },
            { key: 'b', payment: '7000', repaidByDeal: true },
          ],
        },
      },
    },
    {
      id: 2,
      role: 'CO_BORROWER',
      name: 'Сорокин Иван',
      sections: { INCOME: { incomes: [{ key: 'a', declared: '0.50' }] } },
    },
    {
      id: 3,
      role: 'PLEDGER',
      name: 'Сорокин Пётр',
      sections: { INCOME: { incomes: [{ key: 'a', declared: '999' }] } },
    },
  ],
}

describe('figures of an application', () => {
  test('the question of debt load has them all', () => {
    expect(creditorOf(data, '2026-11-21')).toEqual({
      amount: '6480000',
      rate: '6',
      months: 240,
      issueDate: '2026-11-21',
      income: '182401',
      obligations: [{ kind: 'PAYMENT', payment: '12000' }],
      price: '8265000',
      downPayment: '1785000',
    })
  })
  test('the schedule is of a loan issued today', () => {
    expect(termsOf({ amount: '100', rate: '6', termMonths: 12 }, '2026-11-21')?.issueDate).toBe('2026-11-21')
    expect(termsOf({}, '2026-11-21')).toBeNull()
  })
  test('a share that is not reached is not shown as reached', () => {
    expect(downPaymentShare({ propertyPrice: '1000000', downPayment: '200999' })).toBe('20.09')
    expect(downPaymentShare({ propertyPrice: '0', downPayment: '1' })).toBeNull()
  })
})
