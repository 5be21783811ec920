/** Loans of one score: those that were repaid in time, and those that were not. */
export interface ScoredLoans {
  readonly score: number
  readonly good: number
  readonly bad: number
}

/** Percent with a decimal. */
const percent = (share: number) => Math.round(share * 1_000) / 10

/**
 * How well scores tell good loans from bad ones. Gini is 2·AUC − 1, where AUC is how often a good loan has more points than a
 * bad one (a tie counts half); KS is the greatest distance between the two distributions. Null without either kind.
 */
export function separationOf(loans: readonly ScoredLoans[]): { gini: number; ks: number } | null {
  const goods = loans.reduce((sum, { good }) => sum + good, 0)
  const bads = loans.reduce((sum, { bad }) => sum + bad, 0)
  if (goods === 0 || bads === 0) return null
  let goodBelow = 0
  let badBelow = 0
  // Twice the number of pairs in which the good one is above, so that ties count whole.
  let above = 0
  let ks = 0
  for (const { good, bad } of loans.toSorted((a, b) => a.score - b.score)) {
    above += good * (2 * badBelow + bad)
    goodBelow += good
    badBelow += bad
    ks = Math.max(ks, Math.abs(badBelow / bads - goodBelow / goods))
  }
  return { gini: percent(above / (goods * bads) - 1), ks: percent(ks) }
}
