import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** From where a part of a case was saved, and by whom. */
export interface SaveMark {
  readonly caseId: number
  readonly section: string
  readonly employeeId: number
  readonly device: string | null
  readonly address: string | null
}

export async function insertSaveMark(db: Db, m: SaveMark): Promise<void> {
  await sql`INSERT INTO save_mark (case_id, section, employee_id, at, device, address)
    VALUES (${m.caseId}, ${m.section}, ${m.employeeId}, clock_timestamp(), ${m.device}, ${m.address}::inet)`.execute(
    db,
  )
}

/** An address from which parts of a case were saved; `outside`: by somebody of a partner. */
export interface SavedFrom {
  readonly address: string
  readonly outside: boolean
}

/** From where a case was saved, the latest first. */
export async function findSavedFrom(db: Db, caseId: number, most: number): Promise<SavedFrom[]> {
  const { rows } = await sql<SavedFrom>`
    SELECT host(m.address) AS address, bool_or(NOT 'Ahml' = ANY(p.roles)) AS outside FROM save_mark m
    JOIN employee e ON e.id = m.employee_id JOIN partner p ON p.id = e.partner_id
    WHERE m.case_id = ${caseId} AND m.address IS NOT NULL
    GROUP BY m.address ORDER BY max(m.id) DESC LIMIT ${most}::int`.execute(db)
  return rows
}

/** Deletes a portion of what was kept long enough, with the connections that stood on it alone; answers how many went. */
export async function deleteSaveMarks(db: Db, before: Date, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH gone AS (
      DELETE FROM save_mark WHERE id IN (SELECT id FROM save_mark WHERE at < ${before} ORDER BY at LIMIT ${most}::int)
      RETURNING id, case_id, device, host(address) AS address),
    untied AS (
      DELETE FROM case_tie t USING (SELECT DISTINCT case_id, 'DEVICE' AS kind, device AS value FROM gone WHERE device IS NOT NULL
        UNION SELECT DISTINCT case_id, 'NETWORK', address FROM gone WHERE address IS NOT NULL) g
      WHERE t.case_id = g.case_id AND t.source = 'MARK' AND t.kind = g.kind AND t.value = g.value
        AND NOT EXISTS (SELECT FROM save_mark m WHERE m.case_id = g.case_id AND m.id NOT IN (SELECT id FROM gone)
          AND (g.kind = 'DEVICE' AND m.device = g.value OR g.kind = 'NETWORK' AND host(m.address) = g.value)))
    SELECT count(*)::int AS count FROM gone`.execute(db)
  return rows[0]?.count ?? 0
}
