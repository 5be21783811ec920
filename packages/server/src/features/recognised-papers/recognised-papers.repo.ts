import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { PaperAnswer } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import type { PaperDifference } from '@ipoteka-office/contract/recognised-papers/recognised-values.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { AnswerRow, PaperRow } from './recognised-papers.rules.ts'

/** The last recognition of each file that is in force; of one file when it is given. */
export async function findPapers(
  db: Db,
  owner: { readonly ownerType: string; readonly ownerId: number },
  file?: { readonly documentId: number; readonly storageId: string },
): Promise<PaperRow[]> {
  const one =
    file === undefined ? sql`true` : sql`d.id = ${file.documentId} AND f.storage_id = ${file.storageId}::uuid`
  // The head of every case asks: the few documents of the owner come first, whatever the statistics say.
  const { rows } = await sql<PaperRow>`
    WITH d AS MATERIALIZED (
      SELECT id, type_code, participant_role, participant_name, sort,
        CASE type_code WHEN 'PASSPORT_RF' THEN 'PASSPORT' WHEN 'NDFL2' THEN 'INCOME_CERTIFICATE' END AS kind
      FROM document d
      WHERE owner_type = ${owner.ownerType} AND owner_id = ${owner.ownerId} AND removed_at IS NULL
        AND deleted_at IS NULL AND type_code IN ('PASSPORT_RF', 'NDFL2')),
    f AS MATERIALIZED (
      SELECT d.id, d.kind, f.storage_id, f.sort FROM d CROSS JOIN LATERAL (
        SELECT f.storage_id, f.sort FROM document_file f
        WHERE f.document_id = d.id AND f.deleted_at IS NULL AND f.replaced_at IS NULL
        ORDER BY f.sort, f.id) f
      WHERE ${one})
    SELECT d.id AS "documentId", f.storage_id AS "storageId", d.type_code AS "typeCode", r.kind,
      d.participant_role AS "participantRole", d.participant_name AS "participantName", r.result
    FROM f JOIN d ON d.id = f.id
    JOIN LATERAL (
      SELECT r.kind, r.result FROM recognition r JOIN stored_object o ON o.id = r.storage_id AND o.sha256 = r.sha256
      WHERE r.storage_id = f.storage_id AND r.kind = f.kind
      ORDER BY r.id DESC LIMIT 1) r ON (r.result ->> 'found')::boolean
    ORDER BY d.sort, d.id, f.sort`.execute(db)
  return rows
}

/** The last answers to the warnings about files. */
export async function findAnswers(db: Db, storageIds: readonly string[]): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    SELECT DISTINCT ON (a.storage_id, a.participant_id) a.storage_id AS "storageId",
      a.participant_id AS "participantId", a.differences, a.answer, a.comment, e.full_name AS "by", a.answered_at AS "at"
    FROM paper_answer a JOIN employee e ON e.id = a.answered_by
    WHERE a.storage_id = ANY(${storageIds}::uuid[])
    ORDER BY a.storage_id, a.participant_id, a.id DESC`.execute(db)
  return rows
}

/** Keeps an answer beside the earlier ones. */
export async function insertAnswer(
  db: Db,
  row: {
    readonly documentId: number
    readonly storageId: string
    readonly participantId: number
    readonly differences: readonly PaperDifference[]
    readonly answer: PaperAnswer
    readonly comment: string
    readonly actorId: number
  },
): Promise<void> {
  await db
    .insertInto('paper_answer')
    .values({
      document_id: row.documentId,
      storage_id: row.storageId,
      participant_id: row.participantId,
      differences: JSON.stringify(row.differences),
      answer: row.answer,
      comment: row.comment,
      answered_by: row.actorId,
    })
    .execute()
}

/** Writes down that a saved state of a section was read from a scan. */
export async function markSource(
  db: Db,
  one: {
    readonly caseId: number
    readonly section: SectionCode
    readonly participantId: number
    readonly version: number
    readonly documentId: number
  },
): Promise<void> {
  await sql`
    INSERT INTO case_section_source (section_id, version, source, document_id)
    SELECT s.id, ${one.version}, 'RECOGNITION', ${one.documentId} FROM case_section s
    WHERE s.case_id = ${one.caseId} AND s.section = ${one.section} AND s.participant_id = ${one.participantId}
      AND s.version = ${one.version}
    ON CONFLICT DO NOTHING`.execute(db)
}
