import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import type { ProductVersionState } from '@ipoteka-office/contract/products/product-version-machine.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { publish } from '#live/publish.ts'
import type { StoredProduct, StoredVersion, StoredVersionRow } from './stored-products.ts'
import { columnsOf } from './version-columns.rules.ts'

const person = (alias: string) => sql`CASE WHEN ${sql.ref(`${alias}.id`)} IS NOT NULL
  THEN json_build_object('id', ${sql.ref(`${alias}.id`)}, 'fullName', ${sql.ref(`${alias}.full_name`)}) END`

const productRows = sql`SELECT p.id, p.kind, p.lending, p.code, p.type_code AS "typeCode", p.department, ${person('o')} AS owner
  FROM product p JOIN employee o ON o.id = p.owner_id`

/** The product; `lock` keeps it until the transaction ends: its versions are released one after another. */
export async function findProduct(
  db: Db,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredProduct | undefined> {
  if (lock) await sql`SELECT FROM product WHERE id = ${id} FOR NO KEY UPDATE`.execute(db)
  return (await sql<StoredProduct>`${productRows} WHERE p.id = ${id}`.execute(db)).rows[0]
}

/** Products by their ids, in no order. */
export async function findProducts(db: Db, ids: readonly number[]): Promise<StoredProduct[]> {
  if (ids.length === 0) return []
  return (await sql<StoredProduct>`${productRows} WHERE p.id = ANY(${ids}::int[])`.execute(db)).rows
}

const versionShape = sql`v.id, v.product_id AS "productId", v.number, v.state, v.name, v.valid_from::text AS "validFrom",
  v.valid_to::text AS "validTo", lower(v.in_force)::text AS "inForceFrom", (upper(v.in_force) - 1)::text AS "inForceTo",
  ${person('a')} AS author, v.contributors, v.created_at AS "createdAt", ${person('s')} AS "sentBy",
  ${person('g')} AS "approvedBy", ${person('r')} AS "releasedBy", v.released_at AS "releasedAt", v.version`
const versionJoins = sql`product_version v JOIN employee a ON a.id = v.author_id LEFT JOIN employee s ON s.id = v.sent_by
  LEFT JOIN employee g ON g.id = v.approved_by LEFT JOIN employee r ON r.id = v.released_by`

/** Versions of a product without what they say, the newest first. */
export async function findVersionRows(db: Db, productId: number): Promise<StoredVersionRow[]> {
  return (
    await sql<StoredVersionRow>`SELECT ${versionShape} FROM ${versionJoins} WHERE v.product_id = ${productId}
      ORDER BY v.number DESC LIMIT 1000`.execute(db)
  ).rows
}

const whole = (where: RawBuilder<unknown>) =>
  sql<StoredVersion>`SELECT ${versionShape}, v.content FROM ${versionJoins} WHERE ${where}`

export async function findVersion(
  db: Db,
  productId: number,
  number: number,
): Promise<StoredVersion | undefined> {
  return (await whole(sql`v.product_id = ${productId} AND v.number = ${number}`).execute(db)).rows[0]
}

export async function findVersionById(db: Db, id: number): Promise<StoredVersion | undefined> {
  return (await whole(sql`v.id = ${id}`).execute(db)).rows[0]
}

/** The number of the version that is prepared; null: none. */
export async function findPrepared(db: Db, productId: number): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`SELECT number FROM product_version
    WHERE product_id = ${productId} AND state IN ('DRAFT', 'ON_APPROVAL', 'CORRECTION', 'APPROVED')`.execute(
    db,
  )
  return rows[0]?.number ?? null
}

/** Whether another product has the code. */
export async function isCodeTaken(db: Db, code: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM product WHERE code = ${code}`.execute(db)
  return rows.length > 0
}

type NewProduct = Omit<StoredProduct, 'id' | 'owner'> & { readonly ownerId: number; readonly at: Date }

export async function insertProduct(
  db: Db,
  { kind, lending, code, typeCode, department, ownerId, at }: NewProduct,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO product (kind, lending, code, type_code, department, owner_id, created_at)
    VALUES (${kind}, ${lending}, ${code}, ${typeCode}, ${department}, ${ownerId}, ${at}) RETURNING id`.execute(
    db,
  )
  const [row] = rows
  if (row === undefined) throw new Error('The product was not stored')
  return row.id
}

const sets = (content: VersionContent) => {
  const columns = columnsOf(content)
  return sql`content = ${JSON.stringify(content)}::text::jsonb, name = ${columns.name},
    search_text = search_form((SELECT p.code FROM product p WHERE p.id = product_id) || ' ' || ${columns.searched}),
    rate_from = ${columns.rateFrom}::numeric, rate_to = ${columns.rateTo}::numeric, over_key = ${columns.isOverKey},
    points = ${columns.points}::numeric, partner_ids = ${columns.partnerIds}::int[],
    partner_profiles = ${columns.partnerProfiles}::text[], region_codes = ${columns.regions}::text[],
    asks = ${JSON.stringify(columns.asks)}::text::jsonb, qr_code = ${columns.qrCode}::text,
    old_terms_days = ${columns.oldTermsDays}::int`
}

