import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { figuresAt } from '#db/seed/figures-at.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { entryOf, startOf } from './demo-case-facts.ts'
import type { WrittenCase } from './demo-case-rows.ts'
import { addressOf } from './demo-case-sections.ts'
import { text } from './demo-case-writes.ts'
import { paymentsOfAll } from '#db/seed/rulebook/household.ts'
import { innOfEmployer } from '#db/seed/rulebook/professions.ts'

const sources = ['SITE', 'CALL_CENTER', 'AGENT', 'QR', 'REFERRAL', 'DEVELOPER']
const initial = ['INTERNET', 'FRIENDS', 'REALTOR', 'OUTDOOR']
const of = (list: readonly string[], serial: number) => list[serial % list.length] ?? null

/** What is known of leads. */
export const writeLeads = (db: Db, leads: readonly WrittenCase[]): Promise<void> =>
  insertRows(
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
    leads.map(({ id, serial, household: { borrower, region } }) => {
      const { client } = borrower
      return [
        id,
        client.lastName,
        client.firstName,
        client.middleName,
        client.sex,
        client.birthDate,
        client.phone,
        client.email,
        region.city,
        of(sources, serial),
      ]
    }),
  )

function coBorrowersOf({ household: { other } }: WrittenCase) {
  if (other === null) return []
  const { client } = other
  return [
    {
      key: `00000000-0000-4000-8999-${String(client.serial).padStart(12, '0')}`,
      role: other.role,
      lastName: client.lastName,
      firstName: client.firstName,
      middleName: client.middleName,
      sex: client.sex,
      birthDate: client.birthDate,
      phone: client.phone,
      email: client.email,
      passport: client.passport,
      income: `${other.income}.00`,
    },
  ]
}

function shortRow(one: WrittenCase) {
  const { id, serial, deal, programme, household } = one
  const { client, income, employer } = household.borrower
  return [
    id,
    programme?.goal ?? null,
    `${deal.price}.00`,
    `${deal.down + deal.capital}.00`,
    deal.months,
    deal.rate,
    client.lastName,
    client.firstName,
    client.middleName,
    client.sex,
    client.birthDate,
    client.passport,
    client.phone,
    client.email,
    client.passportIssuedOn,
    client.passportUnitCode,
    client.passportIssuer,
    `гор. ${household.region.city}`,
    JSON.stringify(addressOf(household.region, client.serial)),
    `${income}.00`,
    `${paymentsOfAll(household)}.00`,
    employer,
    innOfEmployer(employer),
    JSON.stringify(coBorrowersOf(one)),
    of(sources, serial),
    of(initial, serial),
    serial % 5 !== 0,
    serial % 3 !== 0,
    'NDFL2',
    client.serial % 4 === 0,
  ]
}

/** The consents with which an application was sent, of everybody in it. */
async function writeConsents(db: Db, sent: readonly WrittenCase[]): Promise<void> {
  const rows = sent.flatMap((one) => {
    const day = startOf(one).toISOString().slice(0, 10)
    const days = figuresAt(startOf(one))['bureau-consent-validity']
    const end = Temporal.PlainDate.from(day).add({ days }).toString()
    return [null, ...coBorrowersOf(one).map(({ key }) => key)].flatMap((key) => [
      [one.id, 'PERSONAL_DATA', key, day, null],
      [one.id, 'CREDIT_BUREAU', key, day, end],
    ])
  })
  await insertRows(
    db,
    'short_consent',
    {
      application_id: 'int',
      kind: 'text',
      co_borrower_key: 'uuid',
      signed_on: 'date',
      valid_to: 'date',
      template_code: 'text',
      signature: 'text',
    },
    rows.map((row) => [...row, 'SHORT_USER_AGREEMENT', 'HANDWRITTEN']),
  )
}

/** What the decision engine has answered to those that were sent to it. */
async function writePreDecisions(db: Db, shorts: readonly WrittenCase[]): Promise<void> {
  const asked = shorts.flatMap((one) => {
    const step = one.steps.findLast(({ stage }) => stage === 'PRE_SCORING')
    return step?.to ? [{ one, at: step.from, to: step.to, isApproved: step.left?.to === 'PRE_APPROVED' }] : []
  })
  await sql`
    INSERT INTO pre_decision (application_id, requested_at, requested_by, state, attempts, answered_at, source, answer)
    SELECT id, at, by, state, 1, answered, 'STAND_IN', answer
    FROM jsonb_to_recordset(${JSON.stringify(
      asked.map(({ one: { id, agentId, deal, serial }, at, to, isApproved }) => ({
        id,
        at: text(at),
        by: agentId,
        state: isApproved ? 'APPROVED' : 'REJECTED',
        answered: text(to),
        answer: {
          requestNumber: `СПР-${String(serial * 7_919).padStart(8, '0')}`,
          score: isApproved ? 560 + (serial % 250) : 330 + (serial % 80),
          maxAmount: isApproved ? `${deal.amount}.00` : null,
          rate: isApproved ? deal.rate : null,
          debtLoad: deal.load.toFixed(2),
          notes: isApproved ? [] : ['Низкий скоринговый балл'],
        },
      })),
    )}::text::jsonb) a (id int, at timestamptz, by int, state text, answered timestamptz, answer jsonb)
    ORDER BY at`.execute(db)
}

/** What is known of short applications, with their consents and preliminary decisions. */
export async function writeShorts(db: Db, shorts: readonly WrittenCase[]): Promise<void> {
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
      passport_issued_on: 'date',
      passport_unit_code: 'text',
      passport_issuer: 'text',
      birth_place: 'text',
      address: 'jsonb',
      income: 'numeric',
      obligations: 'numeric',
      employer_name: 'text',
      employer_inn: 'text',
      co_borrowers: 'jsonb',
      source_code: 'text',
      initial_source_code: 'text',
      life_insurance: 'boolean',
      electronic_registration: 'boolean',
      income_verification: 'text',
      salary_client: 'boolean',
    },
    shorts.map(shortRow),
  )
  await writeConsents(
    db,
    shorts.filter((one) => entryOf(one, 'NEW') !== undefined),
  )
  await writePreDecisions(db, shorts)
}
