import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type {} from '@ipoteka-office/contract/common/page.ts'
import type { QrInput, QrState } from '@ipoteka-office/contract/qr/qr.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { QrTags, QrTerms } from './qr.rules.ts'

const products = 'creditProductQr'
const partnerTypes = 'partnerQr'

/** A code as it is stored, with the names of what it speaks of. */
export interface QrRow extends QrTerms {
  readonly id: number
  readonly shortCode: string
  readonly partner: { id: number; shortName: string }
  readonly employee: { id: number; fullName: string } | null
  readonly partnerType: { code: string; name: string }
  readonly product: { code: string; name: string }
  readonly campaign: string
  readonly createdBy: { id: number; fullName: string }
  readonly createdAt: string
  readonly scanCount: number
  readonly leadCount: number
  readonly lastScanAt: string | null
  readonly version: number
}

const option = (
  dictionary: string,
  code: RawBuilder<unknown>,
) => sql`jsonb_build_object('code', ${code}, 'name',
  coalesce((SELECT i.name FROM reference_item i WHERE i.dictionary = ${dictionary} AND i.code = ${code}), ${code}))`

const columns = sql`q.id, q.short_code AS "shortCode", q.campaign, q.valid_to AS "validTo", q.not_active AS "notActive",
  p.not_active AS "partnerNotActive", q.created_at AS "createdAt", q.scan_count AS "scanCount",
  (SELECT count(*)::int FROM lead l WHERE l.qr_code_id = q.id) AS "leadCount", q.last_scan_at AS "lastScanAt", q.version, jsonb_build_object('id', p.id, 'shortName', p.short_name) AS partner,
  CASE WHEN e.id IS NOT NULL THEN jsonb_build_object('id', e.id, 'fullName', e.full_name) END AS employee,
  jsonb_build_object('id', m.id, 'fullName', m.full_name) AS "createdBy",
  ${option(partnerTypes, sql`q.partner_type_code`)} AS "partnerType", ${option(products, sql`q.product_code`)} AS product`
const from = sql`FROM qr_code q JOIN partner p ON p.id = q.partner_id LEFT JOIN employee e ON e.id = q.employee_id
  JOIN employee m ON m.id = q.created_by`

/** Codes of visible partners; without the right to all of them, those made by or for the caller. */
const seenBy = (actor: Actor, seesAll: boolean) => sql`${visibleTo(actor, 'q.partner_id')}
  AND (${seesAll} OR q.created_by = ${actor.employeeId} OR q.employee_id = ${actor.employeeId})`

/** The states of `stateOf`, as conditions. */
const inState = (state: QrState, today: string): RawBuilder<unknown> => {
  const off = sql`(q.not_active OR p.not_active)`
  const expired = sql`coalesce(q.valid_to < ${today}::date, false)`
  if (state === 'INACTIVE') return off
  return state === 'EXPIRED' ? sql`NOT ${off} AND ${expired}` : sql`NOT ${off} AND NOT ${expired}`
}

export interface QrFilter {
  readonly partnerId?: number | undefined
  readonly employeeId?: number | undefined
  readonly productCode?: string | undefined
  readonly state?: QrState | undefined
  readonly query: string
  readonly mine: boolean
}

/** A page of codes, newest first. */
export async function findQrCodes(
  db: Db,
  actor: Actor,
  { seesAll, today, ...filter }: QrFilter & { seesAll: boolean; today: string },
  page: PageQuery,
): Promise<Page<QrRow>> {
  const where = sql`WHERE ${seenBy(actor, seesAll)}
    AND (${filter.partnerId ?? null}::int IS NULL OR q.partner_id = ${filter.partnerId ?? null})
    AND (${filter.employeeId ?? null}::int IS NULL OR q.employee_id = ${filter.employeeId ?? null})
    AND (${filter.productCode ?? null}::text IS NULL OR q.product_code = ${filter.productCode ?? null})
    AND (${!filter.mine} OR q.created_by = ${actor.employeeId})
    AND ${filter.state === undefined ? sql`true` : inState(filter.state, today)}
    AND (${filter.query} = '' OR strpos(search_form(q.campaign || ' ' || p.short_name || ' ' || coalesce(e.full_name, '')),
      search_form(${filter.query})) > 0)`
  return readPage(page, {
    rows: async () => {
      const { rows } = await sql<QrRow>`SELECT ${columns} ${from} ${where} ORDER BY q.id DESC
        LIMIT ${page.size} OFFSET ${page.page * page.size}`.execute(db)
      return rows
    },
    count: () => countOf(db, sql`${from} ${where}`),
  })
}

export async function findQrCode(
  db: Db,
  actor: Actor,
  seesAll: boolean,
  id: number,
): Promise<QrRow | undefined> {
  const { rows } = await sql<QrRow>`SELECT ${columns} ${from}
    WHERE q.id = ${id} AND ${seenBy(actor, seesAll)}`.execute(db)
  return rows[0]
}

export async function lockQrCode(db: Db, id: number): Promise<void> {
  await sql`SELECT 1 FROM qr_code WHERE id = ${id} FOR UPDATE`.execute(db)
}

