import { averageMonth } from '../../cases/monthly-means.ts'
import { fromKopecks, toKopecks } from '../../cases/section-completeness.ts'
import { compareDecimals } from '../../common/number-formats.ts'
import type { ExclusionReason } from './income/exclusions.ts'

/** What confirms an income, in the order of the rows. */
export const incomeSources = {
  CERTIFICATE: 'Справка о доходах',
  REGISTER: 'Сведения СФР',
  ACCOUNT: 'Выписка по счёту',
} as const
export type IncomeSource = keyof typeof incomeSources

/** A payment of a month: roubles after tax. */
export interface Payment {
  readonly month: string
  readonly amount: string
  /** Of a certificate: what it was paid for; null: its source does not tell. */
  readonly code: string | null
  /** Who paid; empty: not told. */
  readonly payer: string
}

/** A month of a source: roubles after tax. */
export interface IncomeMonth {
  readonly month: string
  readonly amount: string
  /** What of it counts; null: the month does not count at all. */
  readonly counted: string | null
  /** Before the months that the mean is taken over. */
  readonly isOld: boolean
  readonly payments: readonly Payment[]
}

/** What does not count: a whole month, all payments of a code in it, or a part of its sum. */
export interface Exclusion {
  readonly source: IncomeSource
  readonly month: string
  readonly code: string | null
  readonly amount: string | null
  readonly reason: ExclusionReason
  readonly words: string
}

const total = (amounts: readonly string[]): bigint =>
  amounts.reduce((sum, amount) => sum + toKopecks(amount), 0n)

/** `2026-03` so many months earlier. */
export function monthBefore(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const whole = year * 12 + number - 1 - months
  return `${String(Math.floor(whole / 12)).padStart(4, '0')}-${String((whole % 12) + 1).padStart(2, '0')}`
}

/** How much of a month an exclusion takes away; a code that nobody paid by takes nothing. */
export function excludedPart(payments: readonly Payment[], { code, amount }: Exclusion): string {
  if (code !== null)
    return fromKopecks(total(payments.flatMap((one) => (one.code === code ? [one.amount] : []))))
  return amount ?? fromKopecks(total(payments.map((one) => one.amount)))
}

function countedOf(payments: readonly Payment[], exclusions: readonly Exclusion[]): string | null {
  if (exclusions.some(({ code, amount }) => code === null && amount === null)) return null
  const excluded = total(exclusions.map((one) => excludedPart(payments, one)))
  const left = total(payments.map(({ amount }) => amount)) - excluded
  return fromKopecks(left > 0n ? left : 0n)
}

/**
 * Payments of a source by month, in the order of months, with what does not count taken away. The mean is over so many
 * months, the last one being that of the last payment.
 */
export function monthsOf(
  source: IncomeSource,
  paid: readonly Payment[],
  { exclusions, most }: { readonly exclusions: readonly Exclusion[]; readonly most: number },
): IncomeMonth[] {
  const months = [...Map.groupBy(paid, ({ month }) => month)].toSorted(([one], [other]) =>
    one.localeCompare(other),
  )
  const last = months.at(-1)?.[0] ?? ''
  const since = last === '' ? '' : monthBefore(last, most - 1)
  return months.map(([month, payments]) => {
    const own = exclusions.filter((one) => one.source === source && one.month === month)
    const isOld = month < since
    return {
      month,
      amount: fromKopecks(total(payments.map(({ amount }) => amount))),
      counted: isOld ? null : countedOf(payments, own),
      isOld,
      payments,
    }
  })
}

/** The mean of the months that count; null: none does. */
export const averageOfMonths = (months: readonly Pick<IncomeMonth, 'counted'>[]): string | null =>
  averageMonth(months.map(({ counted }) => ({ amount: counted ?? '0', excluded: counted === null })))
    ?.amount ?? null

const hundred = 100n
const parts = 10_000n
/** Percent with up to four digits as parts of a million. */
const millionths = (percent: string): bigint => {
  const [whole = '0', part = ''] = percent.split('.')
  return BigInt(whole) * parts + BigInt(part.padEnd(4, '0').slice(0, 4))
}

/** What is left of a sum after so many percent, to the kopeck, half up. */
export function lessPercent(amount: string, percent: string): string {
  const whole = hundred * parts
  const left = toKopecks(amount) * (whole - millionths(percent))
  return fromKopecks((left * 2n + whole) / (whole * 2n))
}
/** A sum and so many percent of it above. */
export function morePercent(amount: string, percent: string): string {
  const whole = hundred * parts
  return fromKopecks((toKopecks(amount) * (whole + millionths(percent)) * 2n + whole) / (whole * 2n))
}

/** The most that a source confirms; null: nothing does. */
export const confirmedIncome = (averages: readonly (string | null)[]): string | null =>
  averages.reduce<string | null>(
    (most, one) => (one !== null && (most === null || compareDecimals(one, most) > 0) ? one : most),
    null,
  )

/** Why an income is not taken without a deviation; null: it is. */
export function incomeExcess(
  taken: string,
  { confirmed, ceiling }: { readonly confirmed: string | null; readonly ceiling: string | null },
): 'UNCONFIRMED' | 'ABOVE_CONFIRMED' | 'ABOVE_CEILING' | null {
  if (compareDecimals(taken, '0') === 0) return null
  if (confirmed === null) return 'UNCONFIRMED'
  if (compareDecimals(taken, confirmed) > 0) return 'ABOVE_CONFIRMED'
  return ceiling !== null && compareDecimals(taken, ceiling) > 0 ? 'ABOVE_CEILING' : null
}
