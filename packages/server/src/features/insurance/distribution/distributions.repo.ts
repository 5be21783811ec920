import type { PartnerRef } from '@ipoteka-office/contract/common/refs.ts'
import type { DistributionContent } from '@ipoteka-office/contract/insurance/distribution-content.ts'
import type { DistributionState } from '@ipoteka-office/contract/insurance/distribution-machine.ts'
import type { Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { StoredDistribution } from './stored-distribution.ts'

const inForceId = (
  lending: RawBuilder<unknown>,
  day: string,
) => sql<number>`(SELECT f.id FROM insurance_distribution f
  WHERE f.lending = ${lending} AND f.state = 'APPROVED' AND f.valid_from <= ${day}::date
  ORDER BY f.valid_from DESC, f.number DESC LIMIT 1)`

async function found(db: Db, day: string, where: RawBuilder<unknown>): Promise<StoredDistribution[]> {
  const { rows } = await sql<StoredDistribution>`
    SELECT d.id, d.lending, d.number, d.title, d.valid_from::text AS "validFrom", d.state, d.content, d.contributors,
      coalesce(d.id = ${inForceId(sql`d.lending`, day)}, false) AS "inForce",
      json_build_object('id', a.id, 'fullName', a.full_name) AS author, d.created_at AS "createdAt",
      CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'fullName', p.full_name) END AS approver,
      d.approved_at AS "approvedAt", d.version
    FROM insurance_distribution d JOIN employee a ON a.id = d.author_id LEFT JOIN employee p ON p.id = d.approver_id
    WHERE ${where} ORDER BY d.number DESC LIMIT 500`.execute(db)
  return rows
}

export const findDistributions = (db: Db, lending: Lending, day: string): Promise<StoredDistribution[]> =>
  found(db, day, sql`d.lending = ${lending}`)

/** The version; `lock` keeps it until the transaction ends. */
export async function findDistribution(
  db: Db,
  id: number,
  day: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredDistribution | undefined> {
  if (lock) await sql`SELECT FROM insurance_distribution WHERE id = ${id} FOR UPDATE`.execute(db)
  return (await found(db, day, sql`d.id = ${id}`))[0]
}

/** The version by which offers of the day are chosen. */
export const findInForce = async (
  db: Db,
  lending: Lending,
  day: string,
): Promise<StoredDistribution | undefined> =>
  (await found(db, day, sql`d.id = ${inForceId(sql`${lending}::text`, day)}`))[0]

export interface NewDistribution {
  readonly lending: Lending
  readonly title: string
  readonly validFrom: string
  readonly content: DistributionContent
  readonly authorId: number
  readonly at: Date
}

/** Who writes two versions at once waits for their turn: numbers go without gaps. */
export async function insertDistribution(db: Db, d: NewDistribution): Promise<number> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('insurance_distribution'))`.execute(db)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO insurance_distribution (lending, number, title, valid_from, content, author_id, contributors, created_at)
    VALUES (${d.lending},
      (SELECT coalesce(max(number), 0) + 1 FROM insurance_distribution WHERE lending = ${d.lending}), ${d.title},
      ${d.validFrom}, ${JSON.stringify(d.content)}::text::jsonb, ${d.authorId}, ARRAY[${d.authorId}::int], ${d.at})
    RETURNING id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The distribution was not stored')
  return id
}

export async function writeDistribution(
  db: Db,
  id: number,
  d: Pick<NewDistribution, 'title' | 'validFrom' | 'content'> & { readonly by: number },
): Promise<void> {
  await sql`UPDATE insurance_distribution SET title = ${d.title}, valid_from = ${d.validFrom},
    content = ${JSON.stringify(d.content)}::text::jsonb, version = version + 1,
    contributors = (SELECT array_agg(DISTINCT c ORDER BY c) FROM unnest(contributors || ${d.by}::int) c)
    WHERE id = ${id}`.execute(db)
}

export async function writeDistributionState(
  db: Db,
  id: number,
  {
    to,
    at,
    approverId,
  }: { readonly to: DistributionState; readonly at: Date; readonly approverId: number | null },
): Promise<void> {
  await sql`UPDATE insurance_distribution SET state = ${to}, version = version + 1,
    approver_id = coalesce(${approverId}::int, approver_id),
    approved_at = CASE WHEN ${approverId}::int IS NULL THEN approved_at ELSE ${at}::timestamptz END
    WHERE id = ${id}`.execute(db)
}

/** Partners that rows name as branches. */
export async function findBranches(db: Db, ids: readonly number[]): Promise<PartnerRef[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PartnerRef>`SELECT id, short_name AS "shortName" FROM partner
    WHERE id = ANY(${ids}::int[]) ORDER BY short_name, id`.execute(db)
  return rows
}
