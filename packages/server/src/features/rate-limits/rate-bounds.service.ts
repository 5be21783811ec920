import { quarterOf } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import {
  type CategorisedCredit,
  categoryOf,
  type CreditCategory,
  type RateBounds,
} from '@ipoteka-office/contract/rate-limits/verdict.ts'
import type { AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { findCapsOf, findCommonCaps } from './caps.repo.ts'
import { findCategories, findInForce, type LimitInForce } from './limits.repo.ts'

/** The limits of a day's quarter, read once for many credits. */
export interface LimitsOfDay {
  readonly day: string
  readonly categories: readonly CreditCategory[]
  readonly limits: readonly LimitInForce[]
  readonly near: string
  readonly isRequired: boolean
}

export async function readLimits(
  { parameters }: Pick<BankFigures, 'parameters'>,
  db: Db,
  day: string,
): Promise<LimitsOfDay> {
  const figures = await parameters.figuresOn(day)
  return {
    day,
    categories: await findCategories(db),
    limits: await findInForce(db, [quarterOf(day)]),
    near: figures['full-cost-near'],
    isRequired: day >= figures['full-cost-required'],
  }
}

/** Caps of a programme on a day, whoever the partner is. */
export const readCaps = (
  db: Db,
  day: string,
  { product, programme }: { readonly product: AuthorityProduct; readonly programme: string },
): Promise<RateBounds['caps']> => findCapsOf(db, { product, programme, partnerId: null, day })

/** The same of any programme: one reading, however many products there are. */
export async function capsReader(
  db: Db,
  day: string,
): Promise<
  (contract: { readonly product: AuthorityProduct; readonly programme: string }) => RateBounds['caps']
> {
  const all = await findCommonCaps(db, day)
  return ({ product, programme }) =>
    all
      .filter((cap) => cap.product === product && (cap.programme === null || cap.programme === programme))
      .map(({ rate, ground }) => ({ rate, ground }))
}

/** What a credit of the day is measured by. */
export function boundsIn(
  { day, categories, limits }: LimitsOfDay,
  credit: CategorisedCredit,
  caps: RateBounds['caps'],
): RateBounds {
  const category = categoryOf(categories, credit)
  return {
    quarter: quarterOf(day),
    category: category === undefined ? null : { code: category.code, name: category.name },
    limit: limits.find((one) => one.category === category?.code) ?? null,
    caps,
  }
}
