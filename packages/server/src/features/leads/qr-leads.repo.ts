import type { LeadCard } from '@ipoteka-office/contract/leads/leads.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** One request of a phone at a time, until the transaction ends. */
export async function holdPhone(db: Db, partnerId: number, phone: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`qr-lead ${partnerId} ${phone}`}, 0))`.execute(db)
}

/** A lead of the partner with the phone that people still work on. */
export async function findOpenLead(
  db: Db,
  partnerId: number,
  phone: string,
): Promise<{ id: number; number: string; responsibleId: number | null } | undefined> {
  const { rows } = await sql<{ id: number; number: string; responsibleId: number | null }>`
    SELECT f.id, f.number, f.responsible_id AS "responsibleId" FROM case_file f
    WHERE f.client_phone = ${phone} AND f.type = 'LEAD' AND f.partner_id = ${partnerId}
      AND NOT f.closed AND f.archived_at IS NULL
    ORDER BY f.id DESC LIMIT 1`.execute(db)
  return rows[0]
}

/** Says by which code a lead came, and when its client agreed; answers who is responsible. */
export async function markQrLead(
  db: Db,
  id: number,
  { qrCodeId, at }: { readonly qrCodeId: number; readonly at: Date },
): Promise<number | null> {
  const { rows } = await sql<{ responsibleId: number | null }>`
    UPDATE lead l SET qr_code_id = ${qrCodeId}, consent_at = ${at} FROM case_file f
    WHERE f.id = l.id AND l.id = ${id} RETURNING f.responsible_id AS "responsibleId"`.execute(db)
  return rows[0]?.responsibleId ?? null
}

/** By which code a lead came; null: by none. */
export async function findQrOrigin(db: Db, id: number): Promise<LeadCard['qr']> {
  const { rows } = await sql<NonNullable<LeadCard['qr']>>`
    SELECT coalesce(i.name, q.product_code) AS product, q.campaign, l.consent_at AS "consentAt"
    FROM lead l JOIN qr_code q ON q.id = l.qr_code_id
    LEFT JOIN reference_item i ON i.dictionary = 'creditProductQr' AND i.code = q.product_code
    WHERE l.id = ${id} AND l.consent_at IS NOT NULL`.execute(db)
  return rows[0] ?? null
}
