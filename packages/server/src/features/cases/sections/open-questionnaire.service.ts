import type { ParticipantRole } from '@ipoteka-office/contract/cases/case-participants.ts'
import { type SectionCode, SectionCode as Sections } from '@ipoteka-office/contract/cases/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import type { Engine, Mover } from '#features/cases/engine/engine.ts'
import { insertSection } from './case-sections.repo.ts'
import { headOfLoan, type LoanSection } from './head-of-loan.service.ts'
import { writeParticipant } from './participants.service.ts'
import { findOrCreatePerson, personOf } from './persons.service.ts'
import { fittingValues, fullNameOf, phoneDigits } from './section-values.rules.ts'

/** What a case with a questionnaire begins with: values by the fields of the sections; what does not fit is left out. */
export interface QuestionnaireStart {
  readonly type: CaseType
  /** The case it is made of. */
  readonly sourceId?: number | null
  readonly partnerId: number
  /** That of the first section when absent. */
  readonly regionCode?: string | null
  readonly responsibleId?: number | null
  readonly channel?: string | null
  /** What is asked for. */
  readonly loan: { readonly section: LoanSection; readonly values: SectionValues }
  readonly participants: readonly {
    readonly role: ParticipantRole
    readonly personId?: number | null
    readonly sections: Readonly<Record<string, SectionValues>>
  }[]
}

const knownSections = (sections: Readonly<Record<string, SectionValues>>) =>
  Object.fromEntries(
    Object.entries(sections).filter(([code]) => Sections.safeParse(code).success),
  ) as Partial<Record<SectionCode, SectionValues>>

/** Who borrows: their values that fit, and the person they are. */
async function borrowerOf(db: Db, { partnerId, participants }: QuestionnaireStart, actorId: number | null) {
  const borrower = participants.find(({ role }) => role === 'MAIN_BORROWER')
  const personal = fittingValues('PERSONAL', borrower?.sections['PERSONAL'] ?? {})
  const known = borrower?.personId ?? null
  return {
    personal,
    personId: known ?? (await findOrCreatePerson(db, partnerId, personOf(personal), actorId)),
  }
}

/** Opens a case with what is known of its questionnaire already, in the caller's transaction. */
export async function openQuestionnaire(
  engine: Engine,
  db: Db,
  mover: Mover,
  start: QuestionnaireStart,
): Promise<{ id: number; number: string }> {
  const { type, partnerId, loan } = start
  const data = fittingValues(loan.section, loan.values)
  const actorId = mover.actor?.employeeId ?? null
  const { personal, personId } = await borrowerOf(db, start, actorId)
  const head = await headOfLoan(db, loan.section, data)
  const made = await createCase(engine, db, mover, {
    type,
    partnerId,
    ...head,
    regionCode: start.regionCode ?? head.regionCode,
    clientName: fullNameOf(personal) || 'Новый клиент',
    personId,
    clientPhone: phoneDigits(personal['phone']),
    channel: start.channel ?? null,
    sourceId: start.sourceId ?? null,
    ...(start.responsibleId === undefined ? {} : { responsibleId: start.responsibleId }),
  })
  const { filled, needed } = sectionCompleteness(loan.section, { sections: { [loan.section]: data } }, null)
  const place = { caseId: made.id, section: loan.section, participantId: null } as const
  await insertSection(db, { ...place, data, filled, needed, actorId })
  const row = { id: made.id, type, partnerId }
  for (const { role, personId: known, sections } of start.participants) {
    const person = role === 'MAIN_BORROWER' ? personId : (known ?? null)
    await writeParticipant(db, row, { role, personId: person, sections: knownSections(sections) }, actorId)
  }
  return made
}
