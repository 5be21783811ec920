import { LoanTerms, type ScheduleLine } from '@ipoteka-office/contract/calculator/calculators.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'

/** Rates keep four digits after the point at most. */
const scale = 4

/** A rate with points on top of it, exactly, without needless zeros. */
export const raised = (rate: string, points: string): string =>
  fromUnits(toUnits(rate, scale) + toUnits(points, scale), scale).replace(
    /(\.\d*[1-9])0{1,4}$|\.0{1,4}$/,
    '$1',
  )

/** The loan from the day on at the higher rate; what was confirmed earlier stays in its schedule. */
export const withRise = (terms: LoanTerms, from: string, rate: string): LoanTerms =>
  LoanTerms.parse({
    ...terms,
    rateChanges: [...terms.rateChanges.filter((one) => one.from < from), { from, rate }],
  })

/** The rate that the loan has on a day. */
export const rateOn = ({ rate, rateChanges }: LoanTerms, day: string): string =>
  rateChanges
    .filter((one) => one.from <= day)
    .toSorted((a, b) => (a.from < b.from ? -1 : 1))
    .at(-1)?.rate ?? rate

/** The monthly payments on both sides of a day; null: none is due there. */
export function paymentsAround(
  schedule: readonly Pick<ScheduleLine, 'date' | 'payment' | 'kind'>[],
  from: string,
): { before: string | null; after: string | null } {
  const regular = schedule.filter(({ kind }) => kind !== 'EARLY')
  const isOfPeriodBefore = ({ date }: Pick<ScheduleLine, 'date'>) => date <= from
  // The first payment after the day still holds interest at the lower rate of the days before it.
  const [, second] = regular.filter((line) => !isOfPeriodBefore(line))
  const first = regular.find((line) => !isOfPeriodBefore(line))
  return {
    before: regular.filter(isOfPeriodBefore).at(-1)?.payment ?? null,
    after: second?.payment ?? first?.payment ?? null,
  }
}
