import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * Calls about borrowers in the made-up cases: whoever has the case in underwriting rang the employer, and of every third
 * one the client as well; one record among them was written wrongly and stands corrected.
 */
export async function writeCalls(db: Db): Promise<void> {
  await sql`
    WITH held AS (
      SELECT DISTINCT ON (f.id) f.id AS case_id, p.id AS participant_id, t.assignee_id AS by, f.stage_since AS since,
        job.data ->> 'employerPhone' AS office, pd.data ->> 'phone' AS own
      FROM case_file f JOIN case_task t ON t.case_id = f.id AND t.open AND t.stage = f.stage AND t.assignee_id IS NOT NULL
      JOIN case_participant p ON p.case_id = f.id AND p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL
      JOIN case_section job ON job.participant_id = p.id AND job.section = 'EMPLOYMENT' AND job.data ? 'employerName'
      JOIN case_section pd ON pd.participant_id = p.id AND pd.section = 'PERSONAL'
      WHERE f.stage = 'UNDERWRITING' AND f.id % 2 = 0 ORDER BY f.id, t.id),
    work AS (
      INSERT INTO underwriting_call (case_id, participant_id, called, phone, number_source, spoke_with, result, said, called_by,
        called_at, written_by, written_at)
      SELECT case_id, participant_id, 'EMPLOYER', coalesce(office, '+7 495 000-' || to_char(case_id % 100, 'FM00') || '-01'),
        CASE WHEN office IS NULL THEN 'SITE' ELSE 'QUESTIONNAIRE' END,
        CASE WHEN case_id % 8 = 0 THEN '' ELSE 'Секретарь отдела кадров' END,
        CASE WHEN case_id % 8 = 0 THEN 'NOT_REACHED' ELSE 'CONFIRMED' END,
        CASE WHEN case_id % 8 = 0 THEN '' ELSE 'Работает, должность назвали верно' END,
        by, since, by, since FROM held
      RETURNING id, case_id, participant_id, called, phone, number_source, spoke_with, result, called_by, called_at, written_by),
    client AS (
      INSERT INTO underwriting_call (case_id, participant_id, called, phone, number_source, spoke_with, result, said, called_by,
        called_at, written_by, written_at)
      SELECT case_id, participant_id, 'CLIENT', own, 'QUESTIONNAIRE', 'Клиент', 'CONFIRMED', 'Доход и место работы подтвердил',
        by, since, by, since FROM held WHERE case_id % 3 = 0 AND own IS NOT NULL)
    INSERT INTO underwriting_call (case_id, participant_id, called, phone, number_source, spoke_with, result, said, corrects_id,
      reason, called_by, called_at, written_by, written_at)
    SELECT case_id, participant_id, 'ACCOUNTING', phone, number_source, 'Главный бухгалтер', result,
      'Работает, должность и оклад подтвердили', id, 'Говорили не с отделом кадров', called_by, called_at, written_by, called_at
    FROM work WHERE result = 'CONFIRMED' AND case_id % 12 = 0`.execute(db)
}
