import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'

/** The demo underwriter takes usual sums at any hour, the others large ones by day. */
const loads = {
  shown: { login: 'underwriter', limit: 60 },
  others: { limit: 25, from: '09:00', by: '21:00' },
}

/** Whoever decides on mortgages and loans is a department of its own, and has what its people work on. */
export async function seedDemoUnderwriters(db: Db): Promise<void> {
  const { shown, others } = loads
  await withoutHistory(db, ['approver'], async () => {
    await sql`
      INSERT INTO approver (type, employee_id, partner_id, full_name, work_status, level_codes, all_partners, all_regions,
        shift_from, shift_by, max_open)
      SELECT 'uw', e.id, 0, '', 'ACTIVE',
        CASE WHEN e.login = ${shown.login} THEN '{LEVEL_1,LEVEL_2,LEVEL_3}'::text[] ELSE '{LEVEL_4,LEVEL_5}'::text[] END,
        true, true, CASE WHEN e.login = ${shown.login} THEN time '00:00' ELSE ${others.from}::time END,
        CASE WHEN e.login = ${shown.login} THEN time '00:00' ELSE ${others.by}::time END,
        CASE WHEN e.login = ${shown.login} THEN ${shown.limit}::int ELSE ${others.limit}::int END
      FROM employee e JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
      WHERE NOT e.not_active AND EXISTS (SELECT FROM role_holder h JOIN user_role r ON r.id = h.user_role_id AND NOT r.is_disabled
          AND r.code <> 'ADMINISTRATOR'
        JOIN user_role_operation o ON o.user_role_id = r.id AND o.operation = 'Underwrite' WHERE h.employee_id = e.id)
      ORDER BY e.id`.execute(db)
  })
  // Taken by hand before there was a department: their places follow whoever has them.
  await sql`
    INSERT INTO application AS a (id, number, type, client_name, programme, programme_code, level_code, partner_id, region_code,
      received_at, due_at, approver_id, assigned_at)
    SELECT f.id, f.number, 'uw', f.client_name, coalesce(f.programme, 'Кредит'), f.programme_code, v.level_codes[1], f.partner_id,
      coalesce(f.region_code, p.region_code, '77'), f.stage_since, coalesce(t.due_at, f.due_at, f.stage_since + interval '1 day'),
      v.id, coalesce(t.taken_at, f.stage_since)
    FROM case_file f JOIN partner p ON p.id = f.partner_id
    JOIN case_task t ON t.case_id = f.id AND t.open AND t.stage = f.stage
    JOIN approver v ON v.type = 'uw' AND v.employee_id = t.assignee_id
    WHERE f.stage = 'UNDERWRITING'
    ON CONFLICT (id) DO UPDATE SET type = 'uw', level_code = EXCLUDED.level_code, received_at = EXCLUDED.received_at,
      due_at = EXCLUDED.due_at, approver_id = EXCLUDED.approver_id, assigned_at = EXCLUDED.assigned_at, closed_at = NULL,
      outside_status = NULL, version = a.version + 1`.execute(db)
  await sql`
    INSERT INTO assignment (application_id, at, kind, approver_id, rule)
    SELECT id, assigned_at, 'ASSIGNED', approver_id, 'manual' FROM application
    WHERE type = 'uw' AND closed_at IS NULL ORDER BY assigned_at, id`.execute(db)
  await sql`
    UPDATE approver_workload w SET open_count = d.n, last_assigned_at = d.at
    FROM (SELECT approver_id, count(*)::int AS n, max(assigned_at) AS at FROM application
      WHERE type = 'uw' AND closed_at IS NULL GROUP BY approver_id) d
    WHERE w.approver_id = d.approver_id`.execute(db)
}
