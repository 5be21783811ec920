import { compareDecimals } from '@ipoteka-office/contract/common/number-formats.ts'
import type { InsuranceType } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { Db } from '#db/database.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'
import { findGivenContent } from './expiry.repo.ts'

/** A share of the debt in percent, a part of a kopeck counting as a whole one. */
const shareOf = (debt: string, share: string): string =>
  fromUnits((toUnits(debt, 2) * toUnits(share, 4) + 999_999n) / 1_000_000n, 2)

/**
 * The sum below which no agreement of the kind is taken: the bank's own, or more where the version that priced the case
 * says so.
 */
export async function leastSumOf(
  db: Db,
  { caseId, type }: { readonly caseId: number; readonly type: InsuranceType },
  { debt, leastSum }: { readonly debt: string; readonly leastSum: string },
): Promise<string> {
  const content = await findGivenContent(db, caseId)
  const asked = content?.insurance.find((one) => one.type === type)?.sumShare
  if (asked === undefined) return leastSum
  const byVersion = shareOf(debt, asked)
  return compareDecimals(byVersion, leastSum) > 0 ? byVersion : leastSum
}