export async function insertQrCode(
  db: Db,
  code: QrInput & { shortCode: string; createdBy: number },
): Promise<number> {
  const { id } = await db
    .insertInto('qr_code')
    .values({
      short_code: code.shortCode,
      partner_id: code.partnerId,
      employee_id: code.employeeId,
      partner_type_code: code.partnerTypeCode,
      product_code: code.productCode,
      campaign: code.campaign,
      valid_to: code.validTo,
      created_by: code.createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function markInactive(db: Db, id: number): Promise<void> {
  await sql`UPDATE qr_code SET not_active = true, version = version + 1 WHERE id = ${id}`.execute(db)
}

export type QrOption = { code: string; name: string }

/** Products and kinds of partners that may be chosen today. */
export async function findQrOptions(
  db: Db,
  today: string,
): Promise<{ products: QrOption[]; partnerTypes: QrOption[] }> {
  const { rows } = await sql<QrOption & { dictionary: string }>`
    SELECT dictionary, code, name FROM reference_item
    WHERE dictionary IN (${products}, ${partnerTypes}) AND active
      AND coalesce(valid_from <= ${today}::date, true) AND coalesce(valid_to >= ${today}::date, true)
    ORDER BY sort_order, name`.execute(db)
  const of = (name: string) =>
    rows.filter(({ dictionary }) => dictionary === name).map(({ code, name: text }) => ({ code, name: text }))
  return { products: of(products), partnerTypes: of(partnerTypes) }
}

/** An active partner that the caller sees. */
export async function findQrPartner(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ id: number; shortName: string } | undefined> {
  const { rows } = await sql<{ id: number; shortName: string }>`
    SELECT p.id, p.short_name AS "shortName" FROM partner p
    WHERE p.id = ${id} AND NOT p.not_active AND ${visibleTo(actor, 'p.id')}`.execute(db)
  return rows[0]
}

/** Active people of the partner, by a part of the name; `only` leaves one person. */
export async function findQrPeople(
  db: Db,
  partnerId: number,
  { fullName = '', only = null }: { fullName?: string; only?: number | null },
): Promise<{ id: number; fullName: string }[]> {
  const { rows } = await sql<{ id: number; fullName: string }>`
    SELECT e.id, e.full_name AS "fullName" FROM employee e
    WHERE e.partner_id = ${partnerId} AND NOT e.not_active
      AND (${only}::int IS NULL OR e.id = ${only})
      AND (${fullName} = '' OR strpos(e.search_text, search_form(${fullName})) > 0)
    ORDER BY e.full_name, e.id LIMIT 20`.execute(db)
  return rows
}

/** What the public link needs to know. */
export interface QrTarget extends QrTags, QrTerms {
  readonly id: number
  readonly partnerName: string
  readonly productName: string
  /** Of the partner. */
  readonly regionCode: string | null
}

export async function findQrTarget(db: Db, shortCode: string): Promise<QrTarget | undefined> {
  const { rows } = await sql<QrTarget>`
    SELECT q.id, q.short_code AS "shortCode", q.partner_id AS "partnerId", q.partner_type_code AS "partnerTypeCode",
      q.employee_id AS "employeeId", q.product_code AS "productCode", q.campaign, q.not_active AS "notActive",
      p.not_active AS "partnerNotActive", q.valid_to AS "validTo", p.short_name AS "partnerName",
      p.region_code AS "regionCode",
      coalesce(i.name, q.product_code) AS "productName"
    FROM qr_code q JOIN partner p ON p.id = q.partner_id
    LEFT JOIN reference_item i ON i.dictionary = ${products} AND i.code = q.product_code
    WHERE q.short_code = ${shortCode}`.execute(db)
  return rows[0]
}

/** One scan as it waits to be written. */
export interface Scan {
  readonly qrId: number
  readonly at: Date
  readonly device: string
}

/** Writes scans and adds them to the codes' counts, robots apart. Codes in ascending order: two instances do not lock each other out. */
export async function insertScans(db: Db, scans: readonly Scan[]): Promise<void> {
  await sql`
    WITH scanned AS (
      INSERT INTO qr_scan (qr_code_id, at, device)
      SELECT * FROM unnest(${scans.map((s) => s.qrId)}::int[], ${scans.map((s) => s.at.toISOString())}::timestamptz[],
        ${scans.map((s) => s.device)}::text[])
      RETURNING qr_code_id, at, device),
    counted AS (
      SELECT qr_code_id, count(*)::int AS count, max(at) AS last FROM scanned WHERE device <> 'ROBOT' GROUP BY qr_code_id),
    locked AS (
      SELECT q.id FROM qr_code q WHERE q.id IN (SELECT qr_code_id FROM counted) ORDER BY q.id FOR UPDATE)
    UPDATE qr_code q SET scan_count = q.scan_count + c.count, last_scan_at = greatest(q.last_scan_at, c.last)
    FROM counted c JOIN locked l ON l.id = c.qr_code_id WHERE q.id = c.qr_code_id`.execute(db)
}

/** Scans by day of the bank and by device, robots apart; days without scans are there with zero. */
export async function countScans(
  db: Db,
  id: number,
  { today, days, timeZone }: { today: string; days: number; timeZone: string },
): Promise<{ days: { day: string; count: number }[]; devices: { device: string; count: number }[] }> {
  const first = sql`(${today}::date - ${days - 1}::int)`
  const scans = sql`qr_scan s WHERE s.qr_code_id = ${id} AND s.device <> 'ROBOT'
    AND s.at >= ${first}::timestamp AT TIME ZONE ${timeZone}`
  const byDay = await sql<{ day: string; count: number }>`
    SELECT to_char(d.day, 'YYYY-MM-DD') AS day, coalesce(c.count, 0)::int AS count
    FROM generate_series(${first}, ${today}::date, interval '1 day') AS d(day)
    LEFT JOIN (SELECT (s.at AT TIME ZONE ${timeZone})::date AS day, count(*) AS count FROM ${scans} GROUP BY 1) c
      ON c.day = d.day::date
    ORDER BY d.day`.execute(db)
  const byDevice = await sql<{ device: string; count: number }>`
    SELECT s.device, count(*)::int AS count FROM ${scans} GROUP BY s.device ORDER BY 2 DESC, 1`.execute(db)
  return { days: byDay.rows, devices: byDevice.rows }
}
