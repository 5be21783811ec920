import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { toUnits } from '#features/calculator/exact.ts'
import type { Catalogue } from './catalogue.ts'

interface Taken {
  readonly productId: number
  readonly count: number
  readonly amount: string
}

/** Promotions with a cap that have no place left for a loan of the sum; a case that holds a place keeps it. */
export async function findFull(
  db: Db,
  { additions }: Catalogue,
  { amount, caseId = null }: { readonly amount: string; readonly caseId?: number | null | undefined },
): Promise<ReadonlySet<number>> {
  const capped = additions.flatMap(({ productId, content }) =>
    content.kind === 'PROMOTION' && content.cap !== null ? [{ productId, cap: content.cap }] : [],
  )
  if (capped.length === 0) return new Set()
  const { rows } = await sql<Taken>`
    SELECT product_id AS "productId", count(*)::int AS count, sum(amount)::text AS amount FROM promotion_place
    WHERE state <> 'GIVEN_BACK' AND product_id = ANY(${capped.map(({ productId }) => productId)})
      AND case_id IS DISTINCT FROM ${caseId} GROUP BY product_id`.execute(db)
  const taken = new Map(rows.map((one) => [one.productId, one]))
  return new Set(
    capped.flatMap(({ productId, cap }) => {
      const { count = 0, amount: held = '0' } = taken.get(productId) ?? {}
      const isFull =
        cap.kind === 'COUNT'
          ? count >= cap.count
          : toUnits(held, 2) + toUnits(amount, 2) > toUnits(cap.amount, 2)
      return isFull ? [productId] : []
    }),
  )
}
