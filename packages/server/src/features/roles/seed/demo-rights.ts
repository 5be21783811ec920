import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Those who decide on what others have prepared, by their places among the approvers of the bank. */
const deciders = [
  [
    'DECISION_CONTROL',
    'Контроль решений',
    'Согласует решения андеррайтеров',
    'ControlDecision',
    [1, 2, 3, 4],
  ],
  ['SECURITY', 'Служба безопасности', 'Проверяет подозрения на мошенничество', 'InvestigateFraud', [5, 6, 7]],
  [
    'CREDIT_COMMITTEE',
    'Кредитный комитет',
    'Решает о том, что выше полномочий',
    'DecideInCommittee',
    [8, 9, 10],
  ],
] as const

/** The approvers of the bank may do what they are for; some decide on the work of others instead. */
async function seedBankPeople(db: Db): Promise<void> {
  await sql`
    CREATE TEMP TABLE bank_people ON COMMIT DROP AS
    SELECT employee_id, row_number() OVER (ORDER BY employee_id)::int AS place FROM (
      SELECT DISTINCT v.employee_id FROM approver v JOIN employee e ON e.id = v.employee_id
      WHERE v.partner_id = 1 AND NOT e.not_active AND e.login IS NULL) v`.execute(db)
  await sql`
    INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT b.employee_id, r.id FROM bank_people b JOIN user_role r ON r.code = 'UNDERWRITER'
    WHERE b.place > ${Math.max(...deciders.flatMap(([, , , , places]) => places))}::int ON CONFLICT DO NOTHING`.execute(
    db,
  )
  for (const [code, name, description, operation, places] of deciders)
    await sql`
      WITH role AS (
        INSERT INTO user_role (code, name, description) VALUES (${code}, ${name}, ${description}) RETURNING id),
      operations AS (
        INSERT INTO user_role_operation (user_role_id, object_type, operation)
        SELECT role.id, t, o FROM role, unnest(ARRAY['FullApplication', 'LoanApplication']) t, unnest(ARRAY['List', 'Read', ${operation}]) o)
      INSERT INTO employee_user_role (employee_id, user_role_id)
      SELECT b.employee_id, role.id FROM role, bank_people b WHERE b.place = ANY(${[...places]}::int[])`.execute(
      db,
    )
}

/** Underwriters are led by one of them: whom a case is handed up to may decide it. */
async function seedUnderwriters(db: Db): Promise<void> {
  await sql`
    WITH people AS (
      SELECT e.id, e.login FROM employee_user_role h JOIN user_role r ON r.id = h.user_role_id AND r.code = 'UNDERWRITER'
      JOIN employee e ON e.id = h.employee_id AND e.partner_id = 1 AND NOT e.not_active),
    made AS (
      INSERT INTO workgroup (partner_id, name, head_id, daily_plan)
      SELECT 1, 'Андеррайтинг', min(id) FILTER (WHERE login IS NULL), 80 FROM people RETURNING id)
    INSERT INTO workgroup_employee (workgroup_id, employee_id) SELECT made.id, people.id FROM made, people`.execute(
    db,
  )
}

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
  await seedBankPeople(db)
  await seedUnderwriters(db)
}
