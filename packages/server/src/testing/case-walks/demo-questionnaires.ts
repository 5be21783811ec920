import type { QuestionnaireData } from '@ipoteka-office/contract/cases/section-completeness.ts'
import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'

/** An application of the demo bank with its questionnaire. */
export interface StoredCase extends QuestionnaireData {
  readonly id: number
  readonly objects: number
  readonly number: string
  readonly stage: string
  readonly openedOn: string
  readonly sent: boolean
  readonly approved: boolean
}

/** Questionnaires of the demo bank as its tests read them. */
export const questionnairesSql = `
    SELECT f.id, f.type, f.number, f.stage, (SELECT count(*)::int FROM realty_object o WHERE o.case_id = f.id) AS objects,
      f.created_at::date::text AS "openedOn",
      EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.stage = 'DOCS_CHECK') AS sent,
      EXISTS (SELECT FROM case_stage s WHERE s.case_id = f.id AND s.stage = 'APPROVED') AS approved,
      (SELECT jsonb_object_agg(c.section, c.data) FROM case_section c WHERE c.case_id = f.id AND c.participant_id IS NULL) AS sections,
      (SELECT jsonb_agg(jsonb_build_object('id', p.id, 'role', p.role, 'name', p.name, 'sections',
          (SELECT jsonb_object_agg(c.section, c.data) FROM case_section c WHERE c.participant_id = p.id)) ORDER BY p.sort)
        FROM case_participant p WHERE p.case_id = f.id) AS participants
    FROM case_file f WHERE f.type IN (${decidedTypes.map((type) => `'${type}'`).join(', ')}) ORDER BY f.id`
