import { participantRoles } from '@ipoteka-office/contract/cases/case-participants.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  PersonCase,
  PersonHistory,
} from '@ipoteka-office/contract/underwriting/person-history/person-history.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { bankDifferences } from '#features/cases/sections/earlier-answers.service.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import type { SectionParts } from '#features/cases/sections/save-section.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { reasonsFor } from '#lib/held-reasons.ts'
import { stageNameFor } from '#lib/shown-stages.ts'
import { requireForm } from '../form/access.service.ts'
import { inForceOf } from '../shown-decision.service.ts'
import { findPersonCases } from './person-history.repo.ts'
import { creditOf, type PersonCaseRow, stateOf, totalsOf } from './person-history.rules.ts'

function toCase({ actor }: Context, row: PersonCaseRow): PersonCase {
  const { decision, subject, role, stage, closed: _, ...rest } = row
  return {
    ...rest,
    typeName: caseTypes[row.type].name,
    roleName: role === null ? 'Клиент' : (participantRoles[role as keyof typeof participantRoles] ?? role),
    stageName: stageNameFor(actor, row.type, stage),
    state: stateOf(row, decision === null ? undefined : inForceOf(row, [decision])?.outcome),
    credit: creditOf(row),
    decision: decision && {
      at: decision.at,
      outcome: decision.outcome,
      level: decision.level,
      reasons: reasonsFor(actor, decision.reasons),
    },
    subject: subject && { ...subject, reasons: reasonsFor(actor, subject.reasons) },
  }
}

/** What the bank knows of a participant beside this case, whichever partner brought it: of people of the bank alone. */
export async function personHistory(
  parts: SectionParts,
  context: Context,
  { id, participantId }: { readonly id: number; readonly participantId: number },
): Promise<PersonHistory> {
  const { db, actor } = context
  const row = await requireForm(context, id)
  const { people } = await readQuestionnaire(db, row.id, row.type)
  const person = people.find((one) => one.id === participantId)
  if (person === undefined) throw notFound('Такого участника в заявке нет: выберите его в списке')
  if (person.personId === null)
    return {
      isUnknown: true,
      cases: [],
      hidden: 0,
      refusals: 0,
      credits: { count: 0, total: '0' },
      differences: [],
    }
  const found = await findPersonCases(db, { personId: person.personId, caseId: row.id })
  const cases = found.filter(({ type }) => holds(actor, type, 'Read')).map((one) => toCase(context, one))
  return {
    isUnknown: false,
    cases,
    hidden: found.length - cases.length,
    ...totalsOf(cases),
    differences: await bankDifferences(parts, context, { row, participantId }),
  }
}
