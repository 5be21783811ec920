import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A section as it lies in the store. */
export interface SectionRow {
  readonly section: SectionCode
  readonly participantId: number | null
  readonly data: SectionValues
  readonly savedAt: string
  readonly savedBy: string | null
  readonly version: number
}

const columns = sql`s.section, s.participant_id AS "participantId", s.data, s.saved_at AS "savedAt",
  e.full_name AS "savedBy", s.version`

/** All sections of a case and of those who take part in it. */
export async function findSections(db: Db, caseId: number): Promise<SectionRow[]> {
  const { rows } = await sql<SectionRow>`
    SELECT ${columns} FROM case_section s LEFT JOIN employee e ON e.id = s.saved_by
    WHERE s.case_id = ${caseId}`.execute(db)
  return rows
}

/** The sections of many cases at once. */
export async function findSectionsOf(
  db: Db,
  caseIds: readonly number[],
): Promise<(SectionRow & { readonly caseId: number })[]> {
  const { rows } = await sql<SectionRow & { caseId: number }>`
    SELECT s.case_id AS "caseId", ${columns} FROM case_section s LEFT JOIN employee e ON e.id = s.saved_by
    WHERE s.case_id = ANY(${caseIds}::int[])`.execute(db)
  return rows
}

interface SectionKey {
  readonly caseId: number
  readonly section: SectionCode
  readonly participantId: number | null
}

/** One section, held until the transaction ends; undefined before its first save. */
export async function lockSection(
  db: Db,
  { caseId, section, participantId }: SectionKey,
): Promise<SectionRow | undefined> {
  const { rows } = await sql<SectionRow>`
    SELECT ${columns} FROM case_section s LEFT JOIN employee e ON e.id = s.saved_by
    WHERE s.case_id = ${caseId} AND s.section = ${section} AND s.participant_id IS NOT DISTINCT FROM ${participantId}::int
    FOR NO KEY UPDATE OF s`.execute(db)
  return rows[0]
}

/** What a save writes. */
export interface SectionWrite extends SectionKey {
  readonly data: SectionValues
  readonly filled: number
  readonly needed: number
  readonly actorId: number | null
}

/** Writes the first state of a section and answers when; null when somebody else has written it meanwhile. */
export async function insertSection(db: Db, s: SectionWrite): Promise<string | null> {
  const { rows } = await sql<{ savedAt: string }>`
    INSERT INTO case_section (case_id, section, participant_id, data, filled, needed, saved_by)
    VALUES (${s.caseId}, ${s.section}, ${s.participantId}, ${JSON.stringify(s.data)}::jsonb, ${s.filled}, ${s.needed},
      ${s.actorId})
    ON CONFLICT (case_id, section, participant_id) DO NOTHING RETURNING saved_at AS "savedAt"`.execute(db)
  return rows[0]?.savedAt ?? null
}

/** Writes the next state of a section that is held, and answers when. */
export async function updateSection(db: Db, s: SectionWrite): Promise<string | null> {
  const { rows } = await sql<{ savedAt: string }>`
    UPDATE case_section SET data = ${JSON.stringify(s.data)}::jsonb, filled = ${s.filled}, needed = ${s.needed},
      saved_by = ${s.actorId}, saved_at = clock_timestamp(), version = version + 1
    WHERE case_id = ${s.caseId} AND section = ${s.section}
      AND participant_id IS NOT DISTINCT FROM ${s.participantId}::int RETURNING saved_at AS "savedAt"`.execute(
    db,
  )
  return rows[0]?.savedAt ?? null
}
