import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { TariffLine } from '@ipoteka-office/contract/insurance/premium.ts'
import type { TariffState } from '@ipoteka-office/contract/insurance/tariff-machine.ts'
import type { TariffLineKind } from '@ipoteka-office/contract/insurance/tariffs.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import { readPage } from '#lib/paging.ts'
import type { StoredTariff } from './stored-tariff.ts'
import type { ComparedLine } from './tariff-file.rules.ts'

/** The tariff of an insurer that counts on a day: the latest that has begun. */
const inForceOn = (
  insurer: RawBuilder<unknown>,
  day: string,
) => sql<number>`(SELECT f.id FROM insurance_tariff f
  WHERE f.insurer_id = ${insurer} AND f.state = 'ACCEPTED' AND f.valid_from <= ${day}::date
  ORDER BY f.valid_from DESC, f.number DESC LIMIT 1)`

const shape = (
  day: string,
) => sql`t.id, t.number, json_build_object('id', p.id, 'shortName', p.short_name) AS insurer,
  t.file_name AS "fileName", t.state, t.valid_from::text AS "validFrom",
  coalesce(t.id = ${inForceOn(sql`t.insurer_id`, day)}, false) AS "inForce", t.counts,
  json_build_object('id', m.id, 'fullName', m.full_name) AS by, t.made_at AS at,
  CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id, 'fullName', d.full_name) END AS "decidedBy",
  t.decided_at AS "decidedAt", t.base_id AS "baseId", t.version`
const joined = sql`insurance_tariff t JOIN partner p ON p.id = t.insurer_id JOIN employee m ON m.id = t.made_by
  LEFT JOIN employee d ON d.id = t.decided_by`

