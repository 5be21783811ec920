import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { StoredRevision, StoredRule } from './stored-rules.ts'

const ruleShape = sql`r.id, r.rule_type AS "ruleType", r.draft, r.draft_from::text AS "draftFrom",
  r.draft_to::text AS "draftTo", r.draft_at AS "draftAt", e.full_name AS "draftBy", r.deleted_at AS "deletedAt",
  r.delivered_key IS NOT NULL AS delivered, r.version`

export async function findRule(db: Db, id: number): Promise<StoredRule | undefined> {
  const { rows } = await sql<StoredRule>`
    SELECT ${ruleShape} FROM document_rule r LEFT JOIN employee e ON e.id = r.draft_by WHERE r.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** The same, held until the transaction ends. */
export async function lockRule(db: Db, id: number): Promise<StoredRule | undefined> {
  const { rows } = await sql<StoredRule>`
    SELECT ${ruleShape} FROM document_rule r LEFT JOIN employee e ON e.id = r.draft_by
    WHERE r.id = ${id} FOR UPDATE OF r`.execute(db)
  return rows[0]
}

/** All versions, newest first. */
export async function findRevisions(db: Db, ruleId: number): Promise<StoredRevision[]> {
  const { rows } = await sql<StoredRevision>`
    SELECT v.number, v.content, v.valid_from::text AS "validFrom", v.valid_to::text AS "validTo", v.comment,
      v.published_at AS "publishedAt", e.full_name AS "publishedBy", v.withdrawn_at AS "withdrawnAt"
    FROM document_rule_revision v LEFT JOIN employee e ON e.id = v.published_by
    WHERE v.rule_id = ${ruleId} ORDER BY v.number DESC`.execute(db)
  return rows
}

/** What is being prepared and the days it is to be in force. */
export interface Draft {
  readonly content: RuleContent
  readonly validFrom: string | null
  readonly validTo: string | null
}
/** Who works on it and when. */
export interface DraftAuthor {
  readonly employeeId: number
  readonly now: Date
}

export async function insertRule(
  db: Db,
  { content, validFrom, validTo }: Draft,
  { employeeId, now }: DraftAuthor,
): Promise<number> {
  const { id } = await db
    .insertInto('document_rule')
    .values({
      rule_type: content.ruleType,
      draft: JSON.stringify(content),
      draft_from: validFrom,
      draft_to: validTo,
      draft_at: now,
      draft_by: employeeId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function writeDraft(
  db: Db,
  id: number,
  { content, validFrom, validTo }: Draft,
  { employeeId, now }: DraftAuthor,
): Promise<void> {
  await sql`
    UPDATE document_rule SET draft = ${JSON.stringify(content)}::text::jsonb, draft_from = ${validFrom}::date,
      draft_to = ${validTo}::date, draft_at = ${now}::timestamptz, draft_by = ${employeeId}, version = version + 1
    WHERE id = ${id}`.execute(db)
}

export async function clearDraft(db: Db, id: number): Promise<void> {
  await sql`
    UPDATE document_rule SET draft = NULL, draft_from = NULL, draft_to = NULL, draft_at = NULL, draft_by = NULL,
      version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function insertRevision(
  db: Db,
  ruleId: number,
  revision: {
    readonly content: RuleContent
    readonly validFrom: string
    readonly validTo: string | null
    readonly comment: string
    readonly employeeId: number
    readonly now: Date
  },
): Promise<void> {
  const { content, validFrom, validTo, comment, employeeId, now } = revision
  await sql`
    INSERT INTO document_rule_revision
      (rule_id, number, content, valid_from, valid_to, comment, published_at, published_by)
    SELECT ${ruleId}, coalesce(max(v.number), 0) + 1, ${JSON.stringify(content)}::text::jsonb, ${validFrom}::date,
      ${validTo}::date, ${comment}, ${now}::timestamptz, ${employeeId}::int
    FROM document_rule_revision v WHERE v.rule_id = ${ruleId}`.execute(db)
}

export async function withdrawRevision(db: Db, ruleId: number, number: number, now: Date): Promise<void> {
  await sql`UPDATE document_rule_revision SET withdrawn_at = ${now}::timestamptz
    WHERE rule_id = ${ruleId} AND number = ${number}`.execute(db)
  await sql`UPDATE document_rule SET version = version + 1 WHERE id = ${ruleId}`.execute(db)
}

/** From the day on the rule is not in force. */
export async function markDeleted(db: Db, id: number, today: string, now: Date): Promise<void> {
  await sql`
    UPDATE document_rule SET deleted_at = ${now}::timestamptz,
      absent = absent + datemultirange(daterange(${today}::date, NULL)), version = version + 1
    WHERE id = ${id}`.execute(db)
}

/** From the day on it is in force again. */
export async function clearDeleted(db: Db, id: number, today: string): Promise<void> {
  await sql`
    UPDATE document_rule SET deleted_at = NULL,
      absent = absent - datemultirange(daterange(${today}::date, NULL)), version = version + 1
    WHERE id = ${id}`.execute(db)
}

export interface RuleText {
  readonly id: number
  readonly content: RuleContent
}

/** What the rules say on a day. */
export async function findRulesOn(db: Db, day: string): Promise<RuleText[]> {
  const { rows } = await sql<RuleText>`
    SELECT r.id, v.content FROM document_rule r CROSS JOIN LATERAL document_rule_on(r, ${day}::date) v
    ORDER BY r.id`.execute(db)
  return rows
}

/** What is being prepared, of all rules or of these. */
export async function findDrafts(db: Db, ids: readonly number[] | 'ALL'): Promise<RuleText[]> {
  const { rows } = await sql<RuleText>`
    SELECT id, draft AS content FROM document_rule
    WHERE draft IS NOT NULL AND deleted_at IS NULL
      AND (${ids === 'ALL'} OR id = ANY(${ids === 'ALL' ? [] : ids}::int[])) ORDER BY id`.execute(db)
  return rows
}

/** Raised by every change of a rule. */
export async function findSetRevision(db: Db): Promise<number> {
  const { revision } = await db.selectFrom('document_rule_set').select('revision').executeTakeFirstOrThrow()
  return revision
}
