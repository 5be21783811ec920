import type { PriceChoices } from '@ipoteka-office/contract/products/pricing/case-price.ts'
import type { Offer, StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A price as it was given. */
export interface StoredPrice {
  readonly id: number
  readonly at: string
  readonly by: { readonly id: number; readonly fullName: string } | null
  readonly replaced: boolean
  readonly product: string
  readonly question: StoredQuestion | null
  readonly answer: Offer | null
}

/** Prices of a case, the latest first; one that says only the product has no answer. */
export async function findPrices(db: Db, caseId: number): Promise<StoredPrice[]> {
  const { rows } = await sql<StoredPrice>`
    SELECT c.id, c.at, c.replaced_at IS NOT NULL AS replaced, v.name AS product, c.question, c.answer,
      CASE WHEN e.id IS NOT NULL THEN json_build_object('id', e.id, 'fullName', e.full_name) END AS by
    FROM case_price c
    JOIN LATERAL (SELECT w.name FROM product_version w WHERE w.product_id = c.product_id
      ORDER BY (w.id = c.version_id) DESC NULLS LAST, w.number DESC LIMIT 1) v ON true
    LEFT JOIN employee e ON e.id = c.by_id
    WHERE c.case_id = ${caseId} ORDER BY c.id DESC LIMIT 50`.execute(db)
  return rows
}

/**
 * When an application was received: one that is made of another that was given a price holds the terms of that day. The
 * expression is of a `case_file` by its alias.
 */
export const receivedAt = (file: 'f') => sql<string>`coalesce((SELECT s.created_at FROM case_file s
  WHERE s.id = ${sql.ref(`${file}.source_id`)}
    AND EXISTS (SELECT FROM case_price k WHERE k.case_id = s.id AND k.answer IS NOT NULL)), ${sql.ref(`${file}.created_at`)})`

/** The moment by which the terms of a case are asked. */
export async function findReceivedAt(db: Db, caseId: number): Promise<string | null> {
  const { rows } = await sql<{
    at: string
  }>`SELECT ${receivedAt('f')} AS at FROM case_file f WHERE f.id = ${caseId}`.execute(db)
  return rows[0]?.at ?? null
}

/** Gives a case the price of the one that it is made of, as it stands. */
export async function copyPrice(
  db: Db,
  { from, to, at, byId }: { from: number; to: number; at: Date; byId: number | null },
): Promise<void> {
  await sql`INSERT INTO case_price (case_id, product_id, version_id, option_version_ids, promotion_version_ids, question,
      answer, rate, at, by_id)
    SELECT ${to}, product_id, version_id, option_version_ids, promotion_version_ids, question, answer, rate, ${at}, ${byId}
    FROM case_price WHERE case_id = ${from} AND replaced_at IS NULL`.execute(db)
}

export const choicesOf = ({ optionIds, choices }: StoredQuestion): PriceChoices => ({ optionIds, choices })

/** Puts a price in the place of the one before. */
export async function putPrice(
  db: Db,
  {
    caseId,
    question,
    answer,
    at,
    byId,
  }: { caseId: number; question: StoredQuestion; answer: Offer; at: Date; byId: number },
): Promise<void> {
  const versions = (list: Offer['options']) => list.map(({ versionId }) => versionId)
  await sql`UPDATE case_price SET replaced_at = ${at} WHERE case_id = ${caseId} AND replaced_at IS NULL`.execute(
    db,
  )
  await sql`INSERT INTO case_price (case_id, product_id, version_id, option_version_ids, promotion_version_ids, question,
      answer, rate, at, by_id)
    VALUES (${caseId}, ${answer.product.id}, ${answer.product.versionId}, ${versions(answer.options)}::int[],
      ${versions(answer.promotions)}::int[], ${JSON.stringify(question)}::jsonb, ${JSON.stringify(answer)}::jsonb,
      ${answer.highest.rate}::numeric, ${at}, ${byId})`.execute(db)
}