/** The tariff; `lock` keeps it until the transaction ends. */
export async function findTariff(
  db: Db,
  id: number,
  day: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredTariff | undefined> {
  if (lock) await sql`SELECT FROM insurance_tariff WHERE id = ${id} FOR UPDATE`.execute(db)
  return (await sql<StoredTariff>`SELECT ${shape(day)} FROM ${joined} WHERE t.id = ${id}`.execute(db)).rows[0]
}

export interface TariffWish extends PageQuery {
  readonly insurerId?: number | undefined
  readonly inForce?: boolean | undefined
}

/** The latest first. */
export function findTariffs(db: Db, day: string, wish: TariffWish): Promise<Page<StoredTariff>> {
  const where = sql`WHERE (${wish.insurerId ?? null}::int IS NULL OR t.insurer_id = ${wish.insurerId ?? null}::int)
    AND (${wish.inForce ?? null}::boolean IS NULL
      OR (t.id IS NOT DISTINCT FROM ${inForceOn(sql`t.insurer_id`, day)}) = ${wish.inForce ?? null}::boolean)`
  return readPage(wish, {
    rows: async () =>
      (
        await sql<StoredTariff>`SELECT ${shape(day)} FROM ${joined} ${where} ORDER BY t.id DESC
          LIMIT ${wish.size} OFFSET ${wish.page * wish.size}`.execute(db)
      ).rows,
    count: () => countOf(db, sql`FROM insurance_tariff t ${where}`),
  })
}

/** One tariff of an insurer at a time is loaded or agreed to. */
export const lockInsurer = (db: Db, insurerId: number): Promise<unknown> =>
  sql`SELECT pg_advisory_xact_lock(hashtext('insurance-tariff'), ${insurerId}::int)`.execute(db)

/** The tariff that counts on the day; null where there is none. */
export async function findInForce(db: Db, insurerId: number, day: string): Promise<number | null> {
  const { rows } = await sql<{ id: number | null }>`
    SELECT ${inForceOn(sql`${insurerId}::int`, day)} AS id`.execute(db)
  return rows[0]?.id ?? null
}

const lineShape = sql`l.line, l.type, l.product, l.age_from AS "ageFrom", l.age_to AS "ageTo", l.sex, l.occupation, l.object,
  l.built_from AS "builtFrom", l.built_to AS "builtTo", l.material, l.rate::float8::numeric::text AS rate,
  l.min_premium::text AS "minPremium", l.valid_from::text AS "from", l.valid_to::text AS "to"`

/** Lines by which premiums are counted, those of one kind of insurance when it is named. */
export async function findLines(db: Db, tariffId: number, type: string | null = null): Promise<TariffLine[]> {
  const { rows } = await sql<TariffLine>`SELECT ${lineShape} FROM insurance_tariff_line l
    WHERE l.tariff_id = ${tariffId} AND l.kind <> 'gone' AND (${type}::text IS NULL OR l.type = ${type})
    ORDER BY l.n`.execute(db)
  return rows
}

/** A line with its place and what becomes of it. */
export interface NumberedLine extends TariffLine {
  readonly n: number
  readonly kind: TariffLineKind
  readonly before: { rate: string; minPremium: string | null; to: string | null } | null
}

export function findNumberedLines(
  db: Db,
  tariffId: number,
  kind: TariffLineKind | undefined,
  query: PageQuery,
): Promise<Page<NumberedLine>> {
  const where = sql`WHERE l.tariff_id = ${tariffId} AND (${kind ?? null}::text IS NULL OR l.kind = ${kind ?? null})`
  return readPage(query, {
    rows: async () =>
      (
        await sql<NumberedLine>`SELECT l.n, l.kind, l.before, ${lineShape} FROM insurance_tariff_line l ${where}
          ORDER BY l.n LIMIT ${query.size} OFFSET ${query.page * query.size}`.execute(db)
      ).rows,
    count: () => countOf(db, sql`FROM insurance_tariff_line l ${where}`),
  })
}

export interface NewTariff {
  readonly insurerId: number
  readonly fileName: string
  readonly validFrom: string
  readonly baseId: number | null
  readonly lines: readonly ComparedLine[]
  readonly counts: Readonly<Partial<Record<TariffLineKind, number>>>
  readonly by: number
  readonly at: Date
}

export async function insertTariff(db: Db, t: NewTariff): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO insurance_tariff (insurer_id, number, file_name, valid_from, base_id, counts, made_by, made_at)
    VALUES (${t.insurerId},
      (SELECT coalesce(max(number), 0) + 1 FROM insurance_tariff WHERE insurer_id = ${t.insurerId}),
      ${t.fileName}, ${t.validFrom}, ${t.baseId}, ${JSON.stringify(t.counts)}::text::jsonb, ${t.by}, ${t.at})
    RETURNING id`.execute(db)
  const id = rows[0]?.id
  if (id === undefined) throw new Error('The tariff was not stored')
  await sql`INSERT INTO insurance_tariff_line (tariff_id, n, line, kind, type, product, age_from, age_to, sex, occupation,
      object, built_from, built_to, material, rate, min_premium, valid_from, valid_to, before)
    SELECT ${id}, l.n, CASE WHEN l.kind = 'gone' THEN NULL ELSE l.line END, l.kind, l.type, l.product, l."ageFrom", l."ageTo",
      l.sex, l.occupation, l.object, l."builtFrom", l."builtTo", l.material, l.rate, l."minPremium", l."from", l."to",
      nullif(l.before, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(t.lines.map((line, at) => ({ ...line, n: at + 1 })))}::text::jsonb) AS l (n int,
      line int, kind text, type text, product text, "ageFrom" int, "ageTo" int, sex text, occupation text, object text,
      "builtFrom" int, "builtTo" int, material text, rate numeric, "minPremium" numeric, "from" date, "to" date,
      before jsonb)`.execute(db)
  return id
}

export async function writeTariffState(
  db: Db,
  id: number,
  { to, at, by }: { readonly to: TariffState; readonly at: Date; readonly by: number | null },
): Promise<void> {
  await sql`UPDATE insurance_tariff SET state = ${to}, decided_at = ${at}, decided_by = ${by}, version = version + 1
    WHERE id = ${id}`.execute(db)
}
