import type { BenchDatabase } from '../database.ts'

/** Approvers of one department and applications that wait for them. */
export interface Scale {
  readonly approvers: number
  readonly applications: number
}

/** Everybody on shift round the clock; limits from 60 to 160, so that some are reached. Half are narrowed by region, half by partner. */
export async function fillQueue({ sql }: BenchDatabase, { approvers, applications }: Scale): Promise<void> {
  const [first] = await sql<{ id: number }>('SELECT max(id) + 1 AS id FROM employee')
  const start = first?.id ?? 1
  await sql(
    `INSERT INTO employee (id, partner_id, last_name, first_name, job_title)
     SELECT $1::int + i, 1, 'Согласующий', i::text, 'Андеррайтер' FROM generate_series(1, $2::int) AS i`,
    [start, approvers],
  )
  await sql(`DELETE FROM approver_workload WHERE approver_id IN (SELECT id FROM approver WHERE type = 'oic')`)
  await sql(`DELETE FROM approver WHERE type = 'oic'`)
  await sql(
    `INSERT INTO approver (type, employee_id, partner_id, full_name, work_status, level_codes, all_partners, partner_ids,
       all_regions, region_codes, shift_from, shift_by, max_open)
     SELECT 'oic', $1::int + i, 1, '', 'ACTIVE',
       ARRAY['LEVEL_' || 1 + i % 4, 'LEVEL_' || 1 + (i + 1) % 4],
       i % 2 = 0, CASE WHEN i % 2 = 0 THEN '{}' ELSE ARRAY(SELECT p.id FROM partner p WHERE (p.id + i) % 3 = 0) END,
       i % 4 < 2, CASE WHEN i % 4 < 2 THEN '{}' ELSE ARRAY(SELECT r.code FROM (
         SELECT code, row_number() OVER (ORDER BY sort_order, code) AS place FROM reference_item WHERE dictionary = 'region') r
         WHERE (r.place + i) % 4 = 0) END,
       '00:00', '00:00', 60 + (i * 37) % 101
     FROM generate_series(1, $2::int) AS i`,
    [start, approvers],
  )
  await sql(
    `INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code, received_at, due_at)
     SELECT 'B-' || i, 'oic', 'Клиент ' || i, 'Новостройка', 'LEVEL_' || 1 + (i * 7) % 4, 'UNDERWRITING',
       p.ids[1 + i % cardinality(p.ids)], r.codes[1 + (i * 31) % cardinality(r.codes)],
       now() - make_interval(secs => (i::bigint * 7919) % 86400), now() + make_interval(secs => (i::bigint * 104729 % 172800) - 43200)
     FROM generate_series(1, $1::int) AS i,
       (SELECT array_agg(id ORDER BY id) AS ids FROM partner WHERE id > 1) AS p,
       (SELECT array_agg(code ORDER BY code) AS codes FROM reference_item WHERE dictionary = 'region') AS r`,
    [applications],
  )
  await sql('ANALYZE')
}

/** As it was before the first distribution. */
export async function emptyAssignments({ sql }: BenchDatabase): Promise<void> {
  await sql('TRUNCATE assignment, live_event')
  await sql(
    'UPDATE application SET approver_id = NULL, assigned_at = NULL, unassigned_reasons = NULL, version = 1',
  )
  await sql('UPDATE approver_workload SET open_count = 0, last_assigned_at = NULL')
  await sql('VACUUM (FULL, ANALYZE) application')
}
