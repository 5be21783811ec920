import type { OwnObligation } from '@ipoteka-office/contract/underwriting/form/obligations/ledger.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { KeptObligation } from './ledger.rules.ts'

/** What underwriters have said of obligations in cases. */
export async function findObligations(db: Db, caseIds: readonly number[]): Promise<KeptObligation[]> {
  const { rows } = await sql<KeptObligation>`
    SELECT o.id, o.participant_id AS "participantId", o.key, o.own, o.state, o.source, o.payment::text, o.reason, o.words,
      o.document_id AS "documentId", o.seen, json_build_object('id', e.id, 'fullName', e.full_name) AS by, o.saved_at AS at,
      o.version
    FROM underwriting_obligation o JOIN employee e ON e.id = o.saved_by
    WHERE o.case_id = ANY(${caseIds}::int[]) ORDER BY o.id`.execute(db)
  return rows
}

/** Where a word of an underwriter is kept. */
export interface ObligationPlace {
  readonly caseId: number
  readonly participantId: number
  readonly key: string
}

/** What is said of an obligation; null: the choice is taken back. */
export type Saying = Pick<
  KeptObligation,
  'state' | 'source' | 'payment' | 'reason' | 'words' | 'documentId' | 'seen'
> | null

const nothing: NonNullable<Saying> = {
  ...{ state: null, source: null, payment: null, reason: null },
  ...{ words: '', documentId: null, seen: '' },
}

interface Writer {
  readonly by: number
  readonly at: Date
}

/** Writes a choice under the lock of the case. */
export async function writeSaying(
  db: Db,
  { caseId, participantId, key }: ObligationPlace,
  saying: Saying,
  { by, at }: Writer,
): Promise<void> {
  const { state, source, payment, reason, words, documentId, seen } = saying ?? nothing
  await sql`
    INSERT INTO underwriting_obligation (case_id, participant_id, key, state, source, payment, reason, words, document_id, seen,
      saved_by, saved_at)
    VALUES (${caseId}, ${participantId}, ${key}, ${state}, ${source}, ${payment}, ${reason}, ${words}, ${documentId}, ${seen},
      ${by}, ${at})
    ON CONFLICT (participant_id, key) DO UPDATE SET state = excluded.state, source = excluded.source,
      payment = excluded.payment, reason = excluded.reason, words = excluded.words, document_id = excluded.document_id,
      seen = excluded.seen, saved_by = excluded.saved_by, saved_at = excluded.saved_at,
      version = underwriting_obligation.version + 1`.execute(db)
}

/** Writes down a credit that stands in a paper, over the one that was written there. */
export async function writeOwn(
  db: Db,
  { caseId, participantId, key }: ObligationPlace,
  own: OwnObligation,
  { by, at }: Writer,
): Promise<void> {
  await sql`
    INSERT INTO underwriting_obligation (case_id, participant_id, key, own, saved_by, saved_at)
    VALUES (${caseId}, ${participantId}, ${key}, ${JSON.stringify(own)}::text::jsonb, ${by}, ${at})
    ON CONFLICT (participant_id, key) DO UPDATE SET own = excluded.own, saved_by = excluded.saved_by,
      saved_at = excluded.saved_at, version = underwriting_obligation.version + 1`.execute(db)
}
