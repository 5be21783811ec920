import type { BankUnderTest } from './bank-under-test.ts'

/** What a check saw. It passes when it found no fault in the product and did find the one planted to test itself. */
export interface Finding {
  /** The figures, in one line. */
  readonly measured: string
  /** What is wrong, one line each. */
  readonly faults: readonly string[]
  /** What took too long: wrong as well, unless the machine has other work (the short form). */
  readonly late?: readonly string[]
  /** The planted fault, and whether the check saw it. */
  readonly control: { readonly planted: string; readonly found: boolean }
  /** Parts of the row that were not run, and why. */
  readonly notRun?: readonly string[]
}

/** How much of a row is done. */
export interface Extent {
  /** A little of everything, beside other tests: whether the row still runs and still finds what is planted. */
  readonly isShort: boolean
  /** The count for this extent. */
  of(whole: number, short: number): number
}
export const whole: Extent = { isShort: false, of: (count) => count }
export const little: Extent = { isShort: true, of: (_, count) => count }

/** One row of the scorecard. */
export interface Check {
  readonly row: number
  readonly title: string
  /** Holds a release. */
  readonly release: boolean
  run(bank: BankUnderTest, extent: Extent): Promise<Finding>
}

/** Shortens a list of faults to what a person reads. */
export const firstOf = (faults: readonly string[], count = 5): string[] =>
  faults.length <= count ? [...faults] : [...faults.slice(0, count), `и ещё ${faults.length - count}`]

/** Value at the share (0.99: 99 of 100 are not above it) of a list of times. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
