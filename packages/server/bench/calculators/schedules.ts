import { LoanTerms } from '@ipoteka-office/contract/calculator/calculators.ts'
import { computeLoan, loanIssues } from '#features/calculator/loan.rules.ts'
import { isWorkingBy } from '#features/calendar/working-time.rules.ts'

/** How often each kind is computed, after a tenth of it to warm up. */
const times = 600
export const months = 360

interface Kind {
  readonly name: string
  readonly terms: (turn: number) => object
}

export interface ScheduleMeasured {
  readonly name: string
  readonly milliseconds: readonly number[]
}

/** No two alike: what is remembered between them would not show the work. */
const common = (turn: number) => ({
  amount: String(1_500_000 + turn * 7_919),
  rate: (8 + (turn % 160) / 10).toFixed(1),
  months,
  issueDate: `2026-${String(1 + (turn % 12)).padStart(2, '0')}-${String(1 + (turn % 28)).padStart(2, '0')}`,
})

const kinds: readonly Kind[] = [
  { name: 'аннуитет', terms: common },
  { name: 'дифференцированный', terms: (turn) => ({ ...common(turn), kind: 'DIFFERENTIATED' }) },
  {
    name: 'аннуитет: льготная ставка, смена ставки, страховка в ПСК, 12 досрочных платежей',
    terms: (turn) => ({
      ...common(turn),
      nonWorkingDays: 'SHIFT',
      subsidy: { rate: '6', months: 24 },
      rateChanges: [{ from: '2030-06-15', rate: '12.5' }],
      fees: [{ kind: 'INSURANCE', amount: '48000' }],
      earlyRepayments: Array.from({ length: 12 }, (_, year) => ({
        date: `${2028 + year}-03-10`,
        amount: '50000',
        mode: year % 2 === 0 ? 'REDUCE_TERM' : 'REDUCE_PAYMENT',
      })),
    }),
  },
]

/** Schedules of thirty years with ПСК, effective rate and «как посчитано», as an answer has them; one after the other. */
export function measureSchedules(): ScheduleMeasured[] {
  const isWorking = isWorkingBy(new Map())
  return kinds.map(({ name, terms }) => {
    const milliseconds = Array.from({ length: times * 1.1 }, (_, turn) => {
      const loan = LoanTerms.parse(terms(turn))
      const begun = performance.now()
      const issues = loanIssues(loan)
      const { schedule, fullLoanCost } = computeLoan(loan, isWorking)
      const took = performance.now() - begun
      if (issues.length > 0 || schedule.length < 100 || fullLoanCost.percent === null)
        throw new Error(`${name}: ${JSON.stringify(issues)}`)
      return took
    })
    return { name, milliseconds: milliseconds.slice(times * 0.1) }
  })
}
