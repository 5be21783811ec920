import { searchRateCaps } from '@ipoteka-office/contract/rate-limits/caps.ts'
import { checkRate } from '@ipoteka-office/contract/rate-limits/checks.ts'
import { countLimitCases, searchLimitCases } from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import { countLimitCells, searchLimitCells } from '@ipoteka-office/contract/rate-limits/limit-products.ts'
import * as limits from '@ipoteka-office/contract/rate-limits/limits.ts'
import { keyOf, queryClient } from '#api/query.ts'

const shown = [
  limits.searchRateLimits,
  limits.listLimitVersions,
  limits.getLimitFrame,
  limits.rateRequests.list,
  limits.rateRequests.get,
  searchRateCaps,
  checkRate,
  searchLimitCases,
  countLimitCases,
  searchLimitCells,
  countLimitCells,
]

/** Reads again whatever is shown of limits and caps. */
export async function refreshRates(): Promise<void> {
  await Promise.all(shown.map((endpoint) => queryClient.invalidateQueries({ queryKey: keyOf(endpoint) })))
}
