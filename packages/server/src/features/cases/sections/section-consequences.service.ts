import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { type CaseRow, updateCaseHead } from '#features/cases/engine/cases.service.ts'
import type { Context } from '#http/route.ts'
import { headOfLoan } from './head-of-loan.service.ts'
import { type ParticipantRow, writeIdentity } from './participants.repo.ts'
import { findOrCreatePerson, personOf } from './persons.service.ts'
import { fullNameOf, phoneDigits } from './section-values.rules.ts'

const headSections: readonly SectionCode[] = ['CREDIT', 'LOAN', 'PERSONAL', 'EMPLOYMENT']
/** Whether a save of the section may change the head, so that it holds the case against other savers of the head. */
export const touchesHead = (section: SectionCode): boolean => headSections.includes(section)

/** The participant is the person of their passport or name. */
async function identify(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  participant: ParticipantRow,
  values: SectionValues,
): Promise<void> {
  const found = await findOrCreatePerson(db, row.partnerId, personOf(values), actor.employeeId)
  const personId = found ?? participant.personId
  const name = fullNameOf(values)
  await writeIdentity(db, participant.id, { name, personId })
  if (participant.role === 'MAIN_BORROWER')
    await updateCaseHead(db, row.id, {
      ...(name !== '' && { clientName: name }),
      personId,
      clientPhone: phoneDigits(values['phone']),
    })
}

/** What has just been written, and whose it is. */
export interface SavedSection {
  readonly section: SectionCode
  readonly values: SectionValues
  readonly participant: ParticipantRow | undefined
}

/** What follows from a saved section elsewhere. */
export async function afterSave(
  context: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  { section, values, participant }: SavedSection,
): Promise<void> {
  if (section === 'CREDIT' || section === 'LOAN')
    await updateCaseHead(context.db, row.id, await headOfLoan(context.db, section, values))
  if (participant !== undefined && section === 'PERSONAL') await identify(context, row, participant, values)
}
