import type { Offer, PriceStep } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { expect, it } from 'vitest'
import { priceDifferences } from './price-differences.rules.ts'

const step = (name: string, points: string, more: Partial<PriceStep> = {}): PriceStep => ({
  ...{ kind: 'REBATE', name, points, state: 'APPLIED', why: null, source: 'выпуск 1' },
  ...{ condition: null, dueDays: null, otherwise: null },
  ...more,
})
const price = (rate: string, payment: string) => ({
  rate,
  payment,
  overpayment: '1.00',
  fullLoanCost: '21.000',
})
const offer = (rate: string, payment: string, steps: PriceStep[]): Offer => ({
  product: { id: 1, code: 'A', name: 'А', type: '2', number: 1, versionId: 1 },
  ...{ options: [], promotions: [], available: [], otherInsurance: null, missing: [], unchecked: [] },
  limits: { minAmount: '1', maxAmount: '2', minMonths: 1, maxMonths: 2, minDownPayment: null },
  ...{ lowest: price(rate, payment), highest: price(rate, payment), steps },
})

it('the same answer has no differences, whatever was considered and left out', () => {
  const kept = offer('20.900', '100.00', [
    step('Осень', '-0.500'),
    step('Зима', '-0.1', { state: 'NOT_APPLIED' }),
  ])
  expect(priceDifferences(kept, offer('20.900', '100.00', [step('Осень', '-0.500')]))).toEqual([])
})

it('another one names each figure and each step that is another', () => {
  const kept = offer('20.900', '100.00', [step('Осень', '-0.500'), step('Зарплата', '-0.300')])
  const now = offer('21.400', '101.00', [step('Зарплата', '-0.200'), step('Надбавка', '1.000')])
  expect(priceDifferences(kept, now)).toEqual([
    { label: 'Ставка, %', kept: '20.900', now: '21.400' },
    { label: 'Платёж', kept: '100.00', now: '101.00' },
    { label: 'Шаг «Осень»', kept: '-0.500', now: '−' },
    { label: 'Шаг «Зарплата»', kept: '-0.300', now: '-0.200' },
    { label: 'Шаг «Надбавка»', kept: '−', now: '1.000' },
  ])
})
