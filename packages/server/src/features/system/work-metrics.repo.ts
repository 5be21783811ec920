import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** A stage of a type of cases. */
export interface SystemStage {
  readonly type: string
  readonly stage: string
}

/** How many cases stand in each of the stages, and how long the first of them does. */
export async function findSystemStages(
  db: Db,
  stages: readonly SystemStage[],
): Promise<(SystemStage & { readonly count: number; readonly seconds: number })[]> {
  const { rows } = await sql<SystemStage & { count: number; seconds: number }>`
    SELECT s.type, s.stage, count(f.id)::int AS count,
      coalesce(extract(epoch FROM now() - min(f.stage_since)), 0)::float AS seconds
    FROM json_to_recordset(${JSON.stringify(stages)}::json) s (type text, stage text)
    LEFT JOIN case_file f ON f.type = s.type AND f.stage = s.stage AND NOT f.closed
    GROUP BY s.type, s.stage`.execute(db)
  return rows
}

/** How long ago the first of the moves should have been made whose time has come; 0: none is late. */
export async function findLateTimer(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    SELECT greatest(coalesce(extract(epoch FROM now() - min(fire_at)), 0), 0)::float AS seconds
    FROM case_timer`.execute(db)
  return rows[0]?.seconds ?? 0
}

/** Applications without an approver, by department. */
export async function findUnassigned(
  db: Db,
): Promise<{ department: string; count: number; seconds: number }[]> {
  const { rows } = await sql<{ department: string; count: number; seconds: number }>`
    SELECT type AS department, count(*)::int AS count,
      greatest(extract(epoch FROM now() - min(received_at)), 0)::float AS seconds
    FROM application WHERE closed_at IS NULL AND approver_id IS NULL GROUP BY type`.execute(db)
  return rows
}
