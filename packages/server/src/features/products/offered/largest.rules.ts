import type { WorkedStep } from '@ipoteka-office/contract/calculator/calculators.ts'
import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { ProductParameter, ShownParameter } from '@ipoteka-office/contract/products/offered-products.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'
import { maximumAmount } from '#features/calculator/limits.rules.ts'

/** What is known of the object and of the client; absent: not known, and does not limit. */
export interface KnownOfLoan {
  readonly price?: string | undefined
  readonly appraised?: string | undefined
  readonly downPayment?: string | undefined
  readonly income?: string | undefined
  readonly otherPayments?: string | undefined
  readonly rate?: string | undefined
  readonly months?: number | undefined
}

const percents = (text: string) => `${text.replace('.', ',')}\u00A0%`
const leastOf = (values: readonly (string | undefined)[]): string | null =>
  values.reduce<string | null>(
    (least, value) =>
      value !== undefined && (least === null || compareDecimals(value, least) < 0) ? value : least,
    null,
  )

type Parameters = readonly ShownParameter[]
const find = (parameters: Parameters, code: ProductParameter) => parameters.find((one) => one.code === code)
const valueOf = (parameters: Parameters, code: ProductParameter): string | null =>
  find(parameters, code)?.value ?? null

/** Where a value comes from: «Готовое жильё», выпуск 3, Москва. */
export function sourceText({ source: { name, number, part } }: ShownParameter): string {
  return `«${name}», выпуск ${number}${part === null ? '' : `, ${part}`}`
}
const sourceOf = (parameters: Parameters, code: ProductParameter): string => {
  const found = find(parameters, code)
  return found === undefined ? '' : sourceText(found)
}

/** What of the terms and of the client counts: what nobody has said is taken from the terms. */
function measures(parameters: Parameters, known: KnownOfLoan, debtLoadOfBank: string) {
  const rate = known.rate ?? valueOf(parameters, 'rateTo')
  const months = known.months ?? Number(valueOf(parameters, 'maxMonths') ?? 0)
  return {
    income: rate !== null && months > 0 ? (known.income ?? null) : null,
    rate: rate ?? '0',
    months: Math.max(1, months),
    debtLoad: valueOf(parameters, 'maxDebtLoad') ?? debtLoadOfBank,
    otherPayments: known.otherPayments ?? '0',
    value: leastOf([known.price, known.appraised]),
    loanToValueLimit: valueOf(parameters, 'maxLoanToValue'),
    price: known.price ?? null,
    downPayment: known.downPayment ?? null,
    programmeMax: valueOf(parameters, 'maxAmount'),
  }
}

const formulasOf = (parameters: Parameters, of: ReturnType<typeof measures>) => ({
  INCOME: {
    title: 'По доходу',
    formula: `платёж не больше ${percents(of.debtLoad)} дохода за вычетом ${roublesText(of.otherPayments)}; ставка ${percents(of.rate)}, ${of.months} мес.`,
  },
  LOAN_TO_VALUE: {
    title: 'По К/З',
    formula: `${roublesText(of.value ?? '0')} × ${percents(of.loanToValueLimit ?? '0')} (${sourceOf(parameters, 'maxLoanToValue')})`,
  },
  DOWN_PAYMENT: {
    title: 'По взносу',
    formula: `${roublesText(of.price ?? '0')} − ${roublesText(of.downPayment ?? '0')}`,
  },
  PROGRAMME: { title: 'По условиям продукта', formula: sourceOf(parameters, 'maxAmount') },
})

/** The most that is lent: every limit by itself, and the least of them down to a thousand roubles. */
export function largestAmount(
  parameters: Parameters,
  known: KnownOfLoan,
  debtLoadOfBank: string,
): { amount: string | null; steps: WorkedStep[] } {
  const of = measures(parameters, known, debtLoadOfBank)
  const { limits, amount } = maximumAmount({ ...of, debtLoadLimit: fromUnits(toUnits(of.debtLoad, 4), 6) })
  const formulas = formulasOf(parameters, of)
  const steps = limits.map(({ code, amount: limit }) => ({ ...formulas[code], result: roublesText(limit) }))
  if (amount === null) return { amount, steps }
  const least = { title: 'Наименьшее, до тысячи рублей вниз', formula: '', result: roublesText(amount) }
  return { amount, steps: [...steps, least] }
}
