import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Who leads the committee, and how its members voted on the made-up cases that came before it. */
export async function writeCommittee(db: Db): Promise<void> {
  await sql`
    INSERT INTO parameter_value (parameter_id, valid_from, value, source, delivered)
    SELECT id, current_date - 700, '"committee1"', 'Приказ о составе кредитного комитета', true FROM parameter
    WHERE code = 'committee-chairman' ON CONFLICT DO NOTHING`.execute(db)
  await sql`
    WITH members AS (
      SELECT employee_id, row_number() OVER (ORDER BY employee_id) AS place FROM (
        SELECT DISTINCT h.employee_id FROM role_holder h JOIN user_role r ON r.id = h.user_role_id
        WHERE r.code = 'CREDIT_COMMITTEE') m),
    decided AS (
      SELECT d.case_id, d.outcome, d.reasons, d.author_id, d.at, s.entered_at AS stay FROM case_decision d
      JOIN case_stage s ON s.case_id = d.case_id AND s.stage = 'COMMITTEE' AND s.left_at = d.at
      WHERE d.level = 'COMMITTEE'),
    votes AS (
      INSERT INTO committee_vote (case_id, stay, employee_id, chairman, vote, reasons, comment, at)
      SELECT d.case_id, d.stay, m.employee_id, false,
        CASE WHEN d.outcome = 'REJECT' THEN 'AGAINST' WHEN m.employee_id <> d.author_id AND d.case_id % 3 = m.place % 3
          THEN 'ABSTAIN' ELSE 'FOR' END,
        CASE WHEN d.outcome = 'REJECT' THEN CASE WHEN d.reasons = '{}' THEN '{R03}' ELSE d.reasons END ELSE '{}' END,
        CASE WHEN d.outcome = 'REJECT' THEN 'Риск выше допустимого' ELSE 'Доход и обеспечение достаточны' END,
        greatest(d.stay, d.at - make_interval(mins => (3 - m.place)::int * 7))
      FROM decided d CROSS JOIN members m WHERE m.place <= 3)
    INSERT INTO committee_minutes (case_id, stay, year, number, approved, outcome, at)
    SELECT case_id, stay, year, row_number() OVER (PARTITION BY year ORDER BY at, case_id), outcome = 'APPROVE', outcome, at
    FROM (SELECT *, extract(year FROM at)::int AS year FROM decided) d`.execute(db)
  // One member has voted already on what waits for the committee.
  await sql`
    INSERT INTO committee_vote (case_id, stay, employee_id, chairman, vote, comment, at)
    SELECT f.id, f.stage_since, (SELECT min(h.employee_id) FROM role_holder h JOIN user_role r ON r.id = h.user_role_id
      WHERE r.code = 'CREDIT_COMMITTEE'), false, 'FOR', 'Предложение руководителя поддерживаю', least(f.stage_since + interval '1 hour', now())
    FROM case_file f WHERE f.stage = 'COMMITTEE' AND f.id % 2 = 0`.execute(db)
}
