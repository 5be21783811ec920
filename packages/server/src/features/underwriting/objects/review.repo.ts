import { caseTypes, type CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { ReviewPart } from '@ipoteka-office/contract/underwriting/objects/review-fields.ts'
import { fileKinds } from '@ipoteka-office/contract/common/file-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Values = Readonly<Record<string, unknown>>

/** A part of a review as it is stored. */
export interface ReviewRow {
  readonly id: number
  readonly objectId: number
  readonly part: ReviewPart
  readonly listId: number | null
  readonly answers: Values
  readonly savedBy: string
  readonly savedAt: string
  readonly version: number
}

const rows = sql`SELECT r.id, r.object_id AS "objectId", r.part, r.list_id AS "listId", r.answers, e.full_name AS "savedBy",
    r.saved_at AS "savedAt", r.version FROM object_review r JOIN employee e ON e.id = r.saved_by`

export async function findReviews(db: Db, objectId: number): Promise<ReviewRow[]> {
  const found = await sql<ReviewRow>`${rows} WHERE r.object_id = ${objectId}`.execute(db)
  return found.rows
}

/** A part, held for a change. */
export async function holdReview(db: Db, objectId: number, part: ReviewPart): Promise<ReviewRow | undefined> {
  const found = await sql<ReviewRow>`${rows} WHERE r.object_id = ${objectId} AND r.part = ${part}
    FOR UPDATE OF r`.execute(db)
  return found.rows[0]
}

/** What is written of a part. */
export interface ReviewWrite {
  readonly caseId: number
  readonly objectId: number
  readonly part: ReviewPart
  readonly listId: number | null
  readonly answers: Values
  readonly told: Values | null
  readonly savedBy: number
  readonly at: Date
}

/** Writes the part; what changes nothing leaves the row and its version as they are. */
export async function writeReview(db: Db, r: ReviewWrite): Promise<void> {
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::text::jsonb`
  await sql`
    INSERT INTO object_review AS o (case_id, object_id, part, list_id, answers, told, saved_by, saved_at)
    VALUES (${r.caseId}, ${r.objectId}, ${r.part}, ${r.listId}, ${json(r.answers)}, ${json(r.told)}, ${r.savedBy}, ${r.at})
    ON CONFLICT (object_id, part) DO UPDATE SET answers = EXCLUDED.answers, told = EXCLUDED.told,
      list_id = EXCLUDED.list_id, saved_by = EXCLUDED.saved_by, saved_at = EXCLUDED.saved_at, version = o.version + 1
      WHERE o.answers IS DISTINCT FROM EXCLUDED.answers`.execute(db)
}

/** A paper of the case or of its object that has a file and was not turned down. */
export interface PaperRow {
  readonly id: number
  readonly type: string
  readonly name: string
  /** Its current file in XML. */
  readonly xml: string | null
}

export async function findPapers(
  db: Db,
  { caseId, type, objectId }: { readonly caseId: number; readonly type: CaseType; readonly objectId: number },
): Promise<PaperRow[]> {
  const found = await sql<PaperRow>`
    SELECT d.id, d.type_code AS type, coalesce(nullif(d.title, ''), t.name, d.type_code) AS name,
      (SELECT f.storage_id FROM document_file f JOIN stored_object s ON s.id = f.storage_id
        WHERE f.document_id = d.id AND f.replaced_at IS NULL AND f.deleted_at IS NULL
          AND s.content_type = ${fileKinds.XML.contentType} ORDER BY f.sort, f.id LIMIT 1) AS xml
    FROM document d LEFT JOIN reference_item t ON t.dictionary = 'docType' AND t.code = d.type_code
    WHERE (d.owner_type, d.owner_id) IN ((${caseTypes[type].documents.owner}, ${caseId}::int), ('REALTY_OBJECT', ${objectId}::int))
      AND d.type_code IS NOT NULL AND d.deleted_at IS NULL AND d.removed_at IS NULL AND d.status <> 'REJECTED'
      AND EXISTS (SELECT FROM document_file f WHERE f.document_id = d.id)
    ORDER BY d.sort, d.id LIMIT 500`.execute(db)
  return found.rows
}

/** Names of types of papers. */
export async function findPaperNames(db: Db, types: readonly string[]): Promise<Map<string, string>> {
  const found = await sql<{ code: string; name: string }>`SELECT code, name FROM reference_item
    WHERE dictionary = 'docType' AND code = ANY(${[...types]}::text[])`.execute(db)
  return new Map(found.rows.map(({ code, name }) => [code, name]))
}

/** An automatic check of an object. */
export interface ObjectCheckRow {
  readonly code: string
  readonly state: 'WAITING' | 'OK' | 'WARN' | 'FAIL' | 'ERROR'
  readonly text: string
  readonly answeredAt: string | null
  readonly validUntil: string | null
}

export async function findObjectChecks(db: Db, objectId: number): Promise<ObjectCheckRow[]> {
  const found = await sql<ObjectCheckRow>`SELECT code, state, text, answered_at AS "answeredAt",
    valid_until AS "validUntil" FROM auto_check WHERE realty_id = ${objectId}`.execute(db)
  return found.rows
}

/** What was signed of К/З by the last approval, and the bound of whose authority it was; undefined: nothing is approved. */
export async function findSignedShare(
  db: Db,
  caseId: number,
): Promise<{ decided: string | null; bound: string | null } | undefined> {
  const found = await sql<{ decided: string | null; bound: string | null }>`
    SELECT trim_scale(d.loan_to_value)::text AS decided, trim_scale(a.max_loan_to_value)::text AS bound
    FROM case_decision d LEFT JOIN decision_authority a ON a.id = d.authority_id
    WHERE d.case_id = ${caseId} AND d.outcome = 'APPROVE' ORDER BY d.id DESC LIMIT 1`.execute(db)
  return found.rows[0]
}

/** An appraiser among the partners of the bank, by the name that stands in a report. */
export interface AppraiserRow {
  readonly partner: string
  /** On the day of the report. */
  readonly state: string | null
}

/** Letters and digits of a name: the form of a firm, quotes and spaces differ from paper to paper. */
const bareName = (name: unknown) => sql`regexp_replace(replace(lower(${name}), 'ё', 'е'),
  '(^|[^а-яa-z0-9])(ооо|ао|зао|пао|ип|общество с ограниченной ответственностью|акционерное общество)(?=[^а-яa-z0-9])|[^а-яa-z0-9]+', '', 'g')`

/** The best accreditation on a day of whoever appraises under this name; undefined: the bank knows of no such appraiser. */
export async function findAppraiser(db: Db, name: string, day: string): Promise<AppraiserRow | undefined> {
  const found = await sql<AppraiserRow>`
    SELECT x.partner, x.state FROM (
      SELECT p.id, p.short_name AS partner,
        (SELECT accreditation_state(a.status, a.date_from, a.date_to, ${day}::date, ${day}::date) FROM accreditation a
          WHERE a.partner_role_id = r.id
          ORDER BY accreditation_rank(a.status, a.date_from, a.date_to, ${day}::date, ${day}::date), a.id LIMIT 1) AS state
      FROM partner_role r JOIN partner p ON p.id = r.partner_id
      WHERE r.role_code = 'Appraiser' AND NOT r.not_active
        AND ${bareName(sql`${name}::text`)} IN (${bareName(sql`p.short_name`)}, ${bareName(sql`p.full_name`)})) x
    ORDER BY x.state IN ('ACTIVE', 'EXPIRING') DESC NULLS LAST, x.id LIMIT 1`.execute(db)
  return found.rows[0]
}

/** What a metre costs in the middle of the bank's objects like this one over the last months, and how many they are. */
export async function findRecentMedian(
  db: Db,
  objectId: number,
  { since }: { readonly since: string },
): Promise<{ perMetre: string | null; count: number }> {
  const found = await sql<{ perMetre: string | null; count: number }>`
    SELECT round(percentile_cont(0.5) WITHIN GROUP (ORDER BY o.price_per_metre)::numeric, 2)::text AS "perMetre",
      count(*)::int AS count
    FROM realty_object me JOIN realty_object o ON o.region_code = me.region_code AND o.type_code = me.type_code
      AND o.id <> me.id AND o.removed_at IS NULL AND o.price_per_metre IS NOT NULL AND o.created_at >= ${since}::date
    WHERE me.id = ${objectId}`.execute(db)
  return found.rows[0] ?? { perMetre: null, count: 0 }
}