/** A draft; answers its number, the next one of the product. */
export async function insertVersion(
  db: Db,
  {
    productId,
    content,
    authorId,
    at,
  }: {
    readonly productId: number
    readonly content: VersionContent
    readonly authorId: number
    readonly at: Date
  },
): Promise<number> {
  const columns = columnsOf(content)
  const { rows } = await sql<{ number: number }>`
    INSERT INTO product_version (product_id, number, content, name, search_text, rate_from, rate_to, over_key, points,
      partner_ids, partner_profiles, region_codes, asks, qr_code, old_terms_days,
      author_id, contributors, created_at, changed_at)
    SELECT p.id, coalesce((SELECT max(number) FROM product_version WHERE product_id = p.id), 0) + 1,
      ${JSON.stringify(content)}::text::jsonb, ${columns.name}, search_form(p.code || ' ' || ${columns.searched}),
      ${columns.rateFrom}::numeric, ${columns.rateTo}::numeric, ${columns.isOverKey}, ${columns.points}::numeric,
      ${columns.partnerIds}::int[], ${columns.partnerProfiles}::text[], ${columns.regions}::text[],
      ${JSON.stringify(columns.asks)}::text::jsonb, ${columns.qrCode}::text, ${columns.oldTermsDays}::int, ${authorId}::int, ARRAY[${authorId}::int], ${at}, ${at}
    FROM product p WHERE p.id = ${productId} RETURNING number`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The version was not stored')
  await publish(db, topics.products)
  return row.number
}

/** What a draft says from now on; whoever writes it is among its authors. */
export async function writeContent(
  db: Db,
  id: number,
  {
    content,
    validFrom,
    validTo,
    by,
    at,
  }: {
    readonly content: VersionContent
    readonly validFrom: string | null
    readonly validTo: string | null
    readonly by: number
    readonly at: Date
  },
): Promise<void> {
  await sql`UPDATE product_version SET ${sets(content)}, valid_from = ${validFrom}::date, valid_to = ${validTo}::date,
    contributors = (SELECT array_agg(DISTINCT c ORDER BY c) FROM unnest(contributors || ${by}::int) c),
    changed_at = ${at}, version = version + 1 WHERE id = ${id}`.execute(db)
  await publish(db, topics.products)
}

/** A state to which a version comes, and who leads it there. */
export interface VersionMove {
  readonly to: ProductVersionState
  readonly action: string
  readonly by: number | null
  readonly at: Date
  /** The bank's day of the move. */
  readonly today: string
}

/**
 * The state of a version with all that follows: who led it, the days it is in force, and those of the version before it.
 * A version taken off sale was in force until yesterday; one withdrawn gives its days back.
 */
export async function writeState(
  db: Db,
  { id, productId }: { readonly id: number; readonly productId: number },
  { to, action, by, at, today }: VersionMove,
): Promise<void> {
  const isRelease = to === 'RELEASED'
  if (isRelease)
    await sql`UPDATE product_version f SET version = f.version + 1,
      in_force = f.in_force * daterange(NULL, coalesce(n.valid_from, ${today}::date))
      FROM product_version n WHERE n.id = ${id} AND f.product_id = ${productId} AND f.id <> n.id
        AND f.state = 'RELEASED' AND lower(f.in_force) < coalesce(n.valid_from, ${today}::date)
        AND f.in_force && daterange(coalesce(n.valid_from, ${today}::date), NULL)`.execute(db)
  await sql`UPDATE product_version SET state = ${to}, version = version + 1, changed_at = ${at},
    sent_by = CASE WHEN ${action} = 'submit' THEN ${by}::int ELSE sent_by END,
    sent_at = CASE WHEN ${action} = 'submit' THEN ${at}::timestamptz ELSE sent_at END,
    approved_by = CASE WHEN ${action} = 'approve' THEN ${by}::int WHEN ${action} = 'correction' THEN NULL ELSE approved_by END,
    approved_at = CASE WHEN ${action} = 'approve' THEN ${at}::timestamptz WHEN ${action} = 'correction' THEN NULL ELSE approved_at END,
    released_by = CASE WHEN ${isRelease} THEN ${by}::int ELSE released_by END,
    released_at = CASE WHEN ${isRelease} THEN ${at}::timestamptz ELSE released_at END,
    valid_from = CASE WHEN ${isRelease} THEN coalesce(valid_from, ${today}::date) ELSE valid_from END,
    in_force = CASE WHEN ${isRelease} THEN daterange(coalesce(valid_from, ${today}::date), valid_to, '[]')
      WHEN ${to === 'ARCHIVE'} AND lower(in_force) < ${today}::date THEN in_force * daterange(NULL, ${today}::date)
      WHEN ${to === 'ARCHIVE'} THEN NULL ELSE in_force END
    WHERE id = ${id}`.execute(db)
  if (action === 'withdraw') await openFormer(db, productId)
  await publish(db, topics.products)
}

/** Days of the released versions of a product as they follow from their own first days: until the next one at most. */
async function openFormer(db: Db, productId: number): Promise<void> {
  await sql`UPDATE product_version f SET in_force = w.days, version = f.version + 1
    FROM (SELECT v.id, daterange(v.valid_from, v.valid_to, '[]')
        * daterange(NULL, lead(v.valid_from) OVER (ORDER BY v.valid_from)) AS days
      FROM product_version v WHERE v.product_id = ${productId} AND v.in_force IS NOT NULL) w
    WHERE w.id = f.id AND f.state = 'RELEASED' AND f.in_force <> w.days`.execute(db)
}

/** Released versions that are in force on some of these days, beside the one named. */
export async function findReleasedOn(
  db: Db,
  { productId, but, from, to }: { productId: number; but: number; from: string; to: string | null },
): Promise<{ number: number; from: string }[]> {
  const { rows } = await sql<{ number: number; from: string }>`
    SELECT number, lower(in_force)::text AS "from" FROM product_version
    WHERE product_id = ${productId} AND id <> ${but} AND state = 'RELEASED'
      AND in_force && daterange(${from}::date, ${to}::date, '[]') ORDER BY lower(in_force)`.execute(db)
  return rows
}
