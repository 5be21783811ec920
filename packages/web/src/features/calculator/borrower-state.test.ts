import { expect, it } from 'vitest'
import { type BorrowerValues, ofBorrower, toBorrower, toProductBorrower } from './borrower-state.ts'
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

const inputs = {
  debtLoadLimit: null,
  loanToValueLimit: null,
  fees: [],
  loan: null,
  fullLoanCost: null,
  day: null,
}
const keptAs = (kind: 'BORROWER' | 'PRODUCT_BORROWER', asked: object | null) =>
  ({ kind, inputs: { ...inputs, ...asked } }) as unknown as Parameters<typeof ofBorrower>[0]
const empty: BorrowerValues = { ...values, income: '1.00', months: 12, otherPayments: null }

it('what was kept opens as it was typed', () => {
  const typedOnly = { ...values, otherPayments: '10000' }
  expect(ofBorrower(keptAs('BORROWER', toBorrower(values, '2026-11-27')), empty)).toEqual(typedOnly)
  const by = { ...values.by, productId: '7', region: '77', age: 35, clientCategory: 'SALARY' as const }
  const typed = { ...values, by, amount: '5000000.00' }
  expect(ofBorrower(keptAs('PRODUCT_BORROWER', toProductBorrower(typed, '2026-11-27')), empty)).toEqual({
    ...typed,
    otherPayments: '10000',
    // What the version says was not typed: it begins as the bank has it.
    ...{ rate: empty.rate, price: empty.price, debtLoadLimit: empty.debtLoadLimit },
  })
})

it('obligations that were kept apart are paid together', () => {
  const obligations = ['10000.50', '2000'].map((payment) => ({ kind: 'PAYMENT', payment }))
  const { otherPayments } = ofBorrower(keptAs('BORROWER', { ...values, obligations }), empty)
  expect(otherPayments).toBe('12000.50')
})
