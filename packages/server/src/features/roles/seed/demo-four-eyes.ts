import { fourEyesFeature } from '@ipoteka-office/contract/roles/roles.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** The second demo configuration: changes of roles wait for a second person, and `workload` is that person. */
export async function seedFourEyes(db: Db): Promise<void> {
  await sql`UPDATE feature_toggle SET enabled = true WHERE key = ${fourEyesFeature}`.execute(db)
  const { rows } = await sql<{ id: number }>`INSERT INTO user_role (code, name, description)
    VALUES ('RIGHTS_CONTROLLER', 'Контролёр прав', 'Подтверждает изменения ролей, подготовленные другими') RETURNING id`.execute(
    db,
  )
  const [role] = rows
  if (role === undefined) throw new Error('The role was not stored')
  await sql`INSERT INTO user_role_operation (user_role_id, object_type, operation)
    SELECT ${role.id}, 'UserRole', o FROM unnest(ARRAY['List', 'Approve', 'Export']) o`.execute(db)
  await sql`INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT id, ${role.id} FROM employee WHERE login = 'workload'`.execute(db)
}
