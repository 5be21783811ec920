import { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import { expect, it } from 'vitest'
import { newOffer, offerOf, toTerms } from './calculator-state.ts'

it('a kept offer comes back into the form as it was', () => {
  const terms = LoanTerms.parse({
    amount: '3000000.00',
    rate: '6',
    months: 240,
    issueDate: '2026-11-20',
    paymentDay: 15,
    kind: 'DIFFERENTIATED',
    rounding: 'TO_RUBLES',
    interestOnlyMonths: 3,
    subsidy: { rate: '2', months: 12 },
    insuranceSurcharge: { from: '2027-01-10', points: '1' },
    rateChanges: [{ from: '2028-01-01', rate: '9' }],
    earlyRepayments: [
      { date: '2027-06-01', amount: '450000', mode: 'REDUCE_TERM', source: 'MATERNITY_CAPITAL' },
    ],
    fees: [{ kind: 'INSURANCE', amount: '30000' }],
  })
  const again = LoanTerms.parse(toTerms(offerOf(terms)))
  expect(again).toEqual(terms)
  expect(offerOf(LoanTerms.parse(toTerms(newOffer('2026-11-20'))))).toEqual(newOffer('2026-11-20'))
})
