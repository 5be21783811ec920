import { expect, it } from 'vitest'
import { type BorrowerValues, toBorrower, toProductBorrower } from './borrower-state.ts'
import { noProduct } from './product-loan-state.ts'

const values: BorrowerValues = {
  ...{ income: '150000.00', otherPayments: '10000.00', rate: '17.35', months: 240, amount: null },
  ...{ price: '8100000.00', appraisedValue: null, downPayment: '1620000.00' },
  ...{ debtLoadLimit: '50', loanToValueLimit: '80', programmeMax: null },
  by: { ...noProduct, propertyPrice: '8100000.00' },
}

it('without a product the bounds are those typed', () => {
  expect(toProductBorrower(values, '2026-11-27')).toBeNull()
  expect(toBorrower(values, '2026-11-27')).toMatchObject({
    ...{ rate: '17.35', debtLoadLimit: '50', loanToValueLimit: '80', issueDate: '2026-11-27' },
    obligations: [{ kind: 'PAYMENT', payment: '10000.00' }],
  })
})

it('of a product nothing is typed that its version says', () => {
  const by = { ...values.by, productId: '7', region: '77', age: 35 }
  const asked = toProductBorrower({ ...values, by, amount: '5000000.00' }, '2026-11-27')
  expect(asked).toEqual({
    ...{
      productId: 7,
      lending: 'MORTGAGE',
      clientCategory: null,
      objectType: null,
      optionIds: [],
      choices: {},
    },
    facts: {
      ...{ amount: '5000000.00', termMonths: 240, age: 35, region: '77', propertyPrice: '8100000.00' },
    },
    ...{ issueDate: '2026-11-27', income: '150000.00', appraisedValue: null, downPayment: '1620000.00' },
    obligations: [{ kind: 'PAYMENT', payment: '10000.00' }],
  })
})
