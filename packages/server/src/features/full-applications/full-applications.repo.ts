import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Of a case what conditions and consequences of its moves need; who sees it has been asked before. */
export interface MovedCase {
  readonly id: number
  readonly number: string
  readonly stage: string
  readonly partnerId: number
  readonly regionCode: string | null
  readonly programme: string | null
  readonly clientName: string
  readonly amount: string | null
  readonly dueAt: string | null
}

export async function findMoved(db: Db, id: number): Promise<MovedCase> {
  const { rows } = await sql<MovedCase>`
    SELECT f.id, f.number, f.stage, f.partner_id AS "partnerId", coalesce(f.region_code, p.region_code) AS "regionCode",
      f.programme, f.client_name AS "clientName", f.amount, f.due_at AS "dueAt"
    FROM case_file f JOIN partner p ON p.id = f.partner_id WHERE f.id = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error(`There is no case ${id}`)
  return row
}

/** The questionnaire as it was handed in once. */
export interface Sending {
  readonly at: string
  readonly actor: string
  readonly data: Pick<QuestionnaireData, 'sections' | 'participants'>
}

export async function insertSending(
  db: Db,
  s: { caseId: number; at: Date; actorId: number | null; data: Sending['data'] },
): Promise<void> {
  await sql`INSERT INTO full_application_sending (case_id, at, actor_id, data)
    VALUES (${s.caseId}, ${s.at}, ${s.actorId}, ${JSON.stringify(s.data)}::jsonb)`.execute(db)
}

/** The last sendings, the latest first. */
export async function findSendings(db: Db, caseId: number, limit: number): Promise<Sending[]> {
  const { rows } = await sql<Sending>`
    SELECT s.at, coalesce(e.full_name, 'Система') AS actor, s.data FROM full_application_sending s
    LEFT JOIN employee e ON e.id = s.actor_id WHERE s.case_id = ${caseId} ORDER BY s.id DESC LIMIT ${limit}`.execute(
    db,
  )
  return rows
}
