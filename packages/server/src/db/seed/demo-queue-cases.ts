import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { insertRows, takeIds } from './bulk-rows.ts'
import { type Codes, type DemoClient, makeClient } from './demo-case-people.ts'
import { type Questioned, writeQuestionnaires } from './demo-questionnaires.ts'
import { Chance } from './generator.ts'
import { withoutHistory } from './without-indexes.ts'

interface QueueRow {
  readonly id: number
  readonly partnerId: number
  readonly clientName: string
  readonly programme: string
  readonly level: string
  readonly regionCode: string
  readonly receivedAt: Date
}

/** Sums of the levels of decision, in tens of thousands of roubles. */
const sums: Readonly<Record<string, readonly [from: number, to: number]>> = {
  LEVEL_1: [120, 300],
  LEVEL_2: [301, 1_000],
  LEVEL_3: [1_001, 2_000],
  LEVEL_4: [2_001, 5_000],
  LEVEL_5: [5_001, 9_000],
}
/** Running numbers of these clients begin beyond those of the other cases. */
const firstSerial = 200_000
/** In how many of a hundred the object is known already. */
const chosenEarly = 8

/** The open applications that other systems have handed in: of them the queue has the heads alone. */
async function findHeads(db: Db): Promise<QueueRow[]> {
  const { rows } = await sql<Omit<QueueRow, 'receivedAt'> & { receivedAt: string }>`
    SELECT a.id, a.partner_id AS "partnerId", a.client_name AS "clientName", a.programme_code AS programme,
      a.level_code AS level, a.region_code AS "regionCode", a.received_at AS "receivedAt"
    FROM application a WHERE a.closed_at IS NULL ORDER BY a.id`.execute(db)
  return rows.map((row) => ({ ...row, receivedAt: new Date(row.receivedAt) }))
}

/** The client under the name that the queue has. */
function clientOf(chance: Chance, serial: number, fullName: string): DemoClient {
  const [lastName = '', firstName = '', ...rest] = fullName.split(' ')
  const middleName = rest.join(' ')
  const sex = /(?:на|кызы)$/.test(middleName) ? 'FEMALE' : 'MALE'
  return { ...makeClient(chance, serial), lastName, firstName, middleName, fullName, sex }
}

function questionnaireOf(chance: Chance, row: QueueRow, serial: number, personId: number): Questioned {
  const [from, to] = sums[row.level] ?? [301, 1_000]
  const amount = chance.whole(from, to) * 10_000
  const down = Math.round((amount * chance.whole(26, 80)) / 100_000) * 1_000
  return {
    id: row.id,
    programme: row.programme,
    regionCode: row.regionCode,
    price: `${amount + down}.00`,
    down: `${down}.00`,
    amount: `${amount}.00`,
    months: chance.whole(10, 30) * 12,
    client: clientOf(chance, serial, row.clientName),
    serial,
    personId,
    coBorrower: null,
    coPersonId: null,
    openedAt: row.receivedAt,
    isFilling: false,
    isChosen: chance.percent(chosenEarly),
  }
}

async function writePersons(db: Db, cases: readonly (Questioned & { partnerId: number })[]): Promise<void> {
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
    cases.map(({ personId, partnerId, client, openedAt }) => [
      personId,
      partnerId,
      client.lastName,
      client.firstName,
      client.middleName,
      client.sex,
      client.birthDate,
      client.passport,
      client.phone,
      client.email,
      openedAt.toISOString(),
    ]),
  )
  await sql`
    UPDATE case_file f SET person_id = c.person, client_phone = c.phone, amount = c.amount
    FROM jsonb_to_recordset(${JSON.stringify(
      cases.map(({ id, personId, client: { phone }, amount }) => ({ id, person: personId, phone, amount })),
    )}::text::jsonb) c (id int, person int, phone text, amount numeric) WHERE f.id = c.id`.execute(db)
}

/**
 * Questionnaires of the open applications of the queue: what was sent is whole. Decided long ago they stay heads, as the
 * other systems have handed them in.
 */
export async function seedDemoQueueCases(db: Db, code: Codes): Promise<void> {
  const chance = new Chance(20_261_124)
  const heads = await findHeads(db)
  const personIds = await takeIds(db, 'person_id_seq', heads.length)
  const cases = heads.map((row, index) => ({
    ...questionnaireOf(chance, row, firstSerial + index, personIds[index] ?? 0),
    partnerId: row.partnerId,
  }))
  await withoutHistory(db, ['case_file', 'case_participant', 'case_section'], async () => {
    await writePersons(db, cases)
    await writeQuestionnaires(db, chance, code, cases)
  })
}
