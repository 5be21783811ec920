import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, updateCaseHead } from '#features/cases/engine/cases.service.ts'
import { lockSection, updateSection } from './case-sections.repo.ts'
import { headOfLoan, type LoanSection } from './head-of-loan.service.ts'
import { withPaidOff } from './paid-off.rules.ts'
import type { StoredQuestionnaire } from './questionnaire.service.ts'
import { sameValues } from './section-values.rules.ts'

/** Whose word it is, and what the section of the loan says from now on. */
export interface NewTerms {
  readonly section: LoanSection
  readonly data: SectionValues
  readonly actorId: number | null
}

/** Writes other terms of the loan into the questionnaire and the head; the case is held by whoever has decided on them. */
export async function writeLoanTerms(
  db: Db,
  row: CaseRow,
  stored: StoredQuestionnaire,
  { section, data, actorId }: NewTerms,
): Promise<void> {
  const place = { caseId: row.id, section, participantId: null } as const
  const held = await lockSection(db, place)
  if (held === undefined || sameValues(data, held.data)) return
  const sections = { ...stored.sections, [section]: data }
  const { filled, needed } = sectionCompleteness(section, { ...stored, sections }, null)
  await updateSection(db, { ...place, data, filled, needed, actorId })
  await updateCaseHead(db, row.id, await headOfLoan(db, section, data))
}

/** Marks obligations as paid off by the deal, by who owes them and by their keys in the section. */
export async function writePaidOff(
  db: Db,
  caseId: number,
  stored: StoredQuestionnaire,
  paidOff: readonly { readonly participantId: number; readonly key: string }[],
): Promise<void> {
  for (const [participantId, ones] of Map.groupBy(paidOff, (one) => one.participantId)) {
    const place = { caseId, section: 'OBLIGATIONS', participantId } as const
    const held = await lockSection(db, place)
    const participant = stored.participants.find(({ id }) => id === participantId)
    if (held === undefined || participant === undefined) continue
    const data = withPaidOff(held.data, new Set(ones.map(({ key }) => key)))
    const changed = { ...participant, sections: { ...participant.sections, OBLIGATIONS: data } }
    const { filled, needed } = sectionCompleteness('OBLIGATIONS', stored, changed)
    await updateSection(db, { ...place, data, filled, needed, actorId: null })
  }
}
