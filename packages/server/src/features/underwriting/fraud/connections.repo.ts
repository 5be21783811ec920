import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { HolderRow, Marks, PersonRow, Place, TieRow } from './graph-facts.ts'

/** People of the application. */
export async function findOwnPlaces(db: Db, caseId: number): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT p.case_id AS "caseId", p.id AS "participantId", p.person_id AS "personId", p.name,
      p.role = 'MAIN_BORROWER' AS "isMain"
    FROM case_participant p WHERE p.case_id = ${caseId} AND p.removed_at IS NULL ORDER BY p.sort, p.id LIMIT 20`.execute(
    db,
  )
  return rows
}

/** The same human beings in whichever partners' cases. */
export async function findSamePersons(db: Db, personIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT s.id FROM unnest(${[...personIds]}::int[]) w (id) CROSS JOIN LATERAL same_people(w.id) s (id)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const placesAtMost = 200

/** Where these people take part, the latest first. */
export async function findPlaces(db: Db, personIds: readonly number[], since: Date): Promise<Place[]> {
  const { rows } = await sql<Place>`
    SELECT p.case_id AS "caseId", p.id AS "participantId", p.person_id AS "personId", p.name,
      p.role = 'MAIN_BORROWER' AS "isMain"
    FROM case_participant p JOIN case_file f ON f.id = p.case_id AND f.created_at >= ${since}
    WHERE p.person_id = ANY(${[...personIds]}::int[]) AND p.removed_at IS NULL
    ORDER BY p.case_id DESC, p.id LIMIT ${placesAtMost}::int`.execute(db)
  return rows
}

/** What people have in their cases. */
export async function findTies(db: Db, places: readonly Place[]): Promise<TieRow[]> {
  if (places.length === 0) return []
  const { rows } = await sql<TieRow>`
    SELECT DISTINCT t.kind, t.value, t.label, t.role, w.participant_id AS "participantId"
    FROM unnest(${places.map(({ caseId }) => caseId)}::int[], ${places.map(({ participantId }) => participantId)}::int[],
      ${places.map(({ isMain }) => isMain)}::boolean[]) w (case_id, participant_id, is_main)
    JOIN case_tie t ON t.case_id = w.case_id
      AND (t.participant_id = w.participant_id OR t.participant_id = 0 AND w.is_main)
    ORDER BY t.kind, t.value, "participantId"`.execute(db)
  return rows
}

/** People of a hub are counted no further than this. */
export const holdersCounted = 1_000

/** Who else has these things: the latest of each, and how many they are. */
export async function findHolders(
  db: Db,
  things: readonly Pick<TieRow, 'kind' | 'value'>[],
  { since, most }: { readonly since: Date; readonly most: number },
): Promise<HolderRow[]> {
  if (things.length === 0) return []
  const { rows } = await sql<HolderRow>`
    SELECT o.kind, o.value, h.* FROM unnest(${things.map(({ kind }) => kind)}::text[],
      ${things.map(({ value }) => value)}::text[]) o (kind, value)
    CROSS JOIN LATERAL (
      SELECT d.case_id AS "caseId", d.participant_id AS "participantId", d.person_id AS "personId", d.name,
        d.is_main AS "isMain", d.label, d.role, count(*) OVER ()::int AS people, d.counted::int
      FROM (
        SELECT DISTINCT ON (coalesce(h.passport, h.snils, h.id::text, 'p' || m.id)) x.case_id, m.id AS participant_id, h.id AS person_id,
          m.name, m.role = 'MAIN_BORROWER' AS is_main, x.label, x.role, x.counted
        FROM (SELECT y.*, count(*) OVER () AS counted FROM (SELECT z.* FROM case_tie z WHERE z.kind = o.kind AND z.value = o.value
          ORDER BY z.case_id DESC LIMIT ${holdersCounted}::int) y) x
        JOIN case_file f ON f.id = x.case_id AND f.created_at >= ${since}
        JOIN case_participant m ON m.case_id = x.case_id AND m.removed_at IS NULL
          AND (m.id = x.participant_id OR x.participant_id = 0 AND m.role = 'MAIN_BORROWER')
        LEFT JOIN person h ON h.id = m.person_id
        ORDER BY coalesce(h.passport, h.snils, h.id::text, 'p' || m.id), x.case_id DESC) d
      ORDER BY d.case_id DESC LIMIT ${most}::int) h`.execute(db)
  return rows
}

export async function findPersonRows(db: Db, ids: readonly number[]): Promise<PersonRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<PersonRow>`
    SELECT p.id, p.full_name AS "fullName", p.birth_date::text AS "birthDate", p.snils, p.inn,
      array_remove(p.past_passports || p.passport, NULL) AS passports
    FROM person p WHERE p.id = ANY(${[...ids]}::int[])`.execute(db)
  return rows
}

export async function findMarks(db: Db, places: readonly Place[]): Promise<Marks> {
  const ids = places.map(({ participantId }) => participantId)
  const caseIds = [...new Set(places.map(({ caseId }) => caseId))]
  const listed = await sql<{ participantId: number; level: string }>`
    SELECT h.participant_id AS "participantId", min(b.acting_level) AS level FROM blacklist_hit h
    JOIN blacklist_entry b ON b.id = h.entry_id AND b.acting_level IS NOT NULL
    LEFT JOIN LATERAL (SELECT v.verdict FROM blacklist_verdict v WHERE v.entry_id = h.entry_id
      AND v.entry_print = h.entry_print AND v.given_print = h.given_print ORDER BY v.id DESC LIMIT 1) v ON true
    WHERE h.case_id = ANY(${caseIds}::int[]) AND h.participant_id = ANY(${ids}::int[]) AND h.gone_at IS NULL
      AND (v.verdict = 'MATCH' OR v.verdict IS NULL AND h.exact) GROUP BY h.participant_id`.execute(db)
  const confirmed = await sql<{ id: number }>`
    SELECT DISTINCT v.case_id AS id FROM fraud_verdict v WHERE v.case_id = ANY(${caseIds}::int[]) AND v.verdict = 'CONFIRMED'
      AND NOT EXISTS (SELECT FROM fraud_verdict n WHERE n.replaces = v.id)`.execute(db)
  return { listed: listed.rows, confirmed: confirmed.rows.map(({ id }) => id) }
}
