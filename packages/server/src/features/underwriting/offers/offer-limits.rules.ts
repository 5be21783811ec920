import type { AuthorityBounds } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { OfferLimit, OfferLimitCode } from '@ipoteka-office/contract/underwriting/offers.ts'

/** Roubles in the step by which sums are looked for. */
const step = 1_000

/** What a sum in whole roubles would mean. */
export interface SumFigures {
  /** Percent; null: not known, and then nothing is limited by it. */
  readonly debtLoad: number | null
  readonly loanToValue: number | null
  /** A condition of the product is broken. */
  readonly isBroken: boolean
}

type FiguresOf = (roubles: number) => SumFigures

/** The largest sum in thousands at which it holds, up to the ceiling; null: it holds there too. */
export function largestSum(holds: (roubles: number) => boolean, ceiling: number): number | null {
  const top = Math.floor(ceiling / step)
  if (top < 1 || holds(top * step)) return null
  let [low, high] = [0, top]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (holds(middle * step)) low = middle
    else high = middle
  }
  return low * step
}

/** Norms by which the limits are looked for; null: there is none. */
export interface Norms {
  readonly debtLoad: number
  /** ПДН at which the norm is left to each member of the family. */
  readonly leaving: number | null
  readonly loanToValue: number | null
  readonly authority: AuthorityBounds | null
  /** Roubles of the other loans to the same people. */
  readonly others: number
}

const within = (value: number | null, bound: number | null) =>
  value === null || bound === null || value <= bound

const numberOf = (text: string | null) => (text === null ? null : Number(text))

function byAuthority({ authority, others }: Norms, figuresOf: FiguresOf) {
  if (authority === null) return () => false
  const most = numberOf(authority.maxExposure)
  const [load, share] = [numberOf(authority.maxDebtLoad), numberOf(authority.maxLoanToValue)]
  return (sum: number) => {
    if (most !== null && sum + others > most) return false
    if (load === null && share === null) return true
    const { debtLoad, loanToValue } = figuresOf(sum)
    return within(debtLoad, load) && within(loanToValue, share)
  }
}

/** How much each limit leaves, whole thousands; null where it does not limit up to the ceiling. Answers are remembered. */
export function limitSums(
  norms: Norms,
  figures: FiguresOf,
  ceiling: number,
): Readonly<Record<Exclude<OfferLimitCode, 'REQUEST'>, number | null>> {
  const known = new Map<number, SumFigures>()
  const figuresOf = (sum: number) => {
    const found = known.get(sum) ?? figures(sum)
    known.set(sum, found)
    return found
  }
  const most = (holds: (sum: number) => boolean) => largestSum(holds, ceiling)
  return {
    DEBT_LOAD: most((sum) => within(figuresOf(sum).debtLoad, norms.debtLoad)),
    LOAN_TO_VALUE:
      norms.loanToValue === null
        ? null
        : most((sum) => within(figuresOf(sum).loanToValue, norms.loanToValue)),
    PROGRAMME: most((sum) => !figuresOf(sum).isBroken),
    RESIDUAL: norms.leaving === null ? null : most((sum) => within(figuresOf(sum).debtLoad, norms.leaving)),
    AUTHORITY: most(byAuthority(norms, figuresOf)),
  }
}

/** The limits with their words; the one that leaves least binds. */
export function limitsTold(
  sums: Readonly<Partial<Record<OfferLimitCode, number | null>>>,
  words: Readonly<Record<OfferLimitCode, string>>,
): OfferLimit[] {
  const codes = Object.keys(words) as OfferLimitCode[]
  const known = codes.flatMap((code) => sums[code] ?? [])
  const least = known.length === 0 ? null : Math.min(...known)
  return codes.map((code) => {
    const sum = sums[code] ?? null
    return {
      code,
      amount: sum === null ? null : `${sum}.00`,
      norm: words[code],
      binds: sum !== null && sum === least,
    }
  })
}
