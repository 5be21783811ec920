import type { CaseQuestionnaire } from '@ipoteka-office/contract/cases/case-sections.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import { askedFieldsOfCase } from '#features/products/terms/asked-fields.service.ts'
import { realtyCompleteness } from '#features/realty-objects/realty-completeness.service.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { masked } from '#lib/masking.ts'
import { readQuestionnaire, toQuestionnaire } from './questionnaire.service.ts'
import { noteSeen } from './save-section.service.ts'

/** All sections of a case as the person may see them. */
export async function getQuestionnaire(
  parts: { readonly clock: BankClock },
  context: Context,
  caseId: number,
): Promise<CaseQuestionnaire> {
  const { db, actor } = context
  const row = await requireCase(db, actor, caseId, 'Read')
  const stored = await readQuestionnaire(db, row.id, row.type)
  const asks = await askedFieldsOfCase(parts, db, row.id, row.type)
  await noteSeen(context, row, 'Анкета', stored.people.length)
  // Until the object is chosen nothing is asked of it.
  const objects =
    stored.sections.REALTY?.['chosen'] === true
      ? [{ section: 'REALTY' as const, ...(await realtyCompleteness(db, row.id)) }]
      : []
  return masked(actor, toQuestionnaire(row.id, { ...stored, asks }, objects))
}
