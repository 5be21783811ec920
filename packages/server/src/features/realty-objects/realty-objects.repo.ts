import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  RealtyApplication,
  RealtyObject,
  RealtyObjectInput,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { readPage } from '#lib/paging.ts'
import { type Reader, stageNamesFor } from '#lib/shown-stages.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { derivedOf } from './realty-objects.rules.ts'

/** What the person is told of the application of an object; `f` is the case, `p` its partner. */
export const caseShape = (reader: Reader) => sql`json_build_object('id', f.id, 'number', f.number,
  'clientName', f.client_name, 'programme', f.programme, 'amount', f.amount::text,
  'stageName', ${JSON.stringify(stageNamesFor(reader))}::jsonb -> f.type ->> f.stage,
  'partner', json_build_object('id', p.id, 'shortName', p.short_name))`

/** Other applications with the object's number that the person sees. */
export const duplicatesOf = (actor: Actor) => sql<number>`(
  SELECT count(DISTINCT d.case_id)::int FROM realty_object d JOIN case_file df ON df.id = d.case_id
  WHERE d.cadastral_number = o.cadastral_number AND d.case_id <> o.case_id AND d.removed_at IS NULL
    AND ${visibleTo(actor, 'df.partner_id')})`

/** An object with what decides who may change it. */
export interface StoredObject extends Omit<RealtyObject, 'editable' | 'median'> {
  readonly caseType: CaseType
  readonly stage: string
  readonly closed: boolean
  readonly archivedAt: string | null
  readonly regionCode: string | null
}

const shape = (actor: Actor) => sql`o.id, ${caseShape(actor)} AS case, o.role, o.type_code AS type,
  coalesce(t.name, o.type_code) AS "typeName", o.number_type AS "numberType", o.number, o.address,
  o.region_code AS "regionCode", o.area::text AS area, o.price::text AS price, o.right_kind AS "rightKind", o.ownership,
  o.owners, o.extract_date::text AS "extractDate", o.encumbrances, o.appraisals, o.building, o.comment,
  o.price_per_metre::text AS "pricePerMetre", ${duplicatesOf(actor)} AS duplicates, o.removed_at IS NOT NULL AS removed,
  o.saved_at AS "savedAt", s.full_name AS "savedBy", o.version, f.type AS "caseType", f.stage, f.closed, f.archived_at AS "archivedAt"`

const joined = sql`realty_object o JOIN case_file f ON f.id = o.case_id JOIN partner p ON p.id = f.partner_id
  LEFT JOIN employee s ON s.id = o.saved_by
  LEFT JOIN reference_item t ON t.dictionary = 'mortgageObjectType' AND t.code = o.type_code`

/** An object that the person sees; `lock` keeps it and the stage of its application still. */
export async function findObject(
  db: Db,
  actor: Actor,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredObject | undefined> {
  const { rows } = await sql<StoredObject>`SELECT ${shape(actor)} FROM ${joined}
    WHERE o.id = ${id} AND ${visibleTo(actor, 'f.partner_id')}
    ${lock ? sql`FOR NO KEY UPDATE OF o FOR SHARE OF f` : sql``}`.execute(db)
  return rows[0]
}

/** Objects of an application, those taken off last. */
export async function findObjectsOf(db: Db, actor: Actor, caseId: number): Promise<StoredObject[]> {
  const { rows } = await sql<StoredObject>`SELECT ${shape(actor)} FROM ${joined}
    WHERE o.case_id = ${caseId} AND ${visibleTo(actor, 'f.partner_id')}
    ORDER BY o.removed_at NULLS FIRST, o.id LIMIT 100`.execute(db)
  return rows
}

/** What is told of an application, beside its objects. */
export async function findCaseOf(
  db: Db,
  reader: Reader,
  caseId: number,
): Promise<RealtyObject['case'] | undefined> {
  const { rows } = await sql<{ case: RealtyObject['case'] }>`
    SELECT ${caseShape(reader)} AS case FROM case_file f JOIN partner p ON p.id = f.partner_id WHERE f.id = ${caseId}`.execute(
    db,
  )
  return rows[0]?.case
}

/** What the questionnaire says of the object before anybody has described it. */
export async function findDraft(db: Db, caseId: number): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ draft: Record<string, unknown> | null }>`
    SELECT jsonb_object_agg(section, data) AS draft FROM case_section
    WHERE case_id = ${caseId} AND participant_id IS NULL AND section IN ('CREDIT', 'REALTY')`.execute(db)
  return rows[0]?.draft ?? {}
}

