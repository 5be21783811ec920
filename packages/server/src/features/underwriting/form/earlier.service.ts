import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { comparedField } from '@ipoteka-office/contract/underwriting/form/comparison-fields.ts'
import { comparedFieldKeys } from '@ipoteka-office/contract/underwriting/form/comparison-keys.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { StoredQuestionnaire } from '#features/cases/sections/questionnaire.service.ts'
import { earlierSections } from '#features/cases/sections/persons.service.ts'
import type { Context } from '#http/route.ts'
import { seesPersonalData } from '#lib/masking.ts'
import type { KnownPerson } from './sources.service.ts'

/** A participant with what their application before this one said, as far as the reader may see it; the reading is logged. */
export async function withEarlier(
  context: Context,
  row: CaseRow,
  {
    known,
    stored,
    today,
  }: { readonly known: KnownPerson; readonly stored: StoredQuestionnaire; readonly today: string },
): Promise<KnownPerson> {
  const { db, actor } = context
  const personId = stored.people.find(({ id }) => id === known.person.id)?.personId ?? null
  const found = personId === null ? [] : await earlierSections(db, actor, row, personId)
  if (found.length === 0) return known
  if (seesPersonalData(actor))
    for (const { caseId, caseType } of new Map(found.map((one) => [one.caseId, one])).values())
      await recordUnmasking(
        context,
        { type: caseTypes[caseType].object, id: caseId },
        { persons: 1, what: `Сравнение с заявкой ${row.number}` },
      )
  const sections = Object.fromEntries(found.map(({ section, data }) => [section, data]))
  const [latest] = found.toSorted((one, other) => other.caseCreatedAt.localeCompare(one.caseCreatedAt))
  const note = latest === undefined ? '' : `Заявка ${latest.caseNumber}`
  const said = comparedFieldKeys.map((field) => {
    const value = field === 'enforcement' ? null : comparedField(field).read(sections, today)
    const sayings = known.said.get(field) ?? {}
    return [
      field,
      value === null ? sayings : { ...sayings, EARLIER: { value, note, denial: null, confidence: null } },
    ] as const
  })
  return { ...known, said: new Map(said) }
}
