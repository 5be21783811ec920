import type { ParticipantRole } from '@ipoteka-office/contract/case-participants.ts'
import { type SectionCode, SectionCode as Sections } from '@ipoteka-office/contract/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/sections/fields.ts'
import type { Db } from '#db/database.ts'
import { fittingValues, fullNameOf, phoneDigits } from '#features/case-sections/section-values.rules.ts'
import { nameOfCode } from '#features/case-sections/section-consequences.service.ts'
import { writeSection } from '#features/case-sections/start-section.service.ts'
import { writeParticipant } from '#features/case-sections/participants.service.ts'
import { findOrCreatePerson, personOf } from '#features/case-sections/persons.service.ts'
import { createCase } from '#features/processes/cases.service.ts'
import type { Engine, Mover } from '#features/processes/engine.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { findMoved } from './full-applications.repo.ts'

/** What a full application begins with: values by the fields of the sections; what does not fit is left out. */
export interface FullApplicationStart {
  /** The case it is made of. */
  readonly sourceId: number | null
  readonly partnerId: number
  readonly regionCode: string | null
  readonly responsibleId?: number | null
  readonly channel: string | null
  readonly credit: SectionValues
  readonly participants: readonly {
    readonly role: ParticipantRole
    readonly personId?: number | null
    readonly sections: Readonly<Record<string, SectionValues>>
  }[]
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const knownSections = (sections: Readonly<Record<string, SectionValues>>) =>
  Object.fromEntries(
    Object.entries(sections).filter(([code]) => Sections.safeParse(code).success),
  ) as Partial<Record<SectionCode, SectionValues>>

/** Opens a full application with what is known already, in the caller's transaction. */
export async function openFullApplication(
  { engine, references }: { readonly engine: Engine; readonly references: ReferenceReader | undefined },
  db: Db,
  mover: Mover,
  start: FullApplicationStart,
): Promise<{ id: number; number: string }> {
  const credit = fittingValues('CREDIT', start.credit)
  const actorId = mover.actor?.employeeId ?? null
  const borrower = start.participants.find(({ role }) => role === 'MAIN_BORROWER')
  const personal = fittingValues('PERSONAL', borrower?.sections['PERSONAL'] ?? {})
  const personId =
    borrower?.personId ?? (await findOrCreatePerson(db, start.partnerId, personOf(personal), actorId))
  const programmeCode = textOf(credit['programme'])
  const programme =
    programmeCode === null || references === undefined
      ? programmeCode
      : await nameOfCode(references, 'product/type', programmeCode)
  const made = await createCase(engine, db, mover, {
    type: 'FULL_APPLICATION',
    partnerId: start.partnerId,
    regionCode: start.regionCode ?? textOf(credit['regionCode']),
    programmeCode,
    programme,
    clientName: fullNameOf(personal) || 'Новый клиент',
    personId,
    clientPhone: phoneDigits(personal['phone']),
    amount: textOf(credit['amount']),
    channel: start.channel,
    sourceId: start.sourceId,
    ...(start.responsibleId === undefined ? {} : { responsibleId: start.responsibleId }),
  })
  const { filled, needed } = sectionCompleteness('CREDIT', { sections: { CREDIT: credit } }, null)
  await writeSection(db, {
    caseId: made.id,
    section: 'CREDIT',
    participantId: null,
    data: credit,
    filled,
    needed,
    actorId,
  })
  const row = {
    id: made.id,
    type: 'FULL_APPLICATION',
    partnerId: (await findMoved(db, made.id)).partnerId,
  } as const
  for (const { role, personId: known, sections } of start.participants) {
    const person = role === 'MAIN_BORROWER' ? personId : (known ?? null)
    await writeParticipant(db, row, { role, personId: person, sections: knownSections(sections) }, actorId)
  }
  return made
}
