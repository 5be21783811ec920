import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/cases/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { insertRows, takeIds } from '#db/seed/bulk-rows.ts'
import { demoAsks } from '#features/products/seed/demo-terms.ts'
import { isChosen, isFilling, startOf } from './demo-case-facts.ts'
import type { WrittenCase } from './demo-case-rows.ts'
import { caseSections, memberSections, type Sections } from './demo-case-sections.ts'

/** Somebody who takes part, with as many of their sections as are written. */
export interface WrittenParticipant {
  readonly id: number
  readonly role: string
  readonly personId: number | null
  readonly name: string
  readonly sections: Sections
}

/** The questionnaire of a case. */
export interface WrittenQuestionnaire {
  readonly one: WrittenCase
  readonly sections: Sections
  readonly people: readonly WrittenParticipant[]
}

/** In a case that is still being filled in, the last sections are missing. */
const first = (all: Sections, count: number): Sections =>
  Object.fromEntries(Object.entries(all).slice(0, count))
const everything = 10

function peopleOf(one: WrittenCase): Omit<WrittenParticipant, 'id'>[] {
  const { household, personId, coPersonId, serial } = one
  const { borrower, other } = household
  const day = startOf(one).toISOString().slice(0, 10)
  const count = isFilling(one) ? 1 + (serial % 4) : everything
  const sections = first(memberSections(one, borrower, day), count)
  const main = { role: 'MAIN_BORROWER', personId, name: borrower.client.fullName, sections }
  if (other === null) return [main]
  const theirs = first(memberSections(one, other, day), Math.min(count, isFilling(one) ? 2 : everything))
  return [main, { role: other.role, personId: coPersonId, name: other.client.fullName, sections: theirs }]
}

const asks = demoAsks()

type Row = readonly [section: string, data: Record<string, unknown>, filled: number, needed: number]

function rowsOf(sections: Sections, ofCase: Sections, role: string | null): Row[] {
  const person = role === null ? null : { id: 0, role, name: '', sections }
  return Object.entries(sections).map(([section, data]) => {
    const { filled, needed } = sectionCompleteness(section as SectionCode, { sections: ofCase, asks }, person)
    return [section, data, filled, needed]
  })
}

/** The questionnaires of cases that have one, with ids from `takeIds`. */
export function makeQuestionnaires(
  cases: readonly WrittenCase[],
  ids: Iterator<number>,
): WrittenQuestionnaire[] {
  return cases.map((one) => ({
    one,
    sections: caseSections(one, isChosen(one)),
    people: peopleOf(one).map((person) => ({ ...person, id: Number(ids.next().value ?? 0) })),
  }))
}

/** How many people take part in the cases. */
export const countPeople = (cases: readonly WrittenCase[]): number =>
  cases.reduce((sum, { household }) => sum + (household.other === null ? 1 : 2), 0)

/** Participants and sections of the cases that have a questionnaire. */
export async function writeQuestionnaires(
  db: Db,
  cases: readonly WrittenCase[],
): Promise<WrittenQuestionnaire[]> {
  const ids = (await takeIds(db, 'case_participant_id_seq', countPeople(cases))).values()
  const all = makeQuestionnaires(cases, ids)
  await insertRows(
    db,
    'case_participant',
    { id: 'int', case_id: 'int', role: 'text', person_id: 'int', name: 'text', sort: 'int' },
    all.flatMap(({ one, people }) =>
      people.map(({ id, role, personId, name }, at) => [id, one.id, role, personId, name, at + 1]),
    ),
  )
  await insertRows(
    db,
    'case_section',
    {
      case_id: 'int',
      section: 'text',
      participant_id: 'int',
      data: 'jsonb',
      filled: 'int',
      needed: 'int',
      saved_at: 'timestamptz',
      saved_by: 'int',
    },
    all.flatMap(({ one, sections, people }) => {
      const savedAt = startOf(one).toISOString()
      const row =
        (participantId: number | null) =>
        ([section, data, filled, needed]: Row) => [
          one.id,
          section,
          participantId,
          JSON.stringify(data),
          filled,
          needed,
          savedAt,
          one.agentId,
        ]
      return [
        ...rowsOf(sections, sections, null).map(row(null)),
        ...people.flatMap((person) => rowsOf(person.sections, sections, person.role).map(row(person.id))),
      ]
    }),
  )
  return all
}
