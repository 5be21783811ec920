import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import type { Lending } from '@ipoteka-office/contract/products/product-kinds.ts'
import type { StoredQuestion } from '@ipoteka-office/contract/products/pricing/offers.ts'
import type {
  ImpactCase,
  ImpactDirection,
  impactStates,
} from '@ipoteka-office/contract/products/version-impact.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { CountedCase, SumsBy } from './impact.rules.ts'

/** A reference client as it is kept. */
export interface StoredClient {
  readonly id: number
  readonly name: string
  readonly about: string
  readonly question: Pick<StoredQuestion, 'facts' | 'choices'>
}

export async function findClients(db: Db, lending: Lending): Promise<StoredClient[]> {
  const { rows } = await sql<StoredClient>`
    SELECT id, name, about, question FROM reference_client WHERE lending = ${lending} ORDER BY place`.execute(
    db,
  )
  return rows
}

/** The last count of a product's open cases by a version. */
export interface StoredImpact {
  readonly id: number
  readonly versionId: number
  readonly contentVersion: number
  readonly author: PersonRef
  readonly startedAt: string
  readonly finishedAt: string | null
  readonly total: number
  readonly looked: number
  readonly figures: SumsBy
  readonly state: keyof typeof impactStates
}

/** It runs as long as its task may yet be done. */
const shape = sql`i.id, i.version_id AS "versionId", i.content_version AS "contentVersion",
  json_build_object('id', e.id, 'fullName', e.full_name) AS author, i.started_at AS "startedAt",
  i.finished_at AS "finishedAt", i.total, i.looked, i.figures,
  CASE WHEN i.finished_at IS NOT NULL THEN 'DONE'
    WHEN t.state IN ('IDLE', 'RUNNING', 'STOPPING') THEN 'RUNNING' ELSE 'FAILED' END AS state`
const joined = sql`product_impact i JOIN employee e ON e.id = i.author_id LEFT JOIN background_task t ON t.id = i.task_id`

export async function findImpact(db: Db, versionId: number): Promise<StoredImpact | undefined> {
  const { rows } =
    await sql<StoredImpact>`SELECT ${shape} FROM ${joined} WHERE i.version_id = ${versionId}`.execute(db)
  return rows[0]
}

/** Whichever version of the product it is of; the product is held until the transaction ends. */
export async function findImpactOfProduct(db: Db, productId: number): Promise<StoredImpact | undefined> {
  // Two people who begin at once: the second sees the count of the first.
  await sql`SELECT FROM product WHERE id = ${productId} FOR NO KEY UPDATE`.execute(db)
  const { rows } =
    await sql<StoredImpact>`SELECT ${shape} FROM ${joined} WHERE i.product_id = ${productId}`.execute(db)
  return rows[0]
}

/** Open cases `c` of a product by the price that each has. */
const openOf = (productId: number) => sql`case_price c JOIN case_file f ON f.id = c.case_id
  WHERE c.replaced_at IS NULL AND c.product_id = ${productId} AND NOT f.closed AND f.archived_at IS NULL`

export async function countOpen(db: Db, productId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM ${openOf(productId)}`.execute(db)
  return rows[0]?.count ?? 0
}

/** A new count in the place of the one before. */
export async function putImpact(
  db: Db,
  made: {
    readonly productId: number
    readonly versionId: number
    readonly contentVersion: number
    readonly authorId: number
    readonly at: Date
    readonly total: number
  },
): Promise<number> {
  await sql`DELETE FROM product_impact WHERE product_id = ${made.productId}`.execute(db)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO product_impact (product_id, version_id, content_version, author_id, started_at, total)
    VALUES (${made.productId}, ${made.versionId}, ${made.contentVersion}, ${made.authorId}, ${made.at}, ${made.total})
    RETURNING id`.execute(db)
  return rows[0]?.id ?? 0
}

export async function linkTask(db: Db, id: number, taskId: number): Promise<void> {
  await sql`UPDATE product_impact SET task_id = ${taskId} WHERE id = ${id}`.execute(db)
}

