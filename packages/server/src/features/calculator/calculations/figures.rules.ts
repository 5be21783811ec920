import type { LoanCalculation } from '@ipoteka-office/contract/calculator/calculators.ts'
import type { KeptDifference } from '@ipoteka-office/contract/common/items.ts'
import type {
  CalculationContent,
  SavedCalculation,
} from '@ipoteka-office/contract/calculator/calculations.ts'

type Figures = SavedCalculation['figures']

const noFigures: Figures = {
  amount: null,
  rate: null,
  months: null,
  payment: null,
  fullLoanCost: null,
  debtLoad: null,
}

const figuresOfLoan = ({ terms, firstPayment, fullLoanCost }: LoanCalculation): Figures => ({
  amount: terms.amount,
  rate: terms.rate,
  months: terms.months,
  payment: firstPayment,
  fullLoanCost: fullLoanCost.percent,
  debtLoad: null,
})

/** The figures by which a result is recognised. */
export function figuresOf(content: CalculationContent): Figures {
  const loan = loanOf(content)
  if (loan !== null) return figuresOfLoan(loan)
  const result = borrowerOf(content)
  if (result === null) return noFigures
  return {
    ...askedOf(content),
    amount: result.amount,
    payment: result.monthlyPayment,
    fullLoanCost: null,
    debtLoad: result.debtLoad.percent,
  }
}

/** The rate and the term that a borrower was measured by. */
function askedOf(content: CalculationContent): Pick<Figures, 'rate' | 'months'> {
  if (content.kind === 'BORROWER') return { rate: content.inputs.rate, months: content.inputs.months }
  if (content.kind !== 'PRODUCT_BORROWER') return { rate: null, months: null }
  const months = content.inputs.facts['termMonths']
  const rate = content.result.bounds.find(({ code }) => code === 'rate')?.value ?? null
  return { rate, months: typeof months === 'number' ? months : null }
}

/** What a borrower may take, where that is what was counted. */
function borrowerOf(content: CalculationContent) {
  if (content.kind === 'BORROWER') return content.result
  return content.kind === 'PRODUCT_BORROWER' ? content.result.result : null
}

const nothing = '−'

/** What two results of the same inputs differ in, as people name it. */
export function differencesOf(kept: CalculationContent, now: CalculationContent): KeptDifference[] {
  const told = namedValues(now)
  const changed = namedValues(kept).flatMap(([label, value]): KeptDifference[] => {
    const other = told.find(([name]) => name === label)?.[1] ?? null
    return value === other ? [] : [{ label, kept: value ?? nothing, now: other ?? nothing }]
  })
  return [...changed, ...scheduleDifference(kept, now)]
}

/** The loan of a result, where it has one. */
function loanOf(content: CalculationContent): LoanCalculation | null {
  if (content.kind === 'LOAN') return content.result
  return content.kind === 'PRODUCT' ? content.result.calculation : null
}

function namedValues(content: CalculationContent): [string, string | null][] {
  const borrower = borrowerOf(content)
  if (borrower !== null)
    return [
      ...(content.kind === 'PRODUCT_BORROWER'
        ? ([['Ставка, %', askedOf(content).rate]] as [string, string | null][])
        : []),
      ['Предельная сумма', borrower.maximumAmount],
      ['Платёж', borrower.monthlyPayment],
      ['ПДН, %', borrower.debtLoad.percent],
      ['К/З, %', borrower.loanToValue],
    ]
  const result = loanOf(content)
  if (result === null) return []
  return [
    ...(content.kind === 'PRODUCT' ? ([['Ставка, %', result.terms.rate]] as [string, string][]) : []),
    ['Первый платёж', result.firstPayment],
    ['Наибольший платёж', result.maxPayment],
    ['Всего платежей', result.totalPayments],
    ['Проценты за весь срок', result.totalInterest],
    ['Последний платёж', result.lastDate],
    ['Платежей', String(result.monthsPaid)],
    ['ПСК, %', result.fullLoanCost.percent],
    ['ПСК в рублях', result.fullLoanCost.money],
    ['Эффективная ставка, %', result.effectiveRate],
  ]
}

function scheduleDifference(kept: CalculationContent, now: CalculationContent): KeptDifference[] {
  const [before, after] = [loanOf(kept)?.schedule ?? [], loanOf(now)?.schedule ?? []]
  const lines = before.filter((line, index) => {
    const other = after[index]
    return other === undefined || line.date !== other.date || line.payment !== other.payment
  }).length
  const count = lines + Math.max(0, after.length - before.length)
  if (count === 0) return []
  return [
    { label: 'Строк графика с другой датой или суммой', kept: String(before.length), now: String(count) },
  ]
}
