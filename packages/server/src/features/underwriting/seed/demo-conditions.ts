import { caseTypesWith, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** `type stage` of every stage in which the bank is bound and the deal is still ahead. */
const ahead = caseTypesWith(({ machine }) =>
  machine.transitions.some(({ point }) => point !== undefined),
).flatMap((type) =>
  Object.entries(machines[type].states).flatMap(([stage, { commits, final }]) =>
    commits === true && final !== true ? [`${type} ${stage}`] : [],
  ),
)

/** Conditions of made-up approvals: of every third one that still goes on, one or two, some answered and some met. */
export async function writeConditions(db: Db): Promise<void> {
  await sql`
    INSERT INTO case_condition (case_id, decision_id, template, text, category, point, owner, clearer, printed, state, answer,
      answered_by, answered_at, verdict, created_at)
    SELECT d.case_id, d.id, t.code, t.name, t.attributes ->> 'category', t.attributes ->> 'point', t.attributes ->> 'owner',
      'UNDERWRITER', (t.attributes ->> 'printed')::boolean, s.state,
      CASE WHEN s.state <> 'OPEN' THEN 'Выполнено, документ приложен' END,
      CASE WHEN s.state <> 'OPEN' THEN f.responsible_id END,
      CASE WHEN s.state <> 'OPEN' THEN least(d.at + interval '2 days', now()) END,
      CASE WHEN s.state = 'CLEARED' THEN 'Проверено по документам' END, d.at
    FROM (SELECT DISTINCT ON (case_id) id, case_id, at FROM case_decision WHERE outcome = 'APPROVE'
      ORDER BY case_id, id DESC) d
    JOIN case_file f ON f.id = d.case_id AND f.type || ' ' || f.stage = ANY(${ahead}::text[]) AND d.case_id % 3 = 0
    JOIN reference_item t ON t.dictionary = 'decisionConditions'
      AND (t.code = 'LIFE_INSURANCE' OR t.code = 'EMPLOYER_CALL' AND d.case_id % 2 = 0)
    CROSS JOIN LATERAL (SELECT CASE
      WHEN t.code = 'EMPLOYER_CALL' OR f.responsible_id IS NULL OR d.case_id % 9 = 0 THEN 'OPEN'
      WHEN d.case_id % 9 = 3 THEN 'RESPONDED' ELSE 'CLEARED' END AS state) s
    ORDER BY d.at, d.id, t.code`.execute(db)
}
