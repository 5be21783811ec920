import type { ParticipantRole } from '@ipoteka-office/contract/cases/case-participants.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Somebody who takes part, as the table has them. */
export interface ParticipantRow {
  readonly id: number
  readonly caseId: number
  readonly role: ParticipantRole
  readonly personId: number | null
  readonly name: string
  readonly removedAt: string | null
  readonly version: number
}

const columns = sql`p.id, p.case_id AS "caseId", p.role, p.person_id AS "personId", p.name,
  p.removed_at AS "removedAt", p.version`

/** Those who take part in order, then those who were removed. */
export const findParticipants = (db: Db, caseId: number): Promise<ParticipantRow[]> =>
  findParticipantsOf(db, [caseId])

/** The same of many cases at once. */
export async function findParticipantsOf(db: Db, caseIds: readonly number[]): Promise<ParticipantRow[]> {
  const { rows } = await sql<ParticipantRow>`
    SELECT ${columns} FROM case_participant p WHERE p.case_id = ANY(${caseIds}::int[])
    ORDER BY p.removed_at IS NOT NULL, p.removed_at DESC, p.role <> 'MAIN_BORROWER', p.sort, p.id`.execute(db)
  return rows
}

/** One participant of the case, held until the transaction ends. */
export async function lockParticipant(
  db: Db,
  caseId: number,
  id: number,
): Promise<ParticipantRow | undefined> {
  const { rows } = await sql<ParticipantRow>`
    SELECT ${columns} FROM case_participant p WHERE p.case_id = ${caseId} AND p.id = ${id}
    FOR NO KEY UPDATE OF p`.execute(db)
  return rows[0]
}

/** What a new participant begins with. */
export interface NewParticipant {
  readonly caseId: number
  readonly role: string
  readonly personId: number | null
  readonly name: string
}

export async function insertParticipant(db: Db, p: NewParticipant): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO case_participant (case_id, role, person_id, name, sort)
    SELECT ${p.caseId}, ${p.role}, ${p.personId}, ${p.name}, coalesce(max(o.sort), 0) + 1
    FROM case_participant o WHERE o.case_id = ${p.caseId} RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The participant was not written')
  return row.id
}

/** What of a participant changes. */
export interface ParticipantChange {
  readonly role?: string
  readonly removed?: boolean
}

export async function updateParticipant(
  db: Db,
  id: number,
  { role, removed }: ParticipantChange,
): Promise<void> {
  await sql`
    UPDATE case_participant SET version = version + 1,
      role = coalesce(${role ?? null}, role),
      removed_at = CASE WHEN ${removed ?? null}::boolean IS NULL THEN removed_at
        WHEN ${removed ?? null}::boolean THEN clock_timestamp() END
    WHERE id = ${id}`.execute(db)
}

/** Keeps the name and the person in step with what the personal data say; the version stays, nobody edits these. */
export async function writeIdentity(
  db: Db,
  id: number,
  { name, personId }: { readonly name: string; readonly personId: number | null },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE case_participant SET name = ${name}, person_id = ${personId}
    WHERE id = ${id} AND (name, person_id) IS DISTINCT FROM (${name}, ${personId}::int)`.execute(db)
  return numAffectedRows === 1n
}

/** Gives the participants their places by the order of the ids. */
export async function writeOrder(db: Db, caseId: number, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE case_participant p SET sort = n.place::int
    FROM unnest(${[...ids]}::int[]) WITH ORDINALITY AS n(id, place)
    WHERE p.id = n.id AND p.case_id = ${caseId} AND p.sort <> n.place`.execute(db)
}
