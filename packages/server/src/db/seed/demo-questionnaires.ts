import type { SectionCode } from '@ipoteka-office/contract/case-sections.ts'
import { sectionCompleteness } from '@ipoteka-office/contract/section-completeness.ts'
import type { Db } from '#db/database.ts'
import { insertRows, takeIds } from './bulk-rows.ts'
import { clientSections, type Codes } from './demo-case-people.ts'
import type { PlannedCase } from './demo-case-plan.ts'
import type { WrittenCase } from './demo-case-rows.ts'
import { Chance } from './generator.ts'

const creditOf = ({ price, down, amount, months, partner }: PlannedCase) => ({
  programme: '2',
  goal: 'SECONDARY_MARKET',
  regionCode: partner.regionCode ?? '77',
  propertyPrice: price,
  downPayment: down,
  downPaymentSource: 'SAVINGS',
  amount,
  termMonths: months,
  rate: '19.900',
  maternityCapital: false,
  lifeInsurance: true,
})
const loanOf = ({ amount, months, partner }: PlannedCase) => ({
  productType: 'CASH_BASE',
  goal: 'REPAIR',
  amount,
  termMonths: months,
  rate: '24.900',
  regionCode: partner.regionCode ?? '77',
  taxStatus: 'RESIDENT',
  receiver: 'CLIENT',
  insurance: false,
  disbursement: 'CARD',
  cardProduct: 'DEBIT_OVERDRAFT',
  cardPaymentSystem: 'MIR',
  cardTariff: 'BASE',
})

/** Somebody who takes part, with as many of their sections as are written. */
interface Participant {
  readonly role: string
  readonly personId: number | null
  readonly name: string
  readonly sections: Readonly<Record<string, Record<string, unknown>>>
}

/** Who owes; in a case that is still being filled in their last sections are missing. */
function participantsOf(chance: Chance, planned: WrittenCase, code: Codes): Participant[] {
  const { client, serial, coBorrower, personId, coPersonId, steps } = planned
  const day = steps[0]?.from.toISOString().slice(0, 10) ?? ''
  const married = coBorrower?.role === 'SPOUSE'
  const isFilling = steps.length === 1
  const some = (all: Record<string, Record<string, unknown>>, count: number) =>
    Object.fromEntries(Object.entries(all).slice(0, isFilling ? count : 10))
  const own = clientSections(chance, { client, serial, married }, code, day)
  const borrower = {
    role: 'MAIN_BORROWER',
    personId,
    name: client.fullName,
    sections: some(own, isFilling ? chance.whole(1, 4) : 10),
  }
  if (coBorrower === null) return [borrower]
  const others = new Chance(coBorrower.serial)
  const theirs = clientSections(others, { ...coBorrower, married }, code, day)
  const { role } = coBorrower
  return [
    borrower,
    {
      role,
      personId: coPersonId,
      name: coBorrower.client.fullName,
      sections: some(theirs, others.whole(1, 2)),
    },
  ]
}

type Row = readonly [section: string, data: Record<string, unknown>, filled: number, needed: number]

function rowsOf(
  sections: Readonly<Record<string, Record<string, unknown>>>,
  ofCase: Readonly<Record<string, Record<string, unknown>>>,
  role: string | null,
): Row[] {
  const person = role === null ? null : { id: 0, role, name: '', sections }
  return Object.entries(sections).map(([section, data]) => {
    const { filled, needed } = sectionCompleteness(section as SectionCode, { sections: ofCase }, person)
    return [section, data, filled, needed]
  })
}

/** The sections of the case itself. */
const sectionsOfCase = (planned: PlannedCase): Record<string, Record<string, unknown>> =>
  planned.type === 'LOAN_APPLICATION'
    ? { LOAN: loanOf(planned) }
    : { CREDIT: creditOf(planned), REALTY: { chosen: false } }

/** Participants and sections of the cases that have a questionnaire. */
export async function writeQuestionnaires(
  db: Db,
  chance: Chance,
  code: Codes,
  cases: readonly WrittenCase[],
): Promise<void> {
  const all = cases.map((c) => ({ c, people: participantsOf(chance, c, code) }))
  const ids = await takeIds(db, 'case_participant_id_seq', all.flatMap(({ people }) => people).length)
  let next = 0
  const numbered = all.map(({ c, people }) => ({
    c,
    people: people.map((person) => {
      next += 1
      return { ...person, id: ids[next - 1] ?? 0 }
    }),
  }))
  await insertRows(
    db,
    'case_participant',
    { id: 'int', case_id: 'int', role: 'text', person_id: 'int', name: 'text', sort: 'int' },
    numbered.flatMap(({ c, people }) =>
      people.map(({ id, role, personId, name }, at) => [id, c.id, role, personId, name, at + 1]),
    ),
  )
  await insertRows(
    db,
    'case_section',
    { case_id: 'int', section: 'text', participant_id: 'int', data: 'jsonb', filled: 'int', needed: 'int' },
    numbered.flatMap(({ c, people }) => {
      const ofCase = sectionsOfCase(c)
      const row =
        (participantId: number | null) =>
        ([section, data, filled, needed]: Row) => [
          c.id,
          section,
          participantId,
          JSON.stringify(data),
          filled,
          needed,
        ]
      return [
        ...rowsOf(ofCase, ofCase, null).map(row(null)),
        ...people.flatMap(({ id, role, sections }) => rowsOf(sections, ofCase, role).map(row(id))),
      ]
    }),
  )
}
