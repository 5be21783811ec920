import type { LoanTerms, WorkedStep } from '@ipoteka-office/contract/calculator/calculators.ts'
import { exactRoublesText } from '@ipoteka-office/contract/common/digits.ts'
import { withoutEndZeros } from '@ipoteka-office/contract/common/trim-ends.ts'
import { annuityKopecks, annuityPayment } from './annuity.rules.ts'
import { fromUnits, toUnits } from './exact.ts'
import { type BasePeriod, type DatedFlow } from './full-loan-cost.rules.ts'
import type { Schedule } from './schedule-terms.ts'

const percents = (value: string) => `${withoutEndZeros(value).replace('.', ',')}\u00A0%`
const kopecks = (sum: bigint) => exactRoublesText(fromUnits(sum, 2))

/** How a level payment follows from amount, rate and number of equal months. */
export function annuitySteps(amount: string, rate: string, months: number): WorkedStep[] {
  return [
    {
      title: 'Месячная ставка',
      formula: `m = ${percents(rate)} / 12 / 100`,
      result: (Number(rate) / 1200).toFixed(8).replace('.', ','),
    },
    {
      title: 'Равный платёж',
      formula: `A = P · m / (1 − (1 + m)^−n), P = ${exactRoublesText(amount)}, n = ${months}`,
      result: exactRoublesText(annuityPayment(amount, rate, months).toFixed(2)),
    },
  ]
}

/** How the level payment of a schedule came about: by the formula alone, or from it by the days of the schedule. */
function levelSteps(terms: LoanTerms, { firstPayment, plannedPayments }: Schedule): WorkedStep[] {
  const rate = terms.subsidy?.rate ?? terms.rate
  const steps = annuitySteps(terms.amount, rate, plannedPayments)
  const formula = annuityKopecks(toUnits(terms.amount, 2), rate, plannedPayments, terms.rounding)
  const [monthly, level] = steps
  if (formula === firstPayment || monthly === undefined || level === undefined) return steps
  return [
    monthly,
    { ...level, title: 'Платёж по формуле для равных месяцев' },
    {
      title: 'Равный платёж',
      formula: `наименьший, с которым по дням графика хватает ${plannedPayments} платежей и последний не больше остальных`,
      result: kopecks(firstPayment),
    },
  ]
}

/** Fewer payments than the term has months, though nothing was repaid early: a kopeck less would never repay the debt. */
function shortenedSteps(terms: LoanTerms, { rows, plannedPayments }: Schedule): WorkedStep[] {
  const paid = rows.filter((row) => row.kind === 'REGULAR' || row.kind === 'LAST').length
  if (terms.earlyRepayments.length > 0 || paid === plannedPayments) return []
  return [
    {
      title: 'Число платежей',
      formula: 'платёж почти весь из процентов: на копейку меньший оставил бы долг на конец срока',
      result: `${paid} вместо ${plannedPayments}`,
    },
  ]
}

const dayCountWords: Record<LoanTerms['dayCount'], string> = {
  ACT_ACT: 'долг · ставка · дни / 365 (366 в високосном году)',
  ACT_365: 'долг · ставка · дни / 365',
  MONTH_1_12: 'долг · ставка / 12',
}

/** How the first lines of a schedule came about. */
export function scheduleSteps(terms: LoanTerms, schedule: Schedule): WorkedStep[] {
  const { rows, totalInterest, totalPayments } = schedule
  const [first] = rows
  const opening =
    terms.kind === 'ANNUITY'
      ? [...levelSteps(terms, schedule), ...shortenedSteps(terms, schedule)]
      : [
          {
            title: 'Доля долга в платеже',
            formula: `${exactRoublesText(terms.amount)} / ${schedule.plannedPayments}`,
            result: kopecks(rows.find((row) => row.kind !== 'INTEREST_ONLY')?.principal ?? 0n),
          },
        ]
  const interest = first
    ? [
        {
          title: `Проценты первого платежа (${first.days} дн.)`,
          formula: `${dayCountWords[terms.dayCount]}, ставка ${percents(first.rate)}`,
          result: kopecks(first.interest + first.carried),
        },
      ]
    : []
  return [
    ...opening,
    ...interest,
    {
      title: 'Проценты за весь срок',
      formula: `все платежи ${kopecks(totalPayments)} − сумма кредита ${exactRoublesText(terms.amount)}`,
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
    result: `${unitWords(cost.base)}, в году ${withoutEndZeros(cost.perYear).replace('.', ',')}`,
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
    result: exactRoublesText(cost.overpaid),
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
        : `${exactRoublesText(input.income)} · ${percents(input.debtLoadLimit)} − ${exactRoublesText(otherPayments)}`,
    result: input.income === null ? '−' : 'по нему — сумма «по доходу»',
  },
  {
    title: 'Предельная сумма',
    formula: 'наименьшее из ограничений, вниз до 1 000 ₽',
    result: maximum === null ? '−' : exactRoublesText(maximum),
  },
  {
    title: 'ПДН',
    formula: `(${payments.join(' + ') || '0'}) / доход`,
    result: load === null ? 'доход не подтверждён: считается выше 80 %' : percents(load),
  },
]
