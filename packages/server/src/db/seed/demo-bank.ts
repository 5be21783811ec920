import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { distribute } from '#features/applications/distribution.service.ts'
import { dueAfter, typeOfProgramme } from '#features/applications/intake.rules.ts'
import { minuteOfDay } from '#lib/bank-time.ts'
import { columnOf } from './bulk-rows.ts'
import { seedDemoApprovers } from './demo-approvers.ts'
import { seedDemoTalk } from './demo-case-talk.ts'
import { codesOf, seedDemoCases } from './demo-cases.ts'
import { seedDemoEmployees } from './demo-employees.ts'
import { seedDemoPartnerParts } from './demo-partner-parts.ts'
import { seedDemoPartnerWork } from './demo-partner-work.ts'
import { seedDemoPartners } from './demo-partners.ts'
import { seedDemoQueueCases } from './demo-queue-cases.ts'
import { seedDemoQr } from './demo-qr.ts'
import { seedDemoRealty } from './demo-realty.ts'
import { seedDemoRights } from './demo-rights.ts'
import { Chance, fullName, person } from './generator.ts'
import { seedOperator } from './organisation.ts'
import { seedDemoPassportUnits } from './passport-units.ts'
import { withoutIndexes, withoutTally } from './without-indexes.ts'

const closedCount = 47_000
const openCount = 3_000
const hour = 3_600_000
const statuses = [
  'UNDERWRITING',
  'UNDERWRITING',
  'UNDERWRITING',
  'VERIFICATION',
  'VERIFICATION',
  'CONTROL',
  'AUTHORIZATION',
]
const outcomes = ['APPROVED', 'APPROVED', 'APPROVED', 'APPROVED_CONDITIONAL', 'REJECTED', 'CLIENT_REFUSED']
const levels = ['LEVEL_1', 'LEVEL_1', 'LEVEL_2', 'LEVEL_2', 'LEVEL_2', 'LEVEL_3', 'LEVEL_3', 'LEVEL_4']
/** As other systems call them, with the codes of `product/type`. */
const programmes = [
  ['Семейная ипотека', '105'],
  ['Семейная ипотека', '105'],
  ['Вторичный рынок', '2'],
  ['Вторичный рынок', '2'],
  ['Новостройка', '1'],
  ['Новостройка', '1'],
  ['Дальневосточная ипотека', '107'],
  ['ИТ-ипотека', '106'],
  ['Сельская ипотека', '108'],
  ['Рефинансирование', '9'],
  ['Военная ипотека', '5'],
  ['Военная ипотека', '5'],
  ['Семейная ипотека для военнослужащих', '6'],
] as const
/** Larger regions have more applications. */
const frequentRegions = [
  '77',
  '77',
  '77',
  '50',
  '50',
  '78',
  '78',
  '23',
  '16',
  '66',
  '54',
  '52',
  '61',
  '63',
  '74',
  '02',
  '59',
]

interface DemoApplication {
  number: string
  type: string
  clientName: string
  programme: string
  programmeCode: string
  level: string
  status: string
  partnerId: number
  region: string
  receivedAt: Date
  dueAt: Date
  /** Of finished ones: who decided and when. */
  approverId?: number
  assignedAt?: Date
  closedAt?: Date
}

function makeApplication(
  chance: Chance,
  serial: number,
  receivedAt: Date,
  regions: string[],
  partners: number[],
): DemoApplication {
  const [programme, programmeCode] = chance.of(programmes)
  const level = chance.of(levels)
  return {
    number: `${String(receivedAt.getUTCFullYear()).slice(2)}-${String(chance.whole(101, 199))}-${String(serial).padStart(5, '0')}`,
    type: typeOfProgramme(programme),
    clientName: fullName(person(chance)),
    programme,
    programmeCode,
    level,
    status: chance.of(statuses),
    partnerId: chance.of(partners),
    region: chance.percent(60) ? chance.of(frequentRegions) : chance.of(regions),
    receivedAt,
    dueAt: dueAfter(receivedAt, level),
  }
}

