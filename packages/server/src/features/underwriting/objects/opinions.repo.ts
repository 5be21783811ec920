import type { OpinionConclusion } from '@ipoteka-office/contract/underwriting/objects/object-holds.ts'
import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** An opinion as it is stored. */
export interface OpinionRow {
  readonly id: number
  readonly caseId: number
  readonly objectId: number
  readonly question: string
  readonly requestedBy: PersonRef
  readonly requestedAt: string
  readonly taskId: number
  readonly answers: Readonly<Record<string, unknown>>
  readonly savedBy: string | null
  readonly savedAt: string | null
  readonly conclusion: OpinionConclusion | null
  readonly signedBy: PersonRef | null
  readonly signedAt: string | null
  readonly documentId: number | null
  readonly withdrawn: string | null
  readonly version: number
}

const rows = sql`SELECT o.id, o.case_id AS "caseId", o.object_id AS "objectId", o.question,
    json_build_object('id', r.id, 'fullName', r.full_name) AS "requestedBy", o.requested_at AS "requestedAt",
    o.task_id AS "taskId", o.answers, s.full_name AS "savedBy", o.saved_at AS "savedAt", o.conclusion,
    CASE WHEN g.id IS NOT NULL THEN json_build_object('id', g.id, 'fullName', g.full_name) END AS "signedBy",
    o.signed_at AS "signedAt", o.document_id AS "documentId", o.withdrawn, o.version
  FROM legal_opinion o JOIN employee r ON r.id = o.requested_by LEFT JOIN employee s ON s.id = o.saved_by
  LEFT JOIN employee g ON g.id = o.signed_by`

/** Opinions on an object, the latest first. */
export async function findOpinions(db: Db, objectId: number): Promise<OpinionRow[]> {
  const found =
    await sql<OpinionRow>`${rows} WHERE o.object_id = ${objectId} ORDER BY o.id DESC LIMIT 50`.execute(db)
  return found.rows
}

export async function findOpinion(
  db: Db,
  caseId: number,
  id: number,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<OpinionRow | undefined> {
  const found = await sql<OpinionRow>`${rows} WHERE o.case_id = ${caseId} AND o.id = ${id}
    ${lock ? sql`FOR UPDATE OF o` : sql``}`.execute(db)
  return found.rows[0]
}

export async function insertOpinion(
  db: Db,
  o: {
    readonly caseId: number
    readonly objectId: number
    readonly question: string
    readonly by: number
    readonly at: Date
    readonly taskId: number
  },
): Promise<number> {
  const found = await sql<{ id: number }>`
    INSERT INTO legal_opinion (case_id, object_id, question, requested_by, requested_at, task_id)
    VALUES (${o.caseId}, ${o.objectId}, ${o.question}, ${o.by}, ${o.at}, ${o.taskId}) RETURNING id`.execute(
    db,
  )
  const [row] = found.rows
  if (row === undefined) throw new Error('The question was not written')
  return row.id
}

export async function writeOpinion(
  db: Db,
  id: number,
  { answers, savedBy, at }: { readonly answers: object; readonly savedBy: number; readonly at: Date },
): Promise<void> {
  await sql`UPDATE legal_opinion SET answers = ${JSON.stringify(answers)}::text::jsonb, saved_by = ${savedBy},
    saved_at = ${at}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function writeOpinionSignature(
  db: Db,
  id: number,
  s: {
    readonly conclusion: OpinionConclusion
    readonly documentId: number
    readonly signedBy: number
    readonly at: Date
  },
): Promise<void> {
  await sql`UPDATE legal_opinion SET conclusion = ${s.conclusion}, signed_by = ${s.signedBy}, signed_at = ${s.at},
    document_id = ${s.documentId}, version = version + 1 WHERE id = ${id}`.execute(db)
}

export async function writeWithdrawn(db: Db, id: number, reason: string): Promise<void> {
  await sql`UPDATE legal_opinion SET withdrawn = ${reason}, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}
