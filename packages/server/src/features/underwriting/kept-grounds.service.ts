import type { Db } from '#db/database.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import { checksOfCase } from '#features/full-applications/auto-checks.service.ts'
import { rateStructureOf } from '#features/products/pricing/rate-structure.service.ts'
import { type Grounds, snapshotOf } from './grounds.service.ts'

/** What the record of a decision keeps of its grounds, with the checks and the price of the moment. */
export const keptGrounds = async (
  db: Db,
  { id }: Pick<CaseRow, 'id'>,
  grounds: Grounds,
): Promise<object> => ({
  ...snapshotOf(grounds, await checksOfCase(db, id)),
  rateStructure: await rateStructureOf(db, id, grounds.terms.rate),
})
