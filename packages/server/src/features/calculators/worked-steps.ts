import type { LoanTerms, WorkedStep } from '@ipoteka-office/contract/calculators.ts'
import { annuityPayment } from './annuity.rules.ts'
import { fromUnits } from './exact.ts'
import { type BasePeriod, type DatedFlow } from './full-loan-cost.rules.ts'
import type { Schedule } from './schedule-terms.ts'

/** «6 480 000,00 ₽» of a decimal text. */
export function rubles(value: string): string {
  const [whole = '0', part = ''] = value.split('.')
  return `${whole.replace(/\B(?=(\d{3})+(?!\d))/g, '\u00A0')},${part.padEnd(2, '0').slice(0, 2)}\u00A0₽`
}

const percents = (value: string) =>
  `${value
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '')
    .replace('.', ',')}\u00A0%`
const kopecks = (sum: bigint) => rubles(fromUnits(sum, 2))

/** How a level payment follows from amount, rate and number of payments. */
export function annuitySteps(amount: string, rate: string, months: number): WorkedStep[] {
  return [
    {
      title: 'Месячная ставка',
      formula: `m = ${percents(rate)} / 12 / 100`,
      result: (Number(rate) / 1200).toFixed(8).replace('.', ','),
    },
    {
      title: 'Равный платёж',
      formula: `A = P · m / (1 − (1 + m)^−n), P = ${rubles(amount)}, n = ${months}`,
      result: rubles(annuityPayment(amount, rate, months).toFixed(2)),
    },
  ]
}

const dayCountWords: Record<LoanTerms['dayCount'], string> = {
  ACT_ACT: 'долг · ставка · дни / 365 (366 в високосном году)',
  ACT_365: 'долг · ставка · дни / 365',
  MONTH_1_12: 'долг · ставка / 12',
}

/** How the first lines of a schedule came about. */
export function scheduleSteps(
  terms: LoanTerms,
  { rows, totalInterest, totalPayments }: Schedule,
): WorkedStep[] {
  const [first] = rows
  const payments = rows.filter((row) => row.kind !== 'EARLY')
  const opening =
    terms.kind === 'ANNUITY'
      ? annuitySteps(
          terms.amount,
          terms.subsidy?.rate ?? terms.rate,
          payments.filter((row) => row.kind !== 'INTEREST_ONLY').length,
        )
      : [
          {
            title: 'Доля долга в платеже',
            formula: `${rubles(terms.amount)} / ${terms.months}`,
            result: first ? kopecks(first.principal) : '−',
          },
        ]
  const interest = first
    ? [
        {
          title: `Проценты первого платежа (${first.days} дн.)`,
          formula: `${dayCountWords[terms.dayCount]}, ставка ${percents(first.rate)}`,
          result: kopecks(first.interest),
        },
      ]
    : []
  return [
    ...opening,
    ...interest,
    {
      title: 'Переплата',
      formula: `все платежи ${kopecks(totalPayments)} − сумма кредита ${rubles(terms.amount)}`,
      result: kopecks(totalInterest),
    },
  ]
}

const unitWords = ({ unit, count }: BasePeriod) =>
  unit === 'MONTH' ? (count === 1 ? 'месяц' : `${count} мес.`) : `${count} дн.`

/** How ПСК follows from the flows (353-ФЗ art. 6). */
export const fullLoanCostSteps = (cost: {
  flows: readonly DatedFlow[]
  base: BasePeriod
  perYear: string
  percent: string | null
  overpaid: string
}): WorkedStep[] => [
  {
    title: 'Базовый период',
    formula: 'самый частый промежуток между платежами',
    result: `${unitWords(cost.base)}, в году ${cost.perYear.replace(/\.?0+$/, '').replace('.', ',')}`,
  },
  {
    title: 'Уравнение',
    formula: `Σ ДП / ((1 + e·i)(1 + i)^q) = 0, потоков: ${cost.flows.length}`,
    result: cost.percent === null ? 'решения нет' : 'i — наименьший положительный корень',
  },
  {
    title: 'ПСК в процентах',
    formula: 'i · ЧБП · 100',
    result: cost.percent === null ? '−' : percents(cost.percent),
  },
  {
    title: 'ПСК в деньгах',
    formula: 'все платежи заёмщика − сумма кредита',
    result: rubles(cost.overpaid),
  },
]

/** How the limits of a borrower came about. */
export const limitSteps = ({
  input,
  otherPayments,
  maximum,
  load,
  payments,
}: {
  input: { income: string | null; debtLoadLimit: string }
  otherPayments: string
  maximum: string | null
  load: string | null
  payments: readonly string[]
}): WorkedStep[] => [
  {
    title: 'Посильный платёж',
    formula:
      input.income === null
        ? 'доход не указан'
        : `${rubles(input.income)} · ${percents(input.debtLoadLimit)} − ${rubles(otherPayments)}`,
    result: input.income === null ? '−' : 'по нему — сумма «по доходу»',
  },
  {
    title: 'Предельная сумма',
    formula: 'наименьшее из ограничений, вниз до 1 000 ₽',
    result: maximum === null ? '−' : rubles(maximum),
  },
  {
    title: 'ПДН',
    formula: `(${payments.join(' + ') || '0'}) / доход`,
    result: load === null ? 'доход не подтверждён: считается выше 80 %' : percents(load),
  },
]
