import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { RemarkCounts } from './guard-reasons.rules.ts'

export async function countRemarks(db: Db, caseId: number): Promise<RemarkCounts> {
  const { rows } = await sql<RemarkCounts>`
    SELECT count(*) FILTER (WHERE state = 'OPEN')::int AS open,
      count(*) FILTER (WHERE state = 'ANSWERED')::int AS answered,
      count(*) FILTER (WHERE state = 'CLOSED')::int AS closed FROM case_remark WHERE case_id = ${caseId}`.execute(
    db,
  )
  return rows[0] ?? { open: 0, answered: 0, closed: 0 }
}

/** The stage of a case that is known to be there. */
export async function findStage(db: Db, caseId: number): Promise<string> {
  const { rows } = await sql<{ stage: string }>`SELECT stage FROM case_file WHERE id = ${caseId}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no case ${caseId}`)
  return row.stage
}

/** Whom to tell of the case's news. */
export async function findResponsible(
  db: Db,
  caseId: number,
): Promise<{ number: string; responsibleId: number | null } | undefined> {
  const { rows } = await sql<{ number: string; responsibleId: number | null }>`
    SELECT number, responsible_id AS "responsibleId" FROM case_file WHERE id = ${caseId}`.execute(db)
  return rows[0]
}
