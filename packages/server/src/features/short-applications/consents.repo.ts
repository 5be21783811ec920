import type { Consent, ConsentInput } from '@ipoteka-office/contract/short-applications/short-applications.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A consent without what depends on the day. */
export type ConsentRow = Omit<Consent, 'inForce'>

export async function findConsents(db: Db, applicationId: number): Promise<ConsentRow[]> {
  const { rows } = await sql<ConsentRow>`
    SELECT c.id, c.kind, c.co_borrower_key AS "coBorrowerKey", c.template_code AS "templateCode", c.signature,
      c.signed_on::text AS "signedOn", c.valid_to::text AS "validTo", c.revoked_on::text AS "revokedOn",
      CASE WHEN d.id IS NOT NULL THEN json_build_object('id', d.id,
        'name', coalesce(nullif(d.title, ''), i.name, 'Документ')) END AS document, c.version
    FROM short_consent c LEFT JOIN document d ON d.id = c.document_id AND d.removed_at IS NULL
    LEFT JOIN reference_item i ON i.dictionary = 'docType' AND i.code = d.type_code
    WHERE c.application_id = ${applicationId} ORDER BY c.id`.execute(db)
  return rows
}

type Stored = ConsentInput & { readonly revokedOn: string | null }

export async function insertConsent(db: Db, applicationId: number, c: Stored): Promise<void> {
  await sql`INSERT INTO short_consent (application_id, kind, co_borrower_key, template_code, signature, signed_on, valid_to,
      revoked_on, document_id)
    VALUES (${applicationId}, ${c.kind}, ${c.coBorrowerKey}::uuid, ${c.templateCode}, ${c.signature}, ${c.signedOn},
      ${c.validTo}, ${c.revokedOn}, ${c.documentId})`.execute(db)
}

export async function updateConsentRow(db: Db, id: number, c: Stored): Promise<void> {
  await sql`UPDATE short_consent SET kind = ${c.kind}, co_borrower_key = ${c.coBorrowerKey}::uuid,
      template_code = ${c.templateCode}, signature = ${c.signature}, signed_on = ${c.signedOn}, valid_to = ${c.validTo},
      revoked_on = ${c.revokedOn}, document_id = ${c.documentId}, version = version + 1
    WHERE id = ${id}`.execute(db)
}

/** Whether the document is one of the application's. */
export async function isOwnDocument(db: Db, applicationId: number, documentId: number): Promise<boolean> {
  const { rows } = await sql`SELECT FROM document
    WHERE id = ${documentId} AND owner_type = 'SHORT_APPLICATION' AND owner_id = ${applicationId}
      AND removed_at IS NULL AND deleted_at IS NULL`.execute(db)
  return rows.length > 0
}
