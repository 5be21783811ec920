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

/** The most that is lent: every limit by itself, and the least of them down to a thousand roubles. */
export function largestAmount(
  parameters: readonly ShownParameter[],
  known: KnownOfLoan,
  debtLoadOfBank: string,
): { amount: string | null; steps: WorkedStep[] } {
  const of = (code: ProductParameter) => parameters.find((one) => one.code === code)
  const sourceOf = (code: ProductParameter) => {
    const { source } = of(code) ?? {}
    return source === undefined
      ? ''
      : `«${source.name}», выпуск ${source.number}${source.part === null ? '' : `, ${source.part}`}`
  }
  const debtLoad = of('maxDebtLoad')?.value ?? debtLoadOfBank
  const rate = known.rate ?? of('rateTo')?.value ?? null
  const months = known.months ?? Number(of('maxMonths')?.value ?? 0)
  const isPriced = rate !== null && months > 0
  const loanToValue = of('maxLoanToValue')?.value ?? null
  const value = leastOf([known.price, known.appraised])
  const other = known.otherPayments ?? '0'
  const { limits, amount } = maximumAmount({
    income: isPriced ? (known.income ?? null) : null,
    debtLoadLimit: fromUnits(toUnits(debtLoad, 4), 6),
    otherPayments: other,
    rate: rate ?? '0',
    months: Math.max(1, months),
    value,
    loanToValueLimit: loanToValue,
    price: known.price ?? null,
    downPayment: known.downPayment ?? null,
    programmeMax: of('maxAmount')?.value ?? null,
  })
  const formulas = {
    INCOME: {
      title: 'По доходу',
      formula: `платёж не больше ${percents(debtLoad)} дохода за вычетом ${roublesText(other)}; ставка ${percents(rate ?? '0')}, ${months} мес.`,
    },
    LOAN_TO_VALUE: {
      title: 'По К/З',
      formula: `${roublesText(value ?? '0')} × ${percents(loanToValue ?? '0')} (${sourceOf('maxLoanToValue')})`,
    },
    DOWN_PAYMENT: {
      title: 'По взносу',
      formula: `${roublesText(known.price ?? '0')} − ${roublesText(known.downPayment ?? '0')}`,
    },
    PROGRAMME: { title: 'По условиям продукта', formula: sourceOf('maxAmount') },
  }
  const steps = limits.map(({ code, amount: limit }) => ({ ...formulas[code], result: roublesText(limit) }))
  return {
    amount,
    steps:
      amount === null
        ? steps
        : [
            ...steps,
            { title: 'Наименьшее, до тысячи рублей вниз', formula: '', result: roublesText(amount) },
          ],
  }
}
