import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { CaseFile } from './questionnaire-case.rules.ts'

/** Heads of cases of a type that the caller may see. */
export async function findCaseFiles(
  db: Db,
  actor: Actor,
  timeZone: string,
  { ids, type }: { readonly ids: readonly number[]; readonly type: CaseType },
): Promise<Omit<CaseFile, 'level' | 'houseProgrammes'>[]> {
  const { rows } = await sql<Omit<CaseFile, 'level' | 'houseProgrammes'>>`
    SELECT f.id, f.type, f.number, f.client_name AS "clientName", f.programme_code AS "programmeCode", f.amount,
      f.region_code AS "regionCode", f.partner_id AS "partnerId", f.stage,
      (f.created_at AT TIME ZONE ${timeZone})::date::text AS "openedOn", o.type_code AS "objectType",
      o.appraised_on::text AS "appraisedOn",
      o.replanning, h.known AS "creditHistoryKnown"
    FROM case_file f LEFT JOIN LATERAL (SELECT bool_or(c.state <> 'ERROR') AS known FROM auto_check c
      WHERE c.case_id = f.id AND c.code = 'BKI_SCORING' AND c.state <> 'WAITING') h ON true LEFT JOIN LATERAL (SELECT r.type_code, r.appraised_on, r.building ->> 'replanning' AS replanning FROM realty_object r
      WHERE r.case_id = f.id AND r.removed_at IS NULL ORDER BY r.role <> 'MORTGAGESUBJECT', r.id LIMIT 1) o ON true
    WHERE f.id = ANY(${ids}::int[]) AND f.type = ${type} AND ${visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows
}

/** The id behind a number of a type, when the caller may see the case. */
export async function findFileByNumber(
  db: Db,
  actor: Actor,
  type: CaseType,
  number: string,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT f.id FROM case_file f WHERE f.number = ${number} AND f.type = ${type}
      AND ${visibleTo(actor, 'f.partner_id')}`.execute(db)
  return rows[0]?.id
}

/** Open cases of a type that the caller may see, the newest first, and how many there are. */
export async function findOpenFiles(
  db: Db,
  actor: Actor,
  type: CaseType,
  limit: number,
): Promise<{ ids: number[]; total: number }> {
  const where = sql`f.type = ${type} AND NOT f.closed AND f.archived_at IS NULL AND ${visibleTo(actor, 'f.partner_id')}`
  const { rows } = await sql<{ id: number }>`
    SELECT f.id FROM case_file f WHERE ${where} ORDER BY f.id DESC LIMIT ${limit}`.execute(db)
  const counted = await sql<{
    count: number
  }>`SELECT count(*)::int AS count FROM case_file f WHERE ${where}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: counted.rows[0]?.count ?? 0 }
}
