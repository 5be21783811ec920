import { ProductLoan } from '@ipoteka-office/contract/calculator/by-product.ts'
import { expect, it } from 'vitest'
import { newOffer } from './calculator-state.ts'
import { ofProductLoan, toProductLoan } from './product-loan-state.ts'

const kept = ProductLoan.parse({
  productId: 12,
  issueDate: '2026-11-20',
  paymentDay: 15,
  facts: {
    ...{ amount: '6000000', termMonths: 240, propertyPrice: '8000000', region: '77', age: 35 },
    ...{ goal: 'SECONDARY_MARKET', incomeVerification: 'NDFL2', salaryClient: true },
    ...{ lifeInsurance: true, electronicRegistration: false },
  },
  clientCategory: 'SALARY',
  objectType: 'FLAT',
  optionIds: [3],
  choices: { SALARY_CLIENT: true },
  earlyRepayments: [{ date: '2027-06-01', amount: '450000', mode: 'REDUCE_TERM', source: 'CLIENT' }],
})

it('a kept loan by a product comes back into the form as it was', () => {
  expect(ProductLoan.parse(toProductLoan(ofProductLoan(kept, newOffer('2026-01-01'))))).toEqual(kept)
})

it('terms that are typed ask no product, and what is not known is not said', () => {
  const typed = newOffer('2026-11-20')
  expect(toProductLoan(typed)).toBeNull()
  const chosen = { ...typed, by: { ...typed.by, productId: '7', lending: 'CASH_LOAN' as const } }
  expect(toProductLoan(chosen)?.facts).toEqual({ amount: typed.amount, termMonths: typed.months })
})
