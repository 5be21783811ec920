import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { type CaseRow, updateCaseHead } from '#features/cases/engine/cases.service.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import type { Context } from '#http/route.ts'
import { type ParticipantRow, writeIdentity } from './participants.repo.ts'
import { findOrCreatePerson, personOf } from './persons.service.ts'
import { fullNameOf, phoneDigits } from './section-values.rules.ts'

const headSections: readonly SectionCode[] = ['CREDIT', 'LOAN', 'PERSONAL']
/** Whether a save of the section may change the head, so that it holds the case against other savers of the head. */
export const touchesHead = (section: SectionCode): boolean => headSections.includes(section)

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** The name of a code; the code itself where the dictionary does not know it. */
export async function nameOfCode(
  references: ReferenceReader,
  dictionary: string,
  code: string,
): Promise<string> {
  const { items } = await references.find(dictionary)
  return items?.find((item) => item.code === code)?.name ?? code
}

async function creditToHead(
  references: ReferenceReader,
  db: Db,
  caseId: number,
  section: 'CREDIT' | 'LOAN',
  values: SectionValues,
): Promise<void> {
  const programmeCode = textOf(values[section === 'CREDIT' ? 'programme' : 'productType'])
  const dictionary = section === 'CREDIT' ? 'product/type' : 'cashLoan/productType'
  await updateCaseHead(db, caseId, {
    amount: textOf(values['amount']),
    programmeCode,
    programme: programmeCode === null ? null : await nameOfCode(references, dictionary, programmeCode),
    regionCode: textOf(values['regionCode']),
  })
}

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
  { references }: { readonly references: ReferenceReader },
  context: Pick<Context, 'db' | 'actor'>,
  row: CaseRow,
  { section, values, participant }: SavedSection,
): Promise<void> {
  if (section === 'CREDIT' || section === 'LOAN')
    await creditToHead(references, context.db, row.id, section, values)
  if (participant !== undefined && section === 'PERSONAL') await identify(context, row, participant, values)
}
