import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Roles for the pages of rights: one that comes through a group, and one that is disabled and still given. */
export async function seedDemoRights(db: Db): Promise<void> {
  await sql`
    WITH roles AS (
      INSERT INTO user_role (code, name, description, is_disabled) VALUES
        ('GROUP_APPROVAL', 'Участник согласования', 'Даётся через рабочие группы согласования', false),
        ('TRAINEE', 'Практикант', 'Больше не используется', true)
      RETURNING id, code),
    operations AS (
      INSERT INTO user_role_operation (user_role_id, object_type, operation)
      SELECT r.id, o.object_type, o.operation FROM roles r JOIN (VALUES
        ('GROUP_APPROVAL', 'EmployeeOic', 'Read'), ('GROUP_APPROVAL', 'EmployeeNis', 'Read'),
        ('GROUP_APPROVAL', 'Application', 'List'), ('GROUP_APPROVAL', 'RealtyObject', 'List'),
        ('TRAINEE', 'Application', 'List'), ('TRAINEE', 'CreditProduct', 'List')) AS o(code, object_type, operation)
        ON o.code = r.code),
    people AS (
      INSERT INTO employee_user_role (employee_id, user_role_id) SELECT 3, id FROM roles WHERE code = 'TRAINEE')
    INSERT INTO workgroup_user_role (workgroup_id, user_role_id) SELECT 2, id FROM roles WHERE code = 'GROUP_APPROVAL'`.execute(
    db,
  )
}
