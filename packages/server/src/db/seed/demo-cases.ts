import { type CaseType, machines } from '@ipoteka-office/contract/machines/machines.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { distribute } from '#features/applications/distribution.service.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import { caseNumber } from '#features/processes/cases.service.ts'
import { offsetOf } from '#features/processes/working-clock.rules.ts'
import { insertRows, takeIds } from './bulk-rows.ts'
import type { Codes } from './demo-case-people.ts'
import { CasePlanner, type DemoPartner, passing, type PlannedCase } from './demo-case-plan.ts'
import { writeRecords } from './demo-case-records.ts'
import { clockOf, type WrittenCase } from './demo-case-rows.ts'
import { endOf, startOf, text, writeFiles, writeStages, writeTasks } from './demo-case-writes.ts'
import { type Questioned, writeQuestionnaires } from './demo-questionnaires.ts'
import { Chance } from './generator.ts'
import { seedPartners } from './organisation.ts'

const counts = { LEAD: 80, SHORT_APPLICATION: 400, FULL_APPLICATION: 150, LOAN_APPLICATION: 60 }
const historyDays = { LEAD: 45, SHORT_APPLICATION: 120, FULL_APPLICATION: 120, LOAN_APPLICATION: 60 }

/** Partners with their agents; those of the demo sign-ins come first. */
async function findPartners(db: Db): Promise<DemoPartner[]> {
  const first = [
    seedPartners.volga.id,
    seedPartners.ural.id,
    seedPartners.volgaBranch.id,
    seedPartners.uralBranch.id,
  ]
  const { rows } = await sql<Omit<DemoPartner, 'offsetMinutes'> & { zone: string | null }>`
    SELECT p.id, p.region_code AS "regionCode", r.attributes ->> 'timezone' AS zone,
      ARRAY(SELECT DISTINCT e.id FROM employee e JOIN role_holder h ON h.employee_id = e.id
        JOIN user_role_operation o ON o.user_role_id = h.user_role_id
        WHERE e.partner_id = p.id AND NOT e.not_active AND o.object_type = 'FullApplication' AND o.operation = 'Send'
        ORDER BY e.id) AS agents
    FROM partner p LEFT JOIN reference_item r ON r.dictionary = 'region' AND r.code = p.region_code
    WHERE NOT p.not_active AND NOT 'Ahml' = ANY(p.roles)
    ORDER BY array_position(${first}::int[], p.id) NULLS LAST, p.id LIMIT 60`.execute(db)
  return rows.map(({ zone, ...row }) => ({ ...row, offsetMinutes: offsetOf(zone) ?? 180 }))
}

/** Codes of dictionaries from which the made-up answers are taken. */
export async function codesOf(db: Db, chance: Chance): Promise<Codes> {
  const { rows } = await sql<{ dictionary: string; codes: string[] }>`
    SELECT dictionary, array_agg(code ORDER BY sort_order, code) AS codes FROM reference_item WHERE active
      AND dictionary IN ('residenceCause', 'educationLevel', 'employmentSeniorityType', 'positionLevel', 'source')
    GROUP BY dictionary`.execute(db)
  const all = new Map(rows.map(({ dictionary, codes }) => [dictionary, codes]))
  return (dictionary) => chance.of(all.get(dictionary) ?? ['OTHER'])
}

/** In how many cases of a hundred the object is known before the bank asks for it. */
const chosenEarly = 25
/** Stages into which nobody gets without an object. */
const withObject: readonly string[] = ['REALTY_CHECK', 'REALTY_APPROVED', 'DEAL']

/** Every stage in which people may meet a case, at each of the partners whose people sign in to the demo bank. */
const planStages = (planner: CasePlanner, type: CaseType, partners: readonly DemoPartner[]): PlannedCase[] =>
  partners.flatMap((partner) =>
    Object.keys(machines[type].states)
      .filter((stage) => !passing[type].includes(stage))
      .map((stage) => planner.plan({ type, days: 0, stage, partner })),
  )