type Derived = ReturnType<typeof derivedOf>
const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`

const assignments = (o: RealtyObjectInput, d: Derived) => sql`role = ${o.role}, type_code = ${o.type},
  number_type = ${o.numberType}, number = ${o.number}, address = ${o.address === null ? null : json(o.address)},
  region_code = ${d.regionCode}, area = ${o.area}::numeric, price = ${o.price}::numeric, right_kind = ${o.rightKind},
  ownership = ${o.ownership}, owners = ${json(o.owners)}, extract_date = ${o.extractDate}::date,
  encumbrances = ${json(o.encumbrances)}, appraisals = ${json(o.appraisals)}, building = ${json(o.building)},
  comment = ${o.comment}, appraised_on = ${d.appraisedOn}::date, market_value = ${d.marketValue}::numeric`

export async function insertObject(
  db: Db,
  { caseId, actorId }: { caseId: number; actorId: number },
  o: RealtyObjectInput,
  d: Derived,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO realty_object (case_id, created_by, saved_by, role, type_code, number_type, number, address, region_code,
      area, price, right_kind, ownership, owners, extract_date, encumbrances, appraisals, building, comment, appraised_on,
      market_value)
    VALUES (${caseId}, ${actorId}, ${actorId}, ${o.role}, ${o.type}, ${o.numberType}, ${o.number},
      ${o.address === null ? null : json(o.address)}, ${d.regionCode}, ${o.area}::numeric, ${o.price}::numeric,
      ${o.rightKind}, ${o.ownership}, ${json(o.owners)}, ${o.extractDate}::date, ${json(o.encumbrances)},
      ${json(o.appraisals)}, ${json(o.building)}, ${o.comment}, ${d.appraisedOn}::date, ${d.marketValue}::numeric)
    RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The object was not written')
  return row.id
}

/** Writes the object; what changes nothing leaves the row and its version as they are. */
export async function updateObject(
  db: Db,
  { id, actorId }: { id: number; actorId: number },
  object: RealtyObjectInput,
  derived: Derived,
): Promise<void> {
  const o = object
  await sql`UPDATE realty_object SET ${assignments(o, derived)}, saved_at = clock_timestamp(), saved_by = ${actorId},
      version = version + 1
    WHERE id = ${id} AND (role, type_code, number_type, number, address, area, price, right_kind, ownership, owners,
      extract_date, encumbrances, appraisals, building, comment) IS DISTINCT FROM (${o.role}, ${o.type}, ${o.numberType},
      ${o.number}, ${o.address === null ? sql`NULL::jsonb` : json(o.address)}, ${o.area}::numeric, ${o.price}::numeric,
      ${o.rightKind}, ${o.ownership}, ${json(o.owners)}, ${o.extractDate}::date, ${json(o.encumbrances)},
      ${json(o.appraisals)}, ${json(o.building)}, ${o.comment})`.execute(db)
}

export async function writeRemoved(
  db: Db,
  { id, actorId, removed }: { id: number; actorId: number; removed: boolean },
): Promise<void> {
  await sql`UPDATE realty_object SET removed_at = ${removed ? sql`now()` : sql`NULL`}, saved_at = clock_timestamp(),
      saved_by = ${actorId}, version = version + 1
    WHERE id = ${id} AND (removed_at IS NOT NULL) <> ${removed}`.execute(db)
}

/** Fewer objects tell nothing of a market, and might tell of one client. */
const fewestForMedian = 5
/** The latest ones are enough, and keep the question short in a region of a hundred thousand. */
const mostForMedian = 1_000

/** What a metre costs in the middle of the latest objects of the type in the region. */
export async function findMedian(
  db: Db,
  regionCode: string | null,
  type: string,
): Promise<{ perMetre: string; count: number } | null> {
  if (regionCode === null) return null
  const { rows } = await sql<{ perMetre: string | null; count: number }>`
    SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY m.price_per_metre)::numeric, 2)::text AS "perMetre",
      count(*)::int AS count
    FROM (SELECT o.price_per_metre FROM realty_object o
      WHERE o.region_code = ${regionCode} AND o.type_code = ${type} AND o.removed_at IS NULL
        AND o.price_per_metre IS NOT NULL
      ORDER BY o.id DESC LIMIT ${mostForMedian}) m`.execute(db)
  const { perMetre = null, count = 0 } = rows[0] ?? {}
  return perMetre === null || count < fewestForMedian ? null : { perMetre, count }
}

const sameNumber = (actor: Actor, number: string, exceptCaseId: number | null) => sql`FROM realty_object o
  JOIN case_file f ON f.id = o.case_id JOIN partner p ON p.id = f.partner_id
  WHERE o.cadastral_number = ${number} AND o.removed_at IS NULL AND ${visibleTo(actor, 'f.partner_id')}
    AND o.case_id IS DISTINCT FROM ${exceptCaseId}::int`

/** A page of the applications with the number that the person sees, newest first. */
export async function findApplications(
  db: Db,
  actor: Actor,
  { number, exceptCaseId = null }: { number: string; exceptCaseId?: number | null },
  page: PageQuery,
): Promise<Page<RealtyApplication>> {
  const read = sql<{ entry: RealtyApplication }>`
    SELECT ${caseShape(actor)}::jsonb || jsonb_build_object('objectId', o.id, 'role', o.role, 'price', o.price::text,
      'closed', f.closed OR f.archived_at IS NOT NULL,
      'createdAt', to_char(f.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS entry
    ${sameNumber(actor, number, exceptCaseId)} ORDER BY f.id DESC, o.id
    LIMIT ${page.size} OFFSET ${page.page * page.size}`
  return readPage(page, {
    rows: async () => (await read.execute(db)).rows.map(({ entry }) => entry),
    count: () => countOf(db, sameNumber(actor, number, exceptCaseId)),
  })
}
