import { autoCheckStates } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import type { PersonalSheet } from '@ipoteka-office/contract/underwriting/personal/personal-sheet.ts'
import { readQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { noteSeen, type SectionParts } from '#features/cases/sections/save-section.service.ts'
import { checksOfCase, toCheck } from '#features/full-applications/auto-checks.service.ts'
import { codeNames } from '#features/references/code-names.service.ts'
import { notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { bankDay } from '#lib/bank-time.ts'
import { masked } from '#lib/masking.ts'
import { requireForm } from '../form/access.service.ts'
import { lightOf } from '../summary.service.ts'
import { personalDictionaries, personalSheet } from './personal.rules.ts'

/** The personal data of a participant with the checks that speak of them; the reading is written down. */
export async function personalData(
  { engine, references }: SectionParts,
  context: Context,
  { id, participantId }: { readonly id: number; readonly participantId: number },
): Promise<PersonalSheet> {
  const { db, actor } = context
  const row = await requireForm(context, id)
  const { participants } = await readQuestionnaire(db, row.id, row.type)
  const person = participants.find((one) => one.id === participantId)
  if (person === undefined) throw notFound('Такого участника в заявке нет: выберите его в списке')
  const now = engine.clock.now()
  const checks = (await checksOfCase(db, row.id))
    .map((one) => toCheck(one, now))
    .filter((check) => check.participantId === participantId)
    .map((check) => ({
      code: check.code,
      name: check.name,
      text: check.text === '' ? autoCheckStates[check.state] : check.text,
      light: lightOf([check]),
    }))
  const stored = person.sections.PERSONAL ?? {}
  await noteSeen(context, row, 'Личные данные участника', 1)
  return personalSheet(person, {
    stored,
    shown: masked(actor, stored),
    today: bankDay(engine.clock),
    nameOf: await codeNames(references, personalDictionaries),
    checks,
  })
}
