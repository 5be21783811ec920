import { CaseType, caseTypesWith } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { Db } from '#db/database.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import { caseNumber } from '#features/cases/engine/cases.service.ts'
import { insertRows, takeIds } from '#db/seed/bulk-rows.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { startOf } from './demo-case-facts.ts'
import { type PlannedCase, planBank } from './demo-case-plan.ts'
import { writeRecords } from './demo-case-records.ts'
import type { WrittenCase } from './demo-case-rows.ts'
import { demoTypes } from './demo-types.ts'
import { text, writeFiles, writeManagers, writeStages, writeTasks } from './demo-case-writes.ts'
import { writeQuestionnaires } from './demo-questionnaires.ts'
import { writeQueue } from '#features/queue/seed/demo-queue.ts'
import { findPartners, findStaff } from '#features/employees/seed/demo-staff.ts'
import { Chance } from '#db/seed/generator.ts'
import type { DemoClient } from '#db/seed/rulebook/people.ts'
import { personInn, personSnils } from '#db/seed/rulebook/people.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'

/** Every partner has a row of its own of a client. */
const personKey = ({ partner }: Pick<PlannedCase, 'partner'>, client: { readonly passport: string }) =>
  `${partner.id} ${client.passport}`

/** Of a lead only who has called is known. */
const clientsOf = ({ type, household: { borrower, other } }: PlannedCase): DemoClient[] =>
  other === null || demoTypes[type]?.isAlone ? [borrower.client] : [borrower.client, other.client]

async function writePeople(db: Db, cases: readonly PlannedCase[]): Promise<Map<string, number>> {
  const firsts = new Map<string, { one: PlannedCase; client: DemoClient }>()
  for (const one of cases)
    for (const client of clientsOf(one)) {
      const key = personKey(one, client)
      if (!firsts.has(key)) firsts.set(key, { one, client })
    }
  const ids = await takeIds(db, 'person_id_seq', firsts.size)
  const people = [...firsts].map(([key, first], index) => ({ key, ...first, id: ids[index] ?? 0 }))
  await insertRows(
    db,
    'person',
    {
      id: 'int',
      partner_id: 'int',
      last_name: 'text',
      first_name: 'text',
      middle_name: 'text',
      sex: 'text',
      birth_date: 'date',
      passport: 'text',
      phone: 'text',
      email: 'text',
      inn: 'text',
      snils: 'text',
      created_at: 'timestamptz',
      created_by: 'int',
    },
    people.map(({ id, one, client }) => [
      id,
      one.partner.id,
      client.lastName,
      client.firstName,
      client.middleName,
      client.sex,
      client.birthDate,
      client.passport,
      client.phone,
      client.email,
      personInn(client.serial),
      personSnils(client.serial),
      text(startOf(one)),
      one.agentId,
    ]),
  )
  return new Map(people.map(({ key, id }) => [key, id]))
}

/** Gives the cases their ids and numbers, in the order in which they were opened. */
async function number(db: Db, planned: readonly PlannedCase[]): Promise<WrittenCase[]> {
  const cases = planned.toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime())
  const people = await writePeople(db, cases)
  const ids = await takeIds(db, 'case_id_seq', cases.length)
  const serials = new Map<string, number>()
  const idOf = new Map(cases.map((c, index) => [c, ids[index] ?? 0]))
  const written = cases.map((c): WrittenCase => {
    const { borrower, other } = c.household
    const year = startOf(c).getUTCFullYear()
    const serial = (serials.get(`${c.type} ${year}`) ?? 0) + 1
    serials.set(`${c.type} ${year}`, serial)
    return {
      ...c,
      id: idOf.get(c) ?? 0,
      number: caseNumber(c.type, year, serial),
      personId: people.get(personKey(c, borrower.client)) ?? 0,
      coPersonId:
        other === null || demoTypes[c.type]?.isAlone
          ? null
          : (people.get(personKey(c, other.client)) ?? null),
      sourceId: c.source === null ? null : (idOf.get(c.source) ?? null),
    }
  })
  await insertRows(
    db,
    'case_number',
    { type: 'text', year: 'int', last: 'int' },
    [...serials].map(([key, last]) => [key.split(' ')[0] ?? '', Number(key.split(' ')[1]), last]),
  )
  return written
}

/** Where and how the cases are made up. */
export interface DemoCasesOptions {
  readonly now: Date
  readonly timeZone: string
  /** A part of the cases is enough for a test. */
  readonly scale?: number
}

const idOf = (login: string) => demoAccounts.findIndex((account) => account.login === login) + 1
/** Work that stands and comes to those who sign in to the demo bank. */
const shownWork = {
  Underwrite: idOf('underwriter'),
  Verify: idOf('verifier'),
  CheckRealty: idOf('underwriter'),
  ControlDecision: idOf('workload'),
}

/** Plans the cases of the demo bank by what its database says of partners and people. */
export async function planDemoCases(db: Db, { now, scale }: DemoCasesOptions): Promise<PlannedCase[]> {
  return planBank(
    {
      chance: new Chance(20_261_122),
      now,
      special: await loadSpecialDays(db),
      partners: await findPartners(db),
      staff: await findStaff(db),
      shown: shownWork,
    },
    scale,
  )
}

/** Tables whose history would begin with what nobody has written. */
const withHistory = [
  'case_file',
  'case_participant',
  'case_section',
  'individual_control',
  'lead',
  'loan_application',
  'person',
  'object_review',
  'realty_object',
  'legal_opinion',
  'short_application',
  'short_consent',
]

/** Leads, short and full applications and loans of the last months, each where its machine could have brought it. */
export async function seedDemoCases(db: Db, options: DemoCasesOptions): Promise<void> {
  const planned = await planDemoCases(db, options)
  await withoutHistory(db, withHistory, async () => {
    const cases = await number(db, planned)
    const of = (type: CaseType) => cases.filter((c) => c.type === type)
    await writeFiles(db, cases)
    await writeManagers(db, cases)
    await writeStages(db, cases)
    await writeTasks(db, cases)
    for (const type of CaseType.options) await demoTypes[type]?.write?.(db, of(type))
    const withQuestions = caseTypesWith(({ questions }) => questions !== undefined)
    const questioned = await writeQuestionnaires(db, withQuestions.flatMap(of))
    await writeRecords(db, questioned, options)
    await writeQueue(db, options.timeZone, cases)
  })
}
