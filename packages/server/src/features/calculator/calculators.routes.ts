import * as api from '@ipoteka-office/contract/calculator/calculators.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { type Route, route } from '#http/route.ts'
import { moneyInWords } from './amount-in-words.rules.ts'
import { exportCalculation } from './calculation-export.service.ts'
import { calculate, calculateCost, calculateTerm, evaluateBorrower } from './calculators.service.ts'
import { fromUnits, toUnits } from './exact.ts'

/** Loan calculators: schedule, ПСК, term, limits, sums. */
export const calculatorsRoutes = (bank: BankFigures): Route[] => [
  route(api.calculateLoan, ({ body }, { db }) => calculate(db, body)),
  route(api.exportLoanCalculation, ({ body }, { db }) => exportCalculation(db, body)),
  route(api.evaluateTerm, ({ body }, { db }) => calculateTerm(db, body)),
  route(api.evaluateCreditor, ({ body }, { db }) => evaluateBorrower(db, bank, body)),
  route(api.calculateFullLoanCost, ({ body }, { db }) => calculateCost(db, body)),
  route(api.addSums, async ({ query }) => {
    const sum = query.values.split(',').reduce((total, value) => total + toUnits(value, 2), 0n)
    return { sum: fromUnits(sum, 2), words: moneyInWords(sum) }
  }),
]
