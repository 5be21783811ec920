import type {
  Considered,
  OfferFacts,
  OfferPlace,
  Tally,
} from '@ipoteka-office/contract/insurance/choosing.ts'
import type { InsuranceType, Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Offers in one row of a version are made one after another. */
export const lockRow = (db: Db, distributionId: number, rowKey: string): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtext(${`insurance-row ${rowKey}`}), ${distributionId}::int)`.execute(
    db,
  )

/** What insurers were offered in a row of a version. */
export async function findTallies(db: Db, distributionId: number, rowKey: string): Promise<Tally[]> {
  const { rows } = await sql<Tally>`
    SELECT insurer_id AS "insurerId", offered, sum::text, last_at AS "lastAt" FROM insurance_tally
    WHERE distribution_id = ${distributionId} AND row_key = ${rowKey}`.execute(db)
  return rows
}

/** What insurers were offered in all rows of a version. */
export async function findFacts(
  db: Db,
  distributionId: number,
): Promise<{ rowKey: string; insurerId: number; offered: number; sum: string }[]> {
  const { rows } = await sql<{ rowKey: string; insurerId: number; offered: number; sum: string }>`
    SELECT row_key AS "rowKey", insurer_id AS "insurerId", offered, sum::text FROM insurance_tally
    WHERE distribution_id = ${distributionId} AND offered > 0 ORDER BY row_key, insurer_id`.execute(db)
  return rows
}

export async function countOwnChoices(db: Db, distributionId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM insurance_offer
    WHERE distribution_id = ${distributionId} AND own_choice_id IS NOT NULL`.execute(db)
  return rows[0]?.count ?? 0
}

/** An offer as it is kept. */
export interface NewOffer {
  readonly caseId: number
  readonly lending: Lending
  readonly place: OfferPlace
  readonly facts: OfferFacts
  readonly distributionId: number | null
  readonly rowKey: string | null
  readonly insurerId: number | null
  readonly considered: readonly Considered[]
  readonly at: Date
}

export async function insertOffer(db: Db, o: NewOffer): Promise<number> {
  const { place, facts } = o
  const { rows } = await sql<{ id: number }>`
    INSERT INTO insurance_offer (case_id, lending, type, region, branch_ids, product, age, object, sum, at, distribution_id,
      row_key, insurer_id, considered)
    VALUES (${o.caseId}, ${o.lending}, ${place.type}, ${place.region}, ${place.branchIds}::int[], ${place.product},
      ${facts.age}, ${facts.object}, ${facts.sum}, ${o.at}, ${o.distributionId}, ${o.rowKey}, ${o.insurerId},
      ${JSON.stringify(o.considered)}::text::jsonb)
    RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Counts an offer in its row; the caller holds the row. */
export async function countOffer(
  db: Db,
  o: {
    readonly distributionId: number
    readonly rowKey: string
    readonly insurerId: number
    readonly sum: string
    readonly at: Date
  },
): Promise<void> {
  await sql`INSERT INTO insurance_tally AS t (distribution_id, row_key, insurer_id, offered, sum, last_at)
    VALUES (${o.distributionId}, ${o.rowKey}, ${o.insurerId}, 1, ${o.sum}, ${o.at})
    ON CONFLICT (distribution_id, row_key, insurer_id) DO UPDATE
      SET offered = t.offered + 1, sum = t.sum + EXCLUDED.sum, last_at = EXCLUDED.last_at`.execute(db)
}

/** The latest offer of a kind to a case. */
export interface StoredOffer {
  readonly id: number
  readonly distributionId: number | null
  readonly rowKey: string | null
  readonly insurerId: number | null
  readonly sum: string
  readonly ownChoiceId: number | null
}

export async function findOffer(db: Db, id: number): Promise<StoredOffer | undefined> {
  const { rows } = await sql<StoredOffer>`
    SELECT id, distribution_id AS "distributionId", row_key AS "rowKey", insurer_id AS "insurerId", sum::text,
      own_choice_id AS "ownChoiceId" FROM insurance_offer WHERE id = ${id} FOR UPDATE`.execute(db)
  return rows[0]
}

/** The client's own choice: the offer leaves the shares, and its row holds one less. The caller holds the row. */
export async function leaveShares(db: Db, offer: StoredOffer, ownChoiceId: number): Promise<void> {
  await sql`UPDATE insurance_offer SET own_choice_id = ${ownChoiceId} WHERE id = ${offer.id}`.execute(db)
  if (offer.insurerId === null || offer.ownChoiceId !== null) return
  await sql`UPDATE insurance_tally SET offered = offered - 1, sum = sum - ${offer.sum}::numeric
    WHERE distribution_id = ${offer.distributionId} AND row_key = ${offer.rowKey}
      AND insurer_id = ${offer.insurerId}`.execute(db)
}

/** An offer of the last days, as a version is tried on it. */
export interface PastOffer {
  readonly type: InsuranceType
  readonly region: string | null
  readonly branchIds: number[]
  readonly product: string | null
  readonly age: number | null
  readonly object: string | null
  readonly sum: string
  readonly at: string
  readonly insurerId: number | null
}

/** Offers that stayed within the shares, the earliest first. */
export async function findPastOffers(db: Db, lending: Lending, since: string): Promise<PastOffer[]> {
  const { rows } = await sql<PastOffer>`
    SELECT type, region, branch_ids AS "branchIds", product, age, object, sum::text, at, insurer_id AS "insurerId"
    FROM insurance_offer WHERE lending = ${lending} AND at >= ${since}::date AND own_choice_id IS NULL
    ORDER BY at, id LIMIT 200000`.execute(db)
  return rows
}