async function insertApplications(db: Db, list: readonly DemoApplication[]): Promise<void> {
  const column = (of: (a: DemoApplication) => string | number | null) => columnOf(list.map(of))
  const moments = (of: (a: DemoApplication) => Date | undefined) =>
    column((a) => of(a)?.toISOString() ?? null)
  await sql`
    INSERT INTO application (number, type, client_name, programme, level_code, status_code, partner_id, region_code,
      received_at, due_at, approver_id, assigned_at, closed_at, programme_code)
    SELECT * FROM unnest(${column((a) => a.number)}::text[], ${column((a) => a.type)}::text[],
      ${column((a) => a.clientName)}::text[], ${column((a) => a.programme)}::text[],
      ${column((a) => a.level)}::text[], ${column((a) => a.status)}::text[], ${column((a) => a.partnerId)}::int[],
      ${column((a) => a.region)}::text[], ${moments((a) => a.receivedAt)}::timestamptz[],
      ${moments((a) => a.dueAt)}::timestamptz[], ${column((a) => a.approverId ?? null)}::int[],
      ${moments((a) => a.assignedAt)}::timestamptz[], ${moments((a) => a.closedAt)}::timestamptz[],
      ${column((a) => a.programmeCode)}::text[])`.execute(db)
}

/** Finished applications of the last year, each with who decided it. */
async function seedClosed(
  db: Db,
  chance: Chance,
  now: Date,
  regions: string[],
  partners: number[],
): Promise<void> {
  const { rows } = await sql<{ type: string; ids: number[] }>`
    SELECT type, array_agg(id ORDER BY id) AS ids FROM approver GROUP BY type`.execute(db)
  const people = new Map(rows.map((row) => [row.type, row.ids]))
  const list = Array.from({ length: closedCount }, (_, index): DemoApplication => {
    const ago = 3 * 24 * hour + chance.whole(0, 360 * 24 * 60) * 60_000
    const application = makeApplication(chance, index, new Date(now.getTime() - ago), regions, partners)
    const received = application.receivedAt.getTime()
    return {
      ...application,
      status: chance.of(outcomes),
      approverId: chance.of(people.get(application.type) ?? []),
      assignedAt: new Date(received + 7 * 60_000),
      closedAt: new Date(received + chance.whole(1, 30) * hour),
    }
  })
  for (let at = 0; at < list.length; at += 10_000) await insertApplications(db, list.slice(at, at + 10_000))
  await sql`
    INSERT INTO assignment (application_id, at, kind, approver_id, rule, considered, candidates)
    SELECT id, assigned_at, 'ASSIGNED', approver_id, 'leastLoaded', 200, 12 FROM application ORDER BY assigned_at`.execute(
    db,
  )
  await sql`
    INSERT INTO assignment (application_id, at, kind, approver_id)
    SELECT id, closed_at, 'CLOSED', approver_id FROM application ORDER BY closed_at`.execute(db)
}

/** The last full and half hours of the bank's working days before `now`, earliest first. */
function workingMoments(now: Date, timeZone: string, count: number): Date[] {
  const moments: Date[] = []
  for (let back = 0; moments.length < count; back += hour / 2) {
    const moment = new Date(now.getTime() - back)
    const minute = minuteOfDay(moment, timeZone)
    if (minute >= 10 * 60 && minute < 17 * 60) moments.unshift(moment)
  }
  return moments
}

/** Open applications arrive in working hours and are handed out by the real distribution at the time of their arrival. */
async function seedOpen(
  db: Db,
  chance: Chance,
  { now, timeZone }: DemoBankOptions,
  regions: string[],
  partners: number[],
): Promise<void> {
  let serial = closedCount
  const moments = workingMoments(now, timeZone, 15)
  for (const moment of moments) {
    const list = Array.from({ length: openCount / moments.length }, () => {
      serial += 1
      const received = new Date(moment.getTime() - chance.whole(0, 25) * 60_000)
      const application = makeApplication(chance, serial, received, regions, partners)
      // Most deadlines lie ahead whatever the hour of the first start: agreed upon, or after a pause at the client's side.
      if (chance.percent(96)) application.dueAt = new Date(now.getTime() + chance.whole(1, 60) * hour)
      return application
    })
    // The credit committee has no approver of its own: these wait, and show what waiting looks like.
    if (moment === moments.at(-1)) for (const application of list.slice(0, 9)) application.level = 'LEVEL_5'
    await insertApplications(db, list)
    for (const type of ['oic', 'nis'] as const) await distribute(db, type, { timeZone, now: () => moment })
  }
}

