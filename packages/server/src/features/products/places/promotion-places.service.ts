import type { PromotionUse } from '@ipoteka-office/contract/products/product-rows.ts'
import { roublesText } from '@ipoteka-office/contract/common/digits.ts'
import type { Db } from '#db/database.ts'
import { fromUnits, toUnits } from '#features/calculator/exact.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { absent, readerOf, requireProduct } from '../shown-product.service.ts'
import {
  changePlaces,
  findCap,
  findHeld,
  findPlaces,
  lockPromotion,
  putPlace,
} from './promotion-places.repo.ts'

const kopecks = (amount: string) => toUnits(amount, 2)
const roubles = (units: bigint) => fromUnits(units, 2)

/**
 * Takes a place of the promotion for the case: null when it has one now, else why not. Others who take a place of it wait
 * until the transaction ends, so that the cap is never exceeded; a case that holds a place already takes no second one.
 */
export async function takePromotionPlace(
  db: Db,
  clock: BankClock,
  {
    promotionId,
    caseId,
    amount,
  }: { readonly promotionId: number; readonly caseId: number; readonly amount: string },
): Promise<string | null> {
  if (!(await lockPromotion(db, promotionId))) throw notFound('Такой акции нет')
  const cap = await findCap(db, promotionId, bankDay(clock))
  if (cap !== null) {
    const held = await findHeld(db, promotionId, caseId)
    if (cap.kind === 'COUNT') {
      if (held.USED.count + held.RESERVED.count >= cap.count)
        return `Акция исчерпана: все места (${cap.count}) заняты`
    } else {
      const left = kopecks(cap.amount) - kopecks(held.USED.amount) - kopecks(held.RESERVED.amount)
      if (kopecks(amount) > left)
        return `Акция исчерпана: осталось ${roublesText(roubles(left < 0n ? 0n : left))} из ${roublesText(cap.amount)}`
    }
  }
  await putPlace(db, { promotionId, caseId, amount, at: clock.now() })
  return null
}

/** Gives back what the case holds: after a refusal, an end of its term, or another price; `but` are kept. */
export const giveBackPlaces = (
  db: Db,
  clock: BankClock,
  caseId: number,
  but: readonly number[] = [],
): Promise<number[]> =>
  changePlaces(db, { caseId, but, from: ['RESERVED', 'USED'], to: 'GIVEN_BACK', at: clock.now() })

/** What was reserved is used: the loan is given. */
export const usePlaces = (db: Db, clock: BankClock, caseId: number): Promise<number[]> =>
  changePlaces(db, { caseId, but: [], from: ['RESERVED'], to: 'USED', at: clock.now() })

/** How much of the promotion is gone and by which cases: for the bank alone. */
export async function promotionUse(parts: BankFigures, context: Context, id: number): Promise<PromotionUse> {
  const { db, actor } = context
  const { kind } = await requireProduct(db, readerOf(parts, context), id)
  if (!actor.isAhml) throw absent()
  if (kind !== 'PROMOTION') throw notFound('Это не акция: мест у неё нет')
  const cap = await findCap(db, id, bankDay(parts.clock))
  const { USED: used, RESERVED: reserved } = await findHeld(db, id)
  const leftOf = (units: bigint) => (units < 0n ? 0n : units)
  return {
    used,
    reserved,
    left: {
      count: cap?.kind === 'COUNT' ? Math.max(0, cap.count - used.count - reserved.count) : null,
      amount:
        cap?.kind === 'AMOUNT'
          ? roubles(leftOf(kopecks(cap.amount) - kopecks(used.amount) - kopecks(reserved.amount)))
          : null,
    },
    cases: await findPlaces(db, id),
  }
}
