import { heldWords } from '@ipoteka-office/contract/compliance/held.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** The responsible officer of the demo bank. */
const officer = sql`(SELECT id FROM employee WHERE login = 'compliance')`

/** How the hits stand, the first of them in the first of the cases; what the officer has said. */
const hits = [
  ['WAITING', null],
  ['WAITING', null],
  ['WAITING', null],
  ['SUSPENDED', 'Запрошена копия паспорта: в перечне нет даты рождения'],
  ['NO_MATCH', 'Тёзка: дата и место рождения не совпадают с перечнем'],
  ['NO_MATCH', 'В перечне другой человек: отчество и регион рождения другие'],
  ['NO_MATCH', 'Сравнил паспорт: номер и дата рождения другие'],
] as const

/** Hits of the lists of 115-ФЗ in cases that the bank works on, of which some are decided. */
export async function seedDemoCompliance(db: Db): Promise<void> {
  const given = JSON.stringify(hits.map(([state, comment], at) => ({ n: at + 1, state, comment })))
  await sql`
    CREATE TEMP TABLE demo_hit ON COMMIT DROP AS
    SELECT g.n, g.state, g.comment, c.id AS check_id, c.case_id, c.participant_id, c.answered_at, p.name
    FROM (SELECT f.id, row_number() OVER (ORDER BY f.id)::int AS n FROM case_file f
      WHERE NOT f.closed AND f.archived_at IS NULL AND f.stage IN ('UNDERWRITING', 'VERIFICATION', 'DECISION_CONTROL')
        AND EXISTS (SELECT FROM auto_check x WHERE x.case_id = f.id AND x.code = 'TERRORIST_115FZ')
        -- People with a sign-in of their own find their work as it was.
        AND EXISTS (SELECT FROM case_task t JOIN employee e ON e.id = t.assignee_id AND e.login IS NULL
          WHERE t.case_id = f.id AND t.open AND t.stage IS NOT NULL)) f
    JOIN jsonb_to_recordset(${given}::text::jsonb) AS g (n int, state text, comment text) ON g.n = f.n
    JOIN LATERAL (SELECT * FROM auto_check x WHERE x.case_id = f.id AND x.code = 'TERRORIST_115FZ' ORDER BY x.id LIMIT 1) c ON true
    JOIN case_participant p ON p.id = c.participant_id`.execute(db)
  await sql`
    WITH task AS (
      INSERT INTO case_task (case_id, case_type, partner_id, kind, title, details, operation, state, created_at, due_at, barred_ids)
      SELECT f.id, f.type, f.partner_id, 'COMPLIANCE_HIT', 'Решить по совпадению: ' || f.client_name,
        'Сравните и запишите решение на странице «Автопроверки»', 'Compliance', 'IDLE', d.answered_at,
        now() + make_interval(hours => 6 + d.n), '{}'
      FROM demo_hit d JOIN case_file f ON f.id = d.case_id WHERE d.state IN ('WAITING', 'SUSPENDED') RETURNING id, case_id, created_at),
    told AS (
      INSERT INTO case_task_event (task_id, case_id, at, kind) SELECT id, case_id, created_at, 'CREATED' FROM task),
    hit AS (
      INSERT INTO compliance_hit (case_id, participant_id, source, text, request, response, print, stand_in, found_at, state)
      SELECT d.case_id, d.participant_id, 'CHECK', 'Совпадение по имени и дате рождения с перечнем террористов и экстремистов',
        jsonb_build_object('code', 'TERRORIST_115FZ', 'person', jsonb_build_object('fullName', d.name)),
        jsonb_build_object('state', 'WARN', 'номер в перечне', 4000 + d.n, 'имя в перечне', upper(d.name)),
        'demo ' || d.check_id, true, d.answered_at, d.state
      FROM demo_hit d RETURNING id, case_id)
    INSERT INTO compliance_decision (hit_id, case_id, outcome, comment, decided_by, decided_at)
    SELECT h.id, h.case_id, d.state, d.comment, ${officer}, least(now(), d.answered_at + interval '5 hours')
    FROM hit h JOIN demo_hit d ON d.case_id = h.case_id WHERE d.state <> 'WAITING'`.execute(db)
  await sql`UPDATE auto_check c SET state = 'HELD', text = ${heldWords} FROM demo_hit d
    WHERE c.id = d.check_id AND d.state <> 'NO_MATCH'`.execute(db)
  await sql`INSERT INTO auto_check_run (check_id, case_id, stage, attempt, at, duration_ms, state, text, stand_in, request, response)
    SELECT r.check_id, r.case_id, r.stage, r.attempt + 1, r.at + interval '1 minute', r.duration_ms, 'HELD', ${heldWords},
      r.stand_in, r.request, jsonb_build_object('state', 'HELD')
    FROM auto_check_run r JOIN demo_hit d ON d.check_id = r.check_id`.execute(db)
}
