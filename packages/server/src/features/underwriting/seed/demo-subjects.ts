import { debtorRoles } from '@ipoteka-office/contract/cases/sections/personal.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/**
 * What was decided on those who owe and on what is mortgaged in the made-up cases: by whoever decided on the whole first, a
 * minute before. Runs when decisions and objects are written; of those that have been decided on nothing is said twice.
 */
export async function writeSubjectDecisions(db: Db): Promise<void> {
  await sql`
    INSERT INTO subject_decision (case_id, participant_id, realty_id, at, author_id, level, stage, code, reasons, comment, facts,
      figures)
    SELECT d.case_id, s.participant_id, s.realty_id, d.at - interval '1 minute', d.author_id, d.level, d.stage,
      CASE WHEN d.outcome = 'REJECT' AND s.is_main THEN 'NEGATIVE' ELSE 'POSITIVE' END,
      CASE WHEN d.outcome = 'REJECT' AND s.is_main THEN d.reasons ELSE '{}' END,
      CASE WHEN d.level = 'SYSTEM' THEN '' WHEN d.outcome = 'REJECT' AND s.is_main THEN d.comment
        WHEN s.realty_id IS NOT NULL THEN 'Объект соответствует требованиям программы'
        ELSE 'Личность, занятость и доход подтверждены' END,
      subject_facts(s.participant_id, s.realty_id),
      jsonb_build_object('payment', d.payment, 'fullLoanCost', d.full_loan_cost, 'debtLoad', d.debt_load, 'loanToValue',
        d.loan_to_value, 'exposure', d.exposure)
    FROM (SELECT DISTINCT ON (case_id) * FROM case_decision
      WHERE (level = 'UNDERWRITER' OR (level = 'SYSTEM' AND outcome = 'APPROVE'))
        AND case_id NOT IN (SELECT case_id FROM subject_decision) ORDER BY case_id, id) d
    CROSS JOIN LATERAL (
      SELECT p.id AS participant_id, NULL::int AS realty_id, p.role = 'MAIN_BORROWER' AS is_main, p.sort, p.id AS place
      FROM case_participant p
      WHERE p.case_id = d.case_id AND p.removed_at IS NULL AND p.role = ANY(${[...debtorRoles]}::text[])
      UNION ALL
      SELECT NULL, o.id, false, 1000, o.id FROM realty_object o
      WHERE o.case_id = d.case_id AND o.removed_at IS NULL AND o.role = 'MORTGAGESUBJECT') s
    ORDER BY d.at, d.case_id, s.sort, s.place`.execute(db)
}
