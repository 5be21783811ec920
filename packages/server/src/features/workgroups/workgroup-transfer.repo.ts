import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

export interface Membership {
  readonly workgroupId: number
  readonly employeeId: number
  readonly partnerId: number
}

/** A membership by its id; null when it is over. */
export async function lockMembership(db: Db, id: number): Promise<Membership | null> {
  const { rows } = await sql<Membership>`
    SELECT m.workgroup_id AS "workgroupId", m.employee_id AS "employeeId", g.partner_id AS "partnerId"
    FROM workgroup_employee m JOIN workgroup g ON g.id = m.workgroup_id
    WHERE m.id = ${id} FOR UPDATE OF g`.execute(db)
  return rows[0] ?? null
}

/** The successor takes the place of the member; the head's too. */
export async function replaceMember(db: Db, { workgroupId, employeeId }: Membership, successorId: number) {
  await sql`DELETE FROM workgroup_employee WHERE workgroup_id = ${workgroupId} AND employee_id = ${employeeId}`.execute(
    db,
  )
  await sql`INSERT INTO workgroup_employee (workgroup_id, employee_id) VALUES (${workgroupId}, ${successorId})
    ON CONFLICT DO NOTHING`.execute(db)
  await sql`UPDATE workgroup SET version = version + 1,
    head_id = CASE WHEN head_id = ${employeeId} THEN ${successorId} ELSE head_id END
    WHERE id = ${workgroupId}`.execute(db)
}

/** Gives the group to another partner; answers how many members and roles had to stay behind. */
export async function moveGroup(
  db: Db,
  id: number,
  toPartnerId: number,
): Promise<{ members: number; roles: number }> {
  await sql`UPDATE workgroup SET partner_id = ${toPartnerId}, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
  const gone = await sql<{ id: number }>`
    DELETE FROM workgroup_employee m USING employee e, partner p
    WHERE m.workgroup_id = ${id} AND e.id = m.employee_id AND p.id = e.partner_id
      AND NOT p.ancestor_ids @> ARRAY[${toPartnerId}::int] RETURNING m.employee_id AS id`.execute(db)
  await sql`UPDATE workgroup SET head_id = NULL
    WHERE id = ${id} AND head_id = ANY(${gone.rows.map((row) => row.id)}::int[])`.execute(db)
  const roles = await sql`
    DELETE FROM workgroup_role_of_group h USING workgroup_role r, partner p
    WHERE h.workgroup_id = ${id} AND r.id = h.workgroup_role_id AND p.id = ${toPartnerId}
      AND r.partner_role_code IS NOT NULL AND NOT r.partner_role_code = ANY(p.roles) RETURNING h.id`.execute(
    db,
  )
  return { members: gone.rows.length, roles: roles.rows.length }
}
