import { averageMonth } from '../../cases/monthly-means.ts'
import { fromKopecks, toKopecks } from '../../cases/section-completeness.ts'
import { compareDecimals } from '../../common/number-formats.ts'

/** What confirms an income, in the order of the rows. */
export const incomeSources = {
  CERTIFICATE: 'Справка о доходах',
  REGISTER: 'Сведения СФР',
  ACCOUNT: 'Выписка по счёту',
} as const
export type IncomeSource = keyof typeof incomeSources

/** A month of a source: roubles after tax, and whether it counts. */
export interface IncomeMonth {
  readonly month: string
  readonly amount: string
  /** Why it does not count; null: it does. */
  readonly excluded: string | null
}

/** A payment that does not count, by its month. */
export interface Exclusion {
  readonly source: IncomeSource
  readonly month: string
  readonly reason: string
}

interface Paid {
  readonly month: string
  readonly amount: string
}

/** Sums of the same month together, in the order of months, with what does not count marked. */
export function monthsOf(
  source: IncomeSource,
  paid: readonly Paid[],
  excluded: readonly Exclusion[],
): IncomeMonth[] {
  const sums = new Map<string, bigint>()
  for (const { month, amount } of paid) sums.set(month, (sums.get(month) ?? 0n) + toKopecks(amount))
  return [...sums]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([month, kopecks]) => ({
      month,
      amount: fromKopecks(kopecks),
      excluded: excluded.find((one) => one.source === source && one.month === month)?.reason ?? null,
    }))
}

/** The mean of the months that count; null: none does. */
export const averageOfMonths = (months: readonly IncomeMonth[]): string | null =>
  averageMonth(months.map(({ amount, excluded }) => ({ amount, excluded: excluded !== null })))?.amount ??
  null

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
