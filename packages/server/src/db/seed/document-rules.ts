import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A rule in `data/document-rules.json`; the key tells it apart from one delivery to the next. */
export interface DeliveredRule {
  readonly key: string
  readonly content: RuleContent
}

/** The first day of what comes with an empty database; later deliveries begin on the day they arrive. */
const firstDay = '2020-01-01'
/** Any number that nothing else locks: one delivery at a time. */
const lockKey = 7_330_124

/** The rules as the product has them, and a hash of them. */
export async function readDocumentRules(): Promise<{ hash: string; rules: DeliveredRule[] }> {
  const text = await readFile(join(import.meta.dirname, 'data/document-rules.json'), 'utf8')
  return { hash: createHash('sha256').update(text).digest('hex'), rules: JSON.parse(text) as DeliveredRule[] }
}

/**
 * Brings what differs from the last delivery. A rule that the bank has published a version of stays the bank's; of the
 * others the new text is a new version, so that the past keeps what was in force.
 */
async function bring(db: Db, rules: readonly DeliveredRule[], isFirst: boolean): Promise<void> {
  await sql`
    WITH came AS (
      SELECT r.key, r.content FROM jsonb_to_recordset(${JSON.stringify(rules)}::text::jsonb)
        AS r (key text, content jsonb)),
    fresh AS (
      INSERT INTO document_rule AS r (rule_type, delivered_key, delivered)
      SELECT c.content ->> 'ruleType', c.key, c.content FROM came c
      ON CONFLICT (delivered_key) DO UPDATE SET delivered = EXCLUDED.delivered, version = r.version + 1
      WHERE r.delivered IS DISTINCT FROM EXCLUDED.delivered
      RETURNING id, delivered)
    INSERT INTO document_rule_revision (rule_id, number, content, valid_from, comment)
    SELECT f.id, coalesce(known.number, 0) + 1, f.delivered,
      CASE WHEN ${isFirst} THEN ${firstDay}::date ELSE current_date END, 'Поставка системы'
    FROM fresh f LEFT JOIN LATERAL (
      SELECT max(v.number) AS number, bool_or(v.published_by IS NOT NULL AND v.withdrawn_at IS NULL) AS is_own
      FROM document_rule_revision v WHERE v.rule_id = f.id) known ON true
    WHERE known.is_own IS NOT TRUE`.execute(db)
}

/** Brings the product's rules into the database; repeated at every start, it does nothing while they are the same. */
export async function deliverDocumentRules(
  db: Db,
  read: typeof readDocumentRules = readDocumentRules,
): Promise<boolean> {
  const { hash, rules } = await read()
  const work = async (tx: Db) => {
    await sql`SELECT pg_advisory_xact_lock(${lockKey})`.execute(tx)
    const { delivery } = await tx.selectFrom('document_rule_set').select('delivery').executeTakeFirstOrThrow()
    if (delivery === hash) return false
    await bring(tx, rules, delivery === '')
    await tx.updateTable('document_rule_set').set({ delivery: hash }).execute()
    return true
  }
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
