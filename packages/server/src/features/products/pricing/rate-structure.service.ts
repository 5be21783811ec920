import type { RateStructure } from '@ipoteka-office/contract/underwriting/rate-structure.ts'
import type { Db } from '#db/database.ts'
import { findPrices } from './case-prices.repo.ts'
import { structureOf } from './rate-structure.rules.ts'

/** Of what the rate is made by the price that a case has now; null: it has none, or no rate is decided. */
export async function rateStructureOf(
  db: Db,
  caseId: number,
  rate: string | null,
): Promise<RateStructure | null> {
  const present = (await findPrices(db, caseId)).find(({ replaced }) => !replaced)
  const answer = present?.answer ?? null
  return answer === null || rate === null ? null : structureOf(answer, rate)
}