/** Everyday changes by the workload administrator, so that histories are not empty. */
async function seedChanges(db: Db, chance: Chance): Promise<void> {
  await sql`SELECT set_config('app.actor_id', '2', true)`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`SELECT id FROM approver WHERE work_status = 'ACTIVE' ORDER BY id`.execute(db)
  const ids = rows.map((row) => row.id)
  await sql`UPDATE approver SET work_status = 'PAUSE', version = version + 1 WHERE id = ANY(${chance.some(ids, 28)}::int[])`.execute(
    db,
  )
  await sql`UPDATE approver SET max_open = max_open + 5, version = version + 1 WHERE id = ANY(${chance.some(ids, 60)}::int[])`.execute(
    db,
  )
  await sql`SELECT set_config('app.actor_id', '', true)`.execute(db)
}

/** Tables that get most of the rows; tasks are looked for by their case while applications are handed out. */
const manyRows = [
  'application',
  'assignment',
  'case_clock',
  'case_file',
  'case_participant',
  'case_stage',
  'case_task_event',
  'case_timer',
  'person',
]

export interface DemoBankOptions {
  readonly now: Date
  readonly timeZone: string
  /** Told what is being filled, in Russian. */
  readonly onStep?: (text: string) => void
  /** Called when the rows of the cases are there and their indexes are not. */
  readonly onCases?: (db: Db) => Promise<void>
  /** Called when the database begins to work by itself for some seconds. */
  readonly onAlone?: () => void
}

/** The whole demo bank: 300 partners, 400 approvers, 50 000 applications. Runs in the caller's transaction. */
export async function seedDemoBank(
  db: Db,
  { now, timeZone, onStep = () => undefined, onCases, onAlone }: DemoBankOptions,
): Promise<void> {
  const chance = new Chance(20_261_120)
  await sql`SET LOCAL statement_timeout = 0`.execute(db)
  onStep('организация и права')
  await seedOperator(db)
  onStep('партнёры и согласующие')
  const { made, ids: partners } = await seedDemoPartners(db, chance, now)
  const { rows } = await sql<{
    code: string
  }>`SELECT code FROM reference_item
    WHERE dictionary = 'region' AND attributes -> 'isSubject' = 'true' ORDER BY code`.execute(db)
  const regions = rows.map((row) => row.code)
  await seedDemoPartnerParts(db, made, regions, now)
  await seedDemoApprovers(db, chance, regions, partners)
  await seedDemoEmployees(db, now)
  await seedDemoRights(db)
  await seedDemoPassportUnits(db)
  await seedDemoQr(db, new Chance(20_261_121), now, partners)
  await withoutTally(db, () =>
    withoutIndexes(
      db,
      manyRows,
      async () => {
        onStep('заявки')
        await seedClosed(db, chance, now, regions, partners)
        await seedOpen(db, chance, { now, timeZone }, regions, partners)
        onStep('анкеты заявок в очереди')
        await seedDemoQueueCases(db, await codesOf(db, new Chance(20_261_125)))
        onStep('лиды, заявки и кредиты')
        await seedDemoCases(db, { now, timeZone })
        await onCases?.(db)
        onStep('указатели для поиска')
      },
      { kept: ['application_waiting', 'assignment_application'], onAlone },
    ),
  )
  await seedDemoRealty(db)
  await seedDemoTalk(db)
  await seedDemoPartnerWork(db, new Chance(20_261_121), now)
  await seedChanges(db, chance)
}
