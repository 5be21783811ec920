import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** Columns of the journals: at once, while the cases have no indexes yet. Triggers rest while a bank is filled. */
export async function seedJournalColumns(db: Db): Promise<void> {
  await sql`ANALYZE case_file, case_participant, case_section, decision_run`.execute(db)
  await sql`
    UPDATE case_file f SET engine_result = r.result,
      client_categories = client_categories(w.data, coalesce(l.cases > 1 OR l.first_id <> g.id, false), NOT 'Ahml' = ANY(p.roles))
    FROM case_file g JOIN partner p ON p.id = g.partner_id
    LEFT JOIN (SELECT DISTINCT ON (p.case_id) p.case_id, s.data FROM case_participant p
      JOIN case_section s ON s.case_id = p.case_id AND s.participant_id = p.id AND s.section = 'EMPLOYMENT'
      WHERE p.role = 'MAIN_BORROWER' AND p.removed_at IS NULL ORDER BY p.case_id, p.id) w ON w.case_id = g.id
    LEFT JOIN (SELECT person_id, count(*) AS cases, min(id) AS first_id FROM case_file
      WHERE person_id IS NOT NULL AND is_lent(type, stage) GROUP BY person_id) l ON l.person_id = g.person_id
    LEFT JOIN (SELECT DISTINCT ON (case_id) case_id, answer ->> 'result' AS result FROM decision_run
      WHERE state = 'ANSWERED' ORDER BY case_id, id DESC) r ON r.case_id = g.id
    WHERE f.id = g.id AND g.type = ANY(${[...decidedTypes]}::text[])`.execute(db)
}

/** What statistics ask of the decisions of the demo bank: at once, when the indexes of its cases are there. */
export async function seedDecisionFacts(db: Db): Promise<void> {
  await sql`ANALYZE case_decision, case_file, case_stage, decision_run`.execute(db)
  await sql`SELECT write_decision_facts(ARRAY(SELECT id FROM case_decision))`.execute(db)
}
