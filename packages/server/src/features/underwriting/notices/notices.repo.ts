import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Employee `e` works in the bank and holds the operation on the object by a role of their work: whoever may do everything is
 * told of nothing.
 */
const holdsInBank = (object: string, operation: string) => sql`NOT e.not_active
  AND EXISTS (SELECT FROM partner p WHERE p.id = e.partner_id AND NOT p.not_active AND 'Ahml' = ANY(p.roles))
  AND EXISTS (SELECT FROM role_holder h
    JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled AND r.code <> 'ADMINISTRATOR'
    JOIN user_role_operation o ON o.user_role_id = r.id AND o.object_type = ${object} AND o.operation = ${operation}
    WHERE h.employee_id = e.id)`

/** People of the bank who hold an operation on cases of the type. */
export async function findHolders(db: Db, type: CaseType, operation: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM employee e WHERE ${holdsInBank(caseTypes[type].object, operation)} ORDER BY e.id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** A case as news of it need it. */
export interface ToldCase {
  readonly id: number
  readonly type: CaseType
  readonly stage: string
  readonly number: string
}

export async function findTold(db: Db, caseId: number): Promise<ToldCase | undefined> {
  const { rows } = await sql<ToldCase>`
    SELECT id, type, stage, number FROM case_file WHERE id = ${caseId} AND NOT closed AND archived_at IS NULL`.execute(
    db,
  )
  return rows[0]
}

/** People of the bank who answer for a decision: who has signed for it, who leads the case, and who may revoke it. */
export async function findAnswerable(db: Db, { id, type }: ToldCase): Promise<number[]> {
  const { object } = caseTypes[type]
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM employee e
    WHERE ${holdsInBank(object, 'Read')} AND (${holdsInBank(object, 'ControlDecision')}
      OR e.id IN (SELECT author_id FROM case_decision WHERE case_id = ${id} AND outcome IN ('APPROVE', 'COUNTER', 'ESCALATE'))
      OR e.id = (SELECT responsible_id FROM case_file WHERE id = ${id})) ORDER BY e.id`.execute(db)
  return rows.map((one) => one.id)
}
