import type { ParticipantRole } from '@ipoteka-office/contract/cases/case-participants.ts'
import { type SectionCode, SectionCode as Sections } from '@ipoteka-office/contract/cases/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { fittingValues, fullNameOf, phoneDigits } from '#features/cases/sections/section-values.rules.ts'
import { nameOfCode } from '#features/cases/sections/section-consequences.service.ts'
import { writeSection } from '#features/cases/sections/start-section.service.ts'
import { writeParticipant } from '#features/cases/sections/participants.service.ts'
import { findOrCreatePerson, personOf } from '#features/cases/sections/persons.service.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import type { Engine, Mover } from '#features/cases/engine/engine.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'

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

type Parts = { readonly engine: Engine; readonly references: ReferenceReader | undefined }

/** The programme by code and name; the queue knows programmes by name. */
async function programmeOf({ references }: Parts, credit: SectionValues) {
  const code = textOf(credit['programme'])
  if (code === null || references === undefined) return { programmeCode: code, programme: code }
  return { programmeCode: code, programme: await nameOfCode(references, 'product/type', code) }
}

/** Who borrows: their values that fit, and the person they are. */
async function borrowerOf(db: Db, { partnerId, participants }: FullApplicationStart, actorId: number | null) {
  const borrower = participants.find(({ role }) => role === 'MAIN_BORROWER')
  const personal = fittingValues('PERSONAL', borrower?.sections['PERSONAL'] ?? {})
  const known = borrower?.personId ?? null
  return {
    personal,
    personId: known ?? (await findOrCreatePerson(db, partnerId, personOf(personal), actorId)),
  }
}

/** Opens a full application with what is known already, in the caller's transaction. */
export async function openFullApplication(
  parts: Parts,
  db: Db,
  mover: Mover,
  start: FullApplicationStart,
): Promise<{ id: number; number: string }> {
  const credit = fittingValues('CREDIT', start.credit)
  const actorId = mover.actor?.employeeId ?? null
  const { personal, personId } = await borrowerOf(db, start, actorId)
  const { partnerId, sourceId, channel } = start
  const made = await createCase(parts.engine, db, mover, {
    type: 'FULL_APPLICATION',
    partnerId,
    regionCode: start.regionCode ?? textOf(credit['regionCode']),
    ...(await programmeOf(parts, credit)),
    clientName: fullNameOf(personal) || 'Новый клиент',
    personId,
    clientPhone: phoneDigits(personal['phone']),
    amount: textOf(credit['amount']),
    channel,
    sourceId,
    ...(start.responsibleId === undefined ? {} : { responsibleId: start.responsibleId }),
  })
  const { filled, needed } = sectionCompleteness('CREDIT', { sections: { CREDIT: credit } }, null)
  const place = { caseId: made.id, section: 'CREDIT', participantId: null } as const
  await writeSection(db, { ...place, data: credit, filled, needed, actorId })
  const row = { id: made.id, type: 'FULL_APPLICATION', partnerId } as const
  for (const { role, personId: known, sections } of start.participants) {
    const person = role === 'MAIN_BORROWER' ? personId : (known ?? null)
    await writeParticipant(db, row, { role, personId: person, sections: knownSections(sections) }, actorId)
  }
  return made
}