/** The plan: what a short application was converted into comes after it. */
function planAll(planner: CasePlanner, shown: readonly DemoPartner[]): PlannedCase[] {
  const of = (type: CaseType, count: number) => [
    ...Array.from({ length: count }, () => planner.plan({ type, days: historyDays[type] })),
    ...planStages(planner, type, shown),
  ]
  const shorts = of('SHORT_APPLICATION', counts.SHORT_APPLICATION)
  const converted = shorts
    .filter(({ steps }) => steps.at(-1)?.stage === 'CONVERTED')
    .slice(0, counts.FULL_APPLICATION)
    .map((source) => planner.plan({ type: 'FULL_APPLICATION', days: 0, source }))
  return [
    ...of('LEAD', counts.LEAD),
    ...shorts,
    ...converted,
    ...of('FULL_APPLICATION', counts.FULL_APPLICATION - converted.length),
    ...of('LOAN_APPLICATION', counts.LOAN_APPLICATION),
  ]
}

/** Every partner has a row of its own of a client. */
const personKey = ({ partner }: Pick<PlannedCase, 'partner'>, client: { readonly passport: string }) =>
  `${partner.id} ${client.passport}`

async function writePeople(db: Db, cases: readonly PlannedCase[]): Promise<Map<string, number>> {
  const firsts = new Map(
    cases.flatMap((c) =>
      [c.client, ...(c.coBorrower === null ? [] : [c.coBorrower.client])].map((client) => [
        personKey(c, client),
        { ...c, client },
      ]),
    ),
  )
  const ids = await takeIds(db, 'person_id_seq', firsts.size)
  const people = [...firsts.values()].map((c, index) => ({ ...c, id: ids[index] ?? 0 }))
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
      created_at: 'timestamptz',
    },
    people.map(({ id, partner, client, ...c }) => [
      id,
      partner.id,
      client.lastName,
      client.firstName,
      client.middleName,
      client.sex,
      client.birthDate,
      client.passport,
      client.phone,
      client.email,
      text(startOf({ ...c, partner, client })),
    ]),
  )
  return new Map(people.map((c) => [personKey(c, c.client), c.id]))
}

