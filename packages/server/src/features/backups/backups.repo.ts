import type { BackupRun } from '@ipoteka-office/contract/system/system.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Up to when the bank can be restored, and since when there is a bank to be copied; null: never, and none. */
export async function findCopies(db: Db): Promise<{ until: Date | null; since: Date | null }> {
  const { rows } = await sql<{ until: string | null; since: string | null }>`
    SELECT (SELECT max(until) FROM backup_run WHERE state = 'GOOD' AND kind <> 'REHEARSAL') AS until,
      (SELECT min(at) FROM change_history) AS since`.execute(db)
  const dateOf = (value: string | null = null) => (value === null ? null : new Date(value))
  return { until: dateOf(rows[0]?.until), since: dateOf(rows[0]?.since) }
}

/** When the newest good rehearsal ended. */
export async function findRehearsal(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ at: string | null }>`
    SELECT max(finished_at) AS at FROM backup_run WHERE state = 'GOOD' AND kind = 'REHEARSAL'`.execute(db)
  const [row] = rows
  return row?.at ? new Date(row.at) : null
}

/** The newest runs of the backup commands. */
export async function findBackupRuns(db: Db, most: number): Promise<BackupRun[]> {
  const { rows } = await sql<BackupRun>`
    SELECT id::int, kind, state, started_at AS "startedAt", finished_at AS "finishedAt", until,
      round(bytes / 1048576.0, 1)::float8 AS megabytes FROM backup_run ORDER BY id DESC LIMIT ${most}`.execute(
    db,
  )
  return rows
}

/** Who sees to the system in the bank itself: those who may turn its features on and off. */
export async function findCaretakers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT e.id FROM employee e JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
    JOIN role_holder h ON h.employee_id = e.id JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
    JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = 'FeatureToggle' AND o.operation = 'Update'
    WHERE NOT e.not_active ORDER BY e.id LIMIT 50`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether nobody has been told on this day yet. */
export async function insertBackupWarning(db: Db, day: string): Promise<boolean> {
  const { rows } = await sql`INSERT INTO backup_warning (day) VALUES (${day}::date)
    ON CONFLICT DO NOTHING RETURNING day`.execute(db)
  return rows.length > 0
}
