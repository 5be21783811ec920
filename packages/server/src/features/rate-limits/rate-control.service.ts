import { quarterOf } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import {
  categoryOf,
  type PricedContract,
  type RateBounds,
  rateVerdict,
  type RateVerdict,
} from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { findCapsOf } from './caps.repo.ts'
import { findCategories, findLimitOf, type LimitInForce } from './limits.repo.ts'

/** A contract as its limit and its caps are found. */
export interface RatedContract extends PricedContract {
  readonly product: AuthorityProduct
  readonly programme: string | null
  readonly partnerId: number | null
  readonly amount: string | null
  readonly months: number | null
  /** Where it is named and not found by product, sum and term. */
  readonly category?: string | null
}

/** What a contract is measured by on its day. */
export interface FoundBounds extends RateBounds {
  readonly limit: LimitInForce | null
}

async function boundsOf(db: Db, contract: RatedContract, day: string): Promise<FoundBounds> {
  const { product, amount, months, category: named = null } = contract
  const categories = await findCategories(db)
  const isKnown = product === 'MORTGAGE' || (amount !== null && months !== null)
  const found =
    named === null
      ? isKnown
        ? categoryOf(categories, { lending: product, amount: amount ?? '0', months: months ?? 0 })
        : undefined
      : categories.find(({ code }) => code === named)
  const quarter = quarterOf(day)
  return {
    quarter,
    category: found === undefined ? null : { code: found.code, name: found.name },
    limit: found === undefined ? null : ((await findLimitOf(db, quarter, found.code)) ?? null),
    caps: await findCapsOf(db, { ...contract, day }),
  }
}

/**
 * The one place that says whether a contract may be made at its price on a day: by the limit of the full cost of its
 * category in the quarter, and by the caps that the bank has agreed to.
 */
export async function rateControl(
  engine: Pick<BankFigures, 'parameters'>,
  db: Db,
  contract: RatedContract,
  day: string,
): Promise<RateVerdict & { readonly bounds: FoundBounds }> {
  const bounds = await boundsOf(db, contract, day)
  const figures = await engine.parameters.figuresOn(day)
  const verdict = rateVerdict(contract, bounds, {
    near: figures['full-cost-near'],
    isRequired: day >= figures['full-cost-required'],
  })
  return { ...verdict, bounds }
}