/** A count that goes on: of what, and how far it has come. Undefined: another has taken its place. */
export interface GoingOn {
  readonly productId: number
  readonly versionId: number
  readonly looked: number
  readonly figures: SumsBy
  readonly lastCaseId: number
}
export async function findGoingOn(db: Db, id: number): Promise<GoingOn | undefined> {
  const { rows } = await sql<GoingOn>`
    SELECT product_id AS "productId", version_id AS "versionId", looked, figures,
      coalesce((SELECT max(case_id) FROM product_impact_case WHERE impact_id = ${id}), 0) AS "lastCaseId"
    FROM product_impact WHERE id = ${id}`.execute(db)
  return rows[0]
}

/** An open case with the price it was given; without a question only its product is known. */
export interface OpenCase {
  readonly id: number
  readonly type: CaseType
  readonly partnerId: number
  readonly channel: string | null
  readonly createdAt: string
  readonly amount: string | null
  readonly rate: string | null
  readonly question: StoredQuestion | null
  /** Promotions whose places it holds. */
  readonly promotions: readonly number[]
}

/** The next open cases of the product after one, in the order of their ids. */
export async function findOpenAfter(
  db: Db,
  {
    productId,
    lastCaseId,
    most,
  }: { readonly productId: number; readonly lastCaseId: number; readonly most: number },
): Promise<OpenCase[]> {
  const { rows } = await sql<OpenCase>`
    SELECT f.id, f.type, f.partner_id AS "partnerId", f.channel, f.created_at AS "createdAt", f.amount::text AS amount,
      c.rate::text AS rate, c.question,
      CASE WHEN c.promotion_version_ids = '{}' THEN '{}'::int[] ELSE ARRAY(
        SELECT v.product_id FROM product_version v WHERE v.id = ANY(c.promotion_version_ids)) END AS promotions
    FROM ${openOf(productId)} AND c.case_id > ${lastCaseId} ORDER BY c.case_id LIMIT ${most}`.execute(db)
  return rows
}

/** Keeps the cases counted, and how far the count has come; false: another count has taken its place. */
export async function keepCounted(
  db: Db,
  id: number,
  cases: readonly CountedCase[],
  { looked, figures }: { readonly looked: number; readonly figures: SumsBy },
): Promise<boolean> {
  const { numAffectedRows } = await sql`UPDATE product_impact SET looked = ${looked},
    figures = ${JSON.stringify(figures)}::jsonb WHERE id = ${id}`.execute(db)
  if (numAffectedRows === 0n) return false
  const of = <T>(value: (one: CountedCase) => T) => cases.map(value)
  await sql`INSERT INTO product_impact_case (impact_id, case_id, direction, amount, rate_before, rate_after, points, reason)
    SELECT ${id}, * FROM unnest(${of((one) => one.caseId)}::int[], ${of((one) => one.direction)}::text[],
      ${of((one) => one.amount)}::numeric[], ${of((one) => one.before)}::numeric[],
      ${of((one) => one.after)}::numeric[], ${of((one) => one.points)}::numeric[], ${of((one) => one.reason)}::text[])
    ON CONFLICT DO NOTHING`.execute(db)
  return true
}

export async function finishImpact(db: Db, id: number, at: Date): Promise<void> {
  await sql`UPDATE product_impact SET finished_at = ${at} WHERE id = ${id}`.execute(db)
}

/** Cases of a count; names of clients only of the types that may be read. */
export async function findCases(
  db: Db,
  id: number,
  {
    direction,
    readable,
    limit,
    offset,
  }: {
    readonly direction: ImpactDirection | undefined
    readonly readable: readonly CaseType[]
    readonly limit: number
    readonly offset: number
  },
): Promise<ImpactCase[]> {
  // The greatest difference first, whichever way it leads.
  const order =
    direction === 'CHEAPER'
      ? sql`c.direction, c.points, c.case_id DESC`
      : sql`c.direction, c.points DESC, c.case_id`
  const ofDirection = direction === undefined ? sql`true` : sql`c.direction = ${direction}`
  const { rows } = await sql<ImpactCase>`
    SELECT f.id AS "caseId", f.type, f.number,
      CASE WHEN f.type = ANY(${readable}::text[]) THEN f.client_name END AS "clientName", c.direction,
      c.amount::text AS amount, c.rate_before::text AS before, c.rate_after::text AS after, c.points::text AS points, c.reason
    FROM (SELECT * FROM product_impact_case c WHERE c.impact_id = ${id} AND ${ofDirection}
      ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) c
      JOIN case_file f ON f.id = c.case_id
    ORDER BY ${order}`.execute(db)
  return rows
}
