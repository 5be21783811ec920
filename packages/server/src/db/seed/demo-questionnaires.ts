import type { SectionCode } from '@ipoteka-office/contract/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { insertRows, takeIds } from './bulk-rows.ts'
import { clientSections, type Codes, type DemoClient, type DemoCoBorrower } from './demo-case-people.ts'
import { creditOf, loanOf, paymentOf, sellerOf } from './demo-case-terms.ts'
import { Chance } from './generator.ts'

/** A case whose questionnaire is written. */
export interface Questioned {
  readonly id: number
  /** Of `product/type`; null: a consumer loan. */
  readonly programme: string | null
  readonly regionCode: string
  readonly price: string
  readonly down: string
  readonly amount: string
  readonly months: number
  readonly client: DemoClient
  readonly serial: number
  readonly personId: number
  readonly coBorrower: DemoCoBorrower | null
  readonly coPersonId: number | null
  /** When the consents were given. */
  readonly openedAt: Date
  /** Being filled in for the first time: the last sections are missing. */
  readonly isFilling: boolean
  /** The object is known: it is written by `seedDemoRealty`, the seller here. */
  readonly isChosen: boolean
}

/** Somebody who takes part, with as many of their sections as are written. */
interface Participant {
  readonly role: string
  readonly personId: number | null
  readonly name: string
  readonly sections: Readonly<Record<string, Record<string, unknown>>>
}

/** Most pay a quarter to two thirds of what they earn, a few more than the bank likes. */
function incomeOf(chance: Chance, one: Questioned): string {
  const { rate } = one.programme === null ? loanOf(one) : creditOf(one)
  const share = chance.percent(8) ? chance.whole(62, 85) : chance.whole(25, 58)
  return String(Math.ceil((paymentOf(one, String(rate)) * 100) / share / 1_000) * 1_000)
}

/** Who owes; in a case that is still being filled in their last sections are missing. */
function participantsOf(chance: Chance, one: Questioned, code: Codes): Participant[] {
  const { client, serial, coBorrower, programme, isFilling } = one
  const day = one.openedAt.toISOString().slice(0, 10)
  const married = coBorrower?.role === 'SPOUSE'
  const some = (all: Record<string, Record<string, unknown>>, count: number) =>
    Object.fromEntries(Object.entries(all).slice(0, isFilling ? count : 10))
  const income = incomeOf(chance, one)
  const own = clientSections(chance, { client, serial, married, programme, income }, code, day)
  const sections = some(own, isFilling ? chance.whole(1, 4) : 10)
  const borrower = { role: 'MAIN_BORROWER', personId: one.personId, name: client.fullName, sections }
  if (coBorrower === null) return [borrower]
  const others = new Chance(coBorrower.serial)
  const theirs = clientSections(others, { ...coBorrower, married, programme }, code, day)
  const { role } = coBorrower
  return [
    borrower,
    {
      role,
      personId: one.coPersonId,
      name: coBorrower.client.fullName,
      sections: some(theirs, isFilling ? others.whole(1, 2) : 10),
    },
  ]
}

type Sections = Readonly<Record<string, Record<string, unknown>>>
type Row = readonly [section: string, data: Record<string, unknown>, filled: number, needed: number]

function rowsOf(sections: Sections, ofCase: Sections, role: string | null): Row[] {
  const person = role === null ? null : { id: 0, role, name: '', sections }
  return Object.entries(sections).map(([section, data]) => {
    const { filled, needed } = sectionCompleteness(section as SectionCode, { sections: ofCase }, person)
    return [section, data, filled, needed]
  })
}

/** The sections of the case itself. */
function sectionsOfCase(one: Questioned): Sections {
  if (one.programme === null) return { LOAN: loanOf(one) }
  const CREDIT = creditOf(one)
  const REALTY = { chosen: one.isChosen }
  const seller = one.isChosen ? sellerOf(String(CREDIT['goal']), one.serial) : null
  return { CREDIT, REALTY, ...(seller !== null && { SELLER: seller }) }
}

/** Participants and sections of the cases that have a questionnaire. */
export async function writeQuestionnaires(
  db: Db,
  chance: Chance,
  code: Codes,
  cases: readonly Questioned[],
): Promise<void> {
  const all = cases.map((one) => ({ one, people: participantsOf(chance, one, code) }))
  const ids = (
    await takeIds(db, 'case_participant_id_seq', all.flatMap(({ people }) => people).length)
  ).values()
  const numbered = all.map(({ one, people }) => ({
    one,
    people: people.map((person) => ({ ...person, id: ids.next().value ?? 0 })),
  }))
  await insertRows(
    db,
    'case_participant',
    { id: 'int', case_id: 'int', role: 'text', person_id: 'int', name: 'text', sort: 'int' },
    numbered.flatMap(({ one, people }) =>
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
    },
    numbered.flatMap(({ one, people }) => {
      const ofCase = sectionsOfCase(one)
      const savedAt = one.openedAt.toISOString()
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
        ]
      return [
        ...rowsOf(ofCase, ofCase, null).map(row(null)),
        ...people.flatMap(({ id, role, sections }) => rowsOf(sections, ofCase, role).map(row(id))),
      ]
    }),
  )
}
