import type { Db } from '#db/database.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { movePlaces } from '../places/promotion-places.repo.ts'
import { copyPrice } from './case-prices.repo.ts'

/** The price and the places of promotions of a case go over to the one that is made of it. */
export async function carryPrice(
  clock: BankClock,
  db: Db,
  cases: { readonly from: number; readonly to: number; readonly byId: number | null },
): Promise<void> {
  const at = clock.now()
  await copyPrice(db, { ...cases, at })
  await movePlaces(db, { ...cases, at })
}