async function number(db: Db, cases: readonly PlannedCase[]): Promise<WrittenCase[]> {
  const people = await writePeople(db, cases)
  const ids = await takeIds(db, 'case_id_seq', cases.length)
  const serials = new Map<string, number>()
  const idOf = new Map(cases.map((c, index) => [c, ids[index] ?? 0]))
  const written = cases.map((c): WrittenCase => {
    const year = startOf(c).getUTCFullYear()
    const serial = (serials.get(`${c.type} ${year}`) ?? 0) + 1
    serials.set(`${c.type} ${year}`, serial)
    return {
      ...c,
      id: idOf.get(c) ?? 0,
      number: caseNumber(c.type, year, serial),
      personId: people.get(personKey(c, c.client)) ?? 0,
      coPersonId: (c.coBorrower && people.get(personKey(c, c.coBorrower.client))) ?? null,
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

async function writeForms(db: Db, chance: Chance, code: Codes, cases: readonly WrittenCase[]): Promise<void> {
  const of = (type: CaseType) => cases.filter((c) => c.type === type)
  await insertRows(
    db,
    'lead',
    {
      id: 'int',
      last_name: 'text',
      first_name: 'text',
      middle_name: 'text',
      sex: 'text',
      birth_date: 'date',
      phone: 'text',
      email: 'text',
      city: 'text',
      source_code: 'text',
    },
    of('LEAD').map(({ id, client: p }) => [
      id,
      p.lastName,
      p.firstName,
      p.middleName,
      p.sex,
      p.birthDate,
      p.phone,
      p.email,
      p.city,
      code('source'),
    ]),
  )
  await insertRows(
    db,
    'short_application',
    {
      id: 'int',
      goal_code: 'text',
      object_price: 'numeric',
      down_payment: 'numeric',
      months: 'int',
      rate: 'numeric',
      last_name: 'text',
      first_name: 'text',
      middle_name: 'text',
      sex: 'text',
      birth_date: 'date',
      passport: 'text',
      phone: 'text',
      email: 'text',
      income: 'numeric',
      source_code: 'text',
    },
    of('SHORT_APPLICATION').map(({ id, client: p, ...c }) => [
      id,
      'SECONDARY_MARKET',
      c.price,
      c.down,
      c.months,
      '19.9',
      p.lastName,
      p.firstName,
      p.middleName,
      p.sex,
      p.birthDate,
      p.passport,
      p.phone,
      p.email,
      p.income,
      code('source'),
    ]),
  )
  const questioned = [...of('FULL_APPLICATION'), ...of('LOAN_APPLICATION')]
  await writeQuestionnaires(
    db,
    chance,
    code,
    questioned.map((one) => questionnaireOf(chance, one)),
  )
}

/** The questionnaire of a case as its way asks for it. */
function questionnaireOf(chance: Chance, one: WrittenCase): Questioned {
  const { type, steps, partner } = one
  const isFilling = steps.length === 1
  return {
    ...one,
    programme: type === 'LOAN_APPLICATION' ? null : '2',
    regionCode: partner.regionCode ?? '77',
    openedAt: startOf(one),
    isFilling,
    isChosen:
      type === 'FULL_APPLICATION' &&
      (steps.some(({ stage }) => withObject.includes(stage)) || (!isFilling && chance.percent(chosenEarly))),
  }
}

/** The approvers' queue has the cases whose set is being checked; who fits gets them at once. */
async function writeQueue(db: Db, { now, timeZone }: DemoTime, cases: readonly WrittenCase[]): Promise<void> {
  const waiting = cases.filter((c) => c.type === 'FULL_APPLICATION' && endOf(c) === 'DOCS_CHECK')
  await insertRows(
    db,
    'application',
    {
      id: 'int',
      number: 'text',
      type: 'text',
      client_name: 'text',
      programme: 'text',
      level_code: 'text',
      status_code: 'text',
      partner_id: 'int',
      region_code: 'text',
      received_at: 'timestamptz',
      due_at: 'timestamptz',
      programme_code: 'text',
    },
    waiting.map((c) => [
      c.id,
      c.number,
      'oic',
      c.client.fullName,
      'Приобретение готового жилья',
      'LEVEL_2',
      'UNDERWRITING',
      c.partner.id,
      c.partner.regionCode ?? '77',
      text(c.steps.at(-1)?.from),
      text(clockOf(c)?.dueAt ?? now),
      '2',
    ]),
  )
  const ids = waiting.map(({ id }) => id)
  if (ids.length > 0) await distribute(db, 'oic', { timeZone, now: () => now }, undefined, ids)
}

/** Who becomes responsible for what the agents' partners bring. */
async function seedRules(db: Db): Promise<void> {
  await sql`
    WITH made AS (
      INSERT INTO workgroup (partner_id, name, head_id) VALUES (2, 'Ипотечные агенты', 4) RETURNING id),
    members AS (INSERT INTO workgroup_employee (workgroup_id, employee_id) SELECT id, 4 FROM made)
    INSERT INTO assignment_rule (name, case_type, partner_id, method, workgroup_id, priority)
    SELECT r.name, r.case_type, 2, r.method, made.id, r.priority FROM made, (VALUES
      ('Лиды Волга-Ипотеки по очереди', 'LEAD', 'ROUND_ROBIN', 10),
      ('Краткие заявки Волга-Ипотеки наименее занятому', 'SHORT_APPLICATION', 'LEAST_LOADED', 10))
      AS r (name, case_type, method, priority)`.execute(db)
}

interface DemoTime {
  readonly now: Date
  readonly timeZone: string
}

/** Leads, short and full applications and loans of the last months, each where its machine could have brought it. */
export async function seedDemoCases(db: Db, time: DemoTime): Promise<void> {
  const chance = new Chance(20_261_122)
  const partners = await findPartners(db)
  const special = await loadSpecialDays(db)
  const planner = new CasePlanner({ chance, now: time.now, special, partners })
  const cases = await number(db, planAll(planner, partners.slice(0, 2)))
  const code = await codesOf(db, chance)
  await writeFiles(db, cases)
  await writeStages(db, cases)
  await writeTasks(db, cases)
  await writeForms(db, chance, code, cases)
  await writeRecords(db, cases)
  await writeQueue(db, time, cases)
  await seedRules(db)
}
