import { evaluateCreditor } from '@ipoteka-office/contract/calculator/calculators.ts'
import { expect, it } from 'vitest'
import { evaluateCreditorBy } from '#features/calculator/borrower.rules.ts'
import { deliveredFigures } from '@ipoteka-office/contract/parameters/delivered.ts'
import { knownLoad } from './known-loads.rules.ts'

const figures = deliveredFigures('2026-11-27')
const isWorking = () => true
const asked = {
  amount: '6000000',
  rate: '17.5',
  months: 240,
  issueDate: '2026-11-27',
  income: '180000',
  obligations: [{ kind: 'LOAN' as const, balance: '300000', cost: '20', monthsLeft: 24, overdue: '0' }],
  fees: [],
  price: '8000000',
  downPayment: '2000000',
}

it('what is remembered is what the calculator says, each time anew of another question or bound', () => {
  for (const question of [asked, { ...asked, income: '400000' }, { ...asked, amount: '1000000' }, asked]) {
    const whole = evaluateCreditorBy(evaluateCreditor.body.parse(question), { isWorking, figures })
    for (const times of [1, 2]) {
      const load = knownLoad(question, { isWorking, figures })
      expect([times, load]).toEqual([
        times,
        {
          monthlyPayment: whole.monthlyPayment,
          fullLoanCost: whole.fullLoanCost,
          debtLoad: whole.debtLoad,
        },
      ])
    }
  }
  const strict = { ...figures, 'debt-load-notice': '1' }
  expect(knownLoad(asked, { isWorking, figures: strict }).debtLoad).toMatchObject({
    mustNotify: true,
    notifyAbove: '1',
  })
})

it('another calendar knows no loan of the first one', () => {
  const first = knownLoad(asked, { isWorking, figures })
  const weekends = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() % 6 !== 0
  expect(knownLoad(asked, { isWorking: weekends as typeof isWorking, figures })).not.toBe(first)
  expect(knownLoad(asked, { isWorking, figures })).toBe(first)
})
