import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Context } from '#http/route.ts'
import { insertSection, lockSection, updateSection } from './case-sections.repo.ts'
import { readQuestionnaire } from './questionnaire.service.ts'

/** Says in the questionnaire that the object is chosen, once one has been added to the application. */
export async function sayObjectChosen(
  context: Pick<Context, 'db' | 'actor'>,
  row: Pick<CaseRow, 'id' | 'type'>,
): Promise<void> {
  const { db, actor } = context
  const place = { caseId: row.id, section: 'REALTY', participantId: null } as const
  const held = await lockSection(db, place)
  if (held?.data['chosen'] === true) return
  const data = { ...held?.data, chosen: true }
  const stored = await readQuestionnaire(db, row.id, row.type)
  const sections = { ...stored.sections, REALTY: data }
  const { filled, needed } = sectionCompleteness('REALTY', { ...stored, sections }, null)
  const write = { ...place, data, filled, needed, actorId: actor.employeeId }
  const savedAt = await (held === undefined ? insertSection : updateSection)(db, write)
  // Somebody has written the section for the first time meanwhile.
  if (savedAt === null) return sayObjectChosen(context, row)
}
