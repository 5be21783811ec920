import { withAccountKey } from '@ipoteka-office/contract/common/bank-account.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { withoutTriggers } from '#db/seed/without-indexes.ts'
import { readBanks } from '#db/seed/banks.ts'
import type { DemoPartner } from './demo-partners.ts'
import { Chance, fullName, person } from '#db/seed/generator.ts'
import { seedPartners } from '#db/seed/organisation.ts'

const day = 86_400_000
const areas: Record<string, string> = {
  '77': '495',
  '78': '812',
  '16': '843',
  '66': '343',
  '63': '846',
  '54': '383',
}
const rateKinds = ['BASE', 'ACTION', 'SPECIAL'] as const
const accreditationTypes: Record<string, string> = { Appraiser: 'APPRAISER', Insurer: 'INSURER' }

type Row = Readonly<Record<string, unknown>>
interface Parts {
  readonly partner_account: Row[]
  readonly contact: Row[]
  readonly partner_region: Row[]
  readonly partner_role: Row[]
  readonly partner_rate: Row[]
  readonly partner_description: Row[]
  readonly partner_link: Row[]
}

/** An accreditation of a role, by the partner and the role's code: the row's id is not known yet. */
interface DemoAccreditation extends Row {
  readonly partner_id: number
  readonly role_code: string
}

const dayOf = (now: Date, days: number) => new Date(now.getTime() + days * day).toISOString().slice(0, 10)

/** Partners of the demo sign-ins have something on every tab. */
const isShown = (id: number) => organisation.some((one) => one.id === id)

/** Numbers of the exchange 000 belong to nobody. */
const phone = (area: string, serial: number) => `+7${area}000${String(serial % 10_000).padStart(4, '0')}`

function contactsOf(chance: Chance, { id, regionCode, city }: DemoPartner): Row[] {
  const area = areas[regionCode] ?? '800'
  const row = (contact_type_id: number, value: string, main: boolean, comment = '') => ({
    partner_id: id,
    contact_type_id,
    value,
    main,
    comment,
  })
  return [
    row(1, phone(area, id), true, 'Приёмная'),
    ...(chance.percent(40) ? [row(1, phone(area, id + 3_000), false, `Отдел ипотеки, ${city}`)] : []),
    ...(chance.percent(15) ? [row(2, phone(area, id + 6_000), true)] : []),
    row(3, `office@partner${id}.example`, true),
    ...(chance.percent(60) ? [row(4, `https://partner${id}.example`, true)] : []),
  ]
}

function accountsOf(chance: Chance, id: number, bics: readonly string[]): Row[] {
  return Array.from({ length: chance.percent(35) ? 2 : 1 }, (_, index) => {
    const bic = chance.of(bics)
    const account = withAccountKey(`407028100${String(index)}000${String(id).padStart(7, '0')}`, bic)
    const purpose = index === 0 ? 'Расчёты с банком' : 'Вознаграждение агента'
    return { partner_id: id, account, bic, purpose, main: index === 0 }
  })
}

function ratesOf(chance: Chance, id: number, now: Date): Row[] {
  if (chance.percent(45) && !isShown(id)) return []
  const rate_code = chance.of(rateKinds)
  const value = (0.25 * chance.whole(1, 12)).toFixed(2)
  const before = {
    partner_id: id,
    rate_code,
    value: '1',
    date_from: dayOf(now, -700),
    date_to: dayOf(now, -101),
  }
  const present = { partner_id: id, rate_code, value, date_from: dayOf(now, -100), date_to: dayOf(now, 265) }
  return chance.percent(50) ? [before, present] : [present]
}

/** Days from now to the end, and the status, of one accreditation in a hundred kinds. */
function endOf(chance: Chance): [days: number, status: string] {
  const kind = chance.whole(1, 100)
  if (kind <= 9) return [chance.whole(1, 29), 'ACTIVE']
  if (kind <= 16) return [-chance.whole(1, 90), 'ACTIVE']
  if (kind <= 20) return [chance.whole(60, 500), 'SUSPENDED']
  if (kind <= 22) return [chance.whole(60, 500), 'REVOKED']
  if (kind <= 27) return [chance.whole(300, 700), 'PENDING']
  return [chance.whole(40, 700), 'ACTIVE']
}

const accreditation = (
  partner_id: number,
  role_code: string,
  [days, status]: [number, string],
  now: Date,
): DemoAccreditation => ({
  partner_id,
  role_code,
  type_code: accreditationTypes[role_code] ?? 'AGENT',
  status,
  date_from: dayOf(now, days - 730),
  date_to: dayOf(now, days),
  document_name: 'Решение комитета по аккредитации',
  document_number: `А-${partner_id}/${Math.abs(days)}`,
  document_date: dayOf(now, days - 735),
})

const descriptionOf = (chance: Chance, { id, shortName, city }: DemoPartner): Row => ({
  partner_id: id,
  text: `${shortName}: ${chance.of(['работает с новостройками', 'ведёт сделки вторичного рынка', 'приводит клиентов с рынка аренды'])}. Город: ${city}. Контактное лицо: ${fullName(person(chance))}.`,
  author_id: chance.whole(1, 2),
})

/** The two partners of the demo sign-ins show every state. */
const organisation: DemoPartner[] = Object.values(seedPartners).map((p) => ({
  ...p,
  profile: 'REGIONAL_OPERATOR',
}))
const shown = (now: Date): DemoAccreditation[] => [
  accreditation(2, 'RegionalOperator', [400, 'ACTIVE'], now),
  accreditation(2, 'LeadCreator', [12, 'ACTIVE'], now),
  accreditation(4, 'RegionalOperator', [20, 'ACTIVE'], now),
  accreditation(4, 'ManagingAgent', [-20, 'ACTIVE'], now),
]

/** Rows of a batch through the columns that the first of them names. */
async function insertAll(db: Db, table: string, types: string, rows: readonly Row[]): Promise<void> {
  const columns = types.split(',').map((column) => column.trim().split(' ')[0] ?? '')
  const missing = Object.fromEntries(columns.map((column) => [column, null]))
  const full = rows.map((row) => ({ ...missing, ...defaults, ...row }))
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    SELECT * FROM jsonb_to_recordset(${JSON.stringify(full)}::text::jsonb) AS r(${sql.raw(types)})
    ON CONFLICT DO NOTHING`.execute(db)
}
const defaults = { comment: '', main: false }

const types: Record<keyof Parts, string> = {
  partner_role: 'partner_id int, role_code text',
  partner_account: 'partner_id int, account text, bic text, purpose text, main boolean',
  contact: 'partner_id int, contact_type_id int, value text, main boolean, comment text',
  partner_region: 'partner_id int, region_code text',
  partner_rate: 'partner_id int, rate_code text, value numeric, date_from date, date_to date',
  partner_description: 'partner_id int, text text, author_id int',
  partner_link: 'partner_id int, linked_partner_id int, role_code text, date_from date',
}

async function insertAccreditations(db: Db, list: readonly DemoAccreditation[]): Promise<void> {
  await sql`
    INSERT INTO accreditation (partner_id, partner_role_id, type_code, status, date_from, date_to, document_name,
      document_number, document_date)
    SELECT a.partner_id, r.id, a.type_code, a.status, a.date_from, a.date_to, a.document_name, a.document_number, a.document_date
    FROM jsonb_to_recordset(${JSON.stringify(list)}::text::jsonb) AS a(partner_id int, role_code text, type_code text,
      status text, date_from date, date_to date, document_name text, document_number text, document_date date)
    JOIN partner_role r ON r.partner_id = a.partner_id AND r.role_code = a.role_code`.execute(db)
}

const regionsOf = (chance: Chance, { id, regionCode }: DemoPartner, regions: readonly string[]): Row[] =>
  [...new Set([regionCode, ...chance.some(regions, chance.whole(0, 2))])].map((region_code) => ({
    partner_id: id,
    region_code,
  }))

function linksOf(chance: Chance, partners: readonly DemoPartner[], now: Date): Row[] {
  const creators = partners.filter(({ roles }) => roles.includes('LeadCreator')).map(({ id }) => id)
  return partners
    .filter(({ parentId }) => parentId === null)
    .flatMap(({ id }) =>
      chance
        .some(creators, chance.whole(isShown(id) ? 1 : 0, 2))
        .filter((other) => other !== id)
        .map((other) => ({
          partner_id: id,
          linked_partner_id: other,
          role_code: 'LeadCreator',
          date_from: dayOf(now, -chance.whole(10, 900)),
        })),
    )
}

/** Every tab of every demo partner: accounts, contacts, regions, roles with accreditation, rates, links, descriptions. */
export async function seedDemoPartnerParts(
  db: Db,
  made: readonly DemoPartner[],
  regions: readonly string[],
  now: Date,
): Promise<void> {
  // A chance of its own: what is drawn here changes nothing elsewhere in the demo bank.
  const chance = new Chance(3_011)
  const bics = (await readBanks()).map(([bic]) => bic)
  const partners = [...organisation, ...made]
  const parts: Parts = {
    partner_role: made.flatMap(({ id, roles }) => roles.map((role_code) => ({ partner_id: id, role_code }))),
    partner_account: partners.flatMap(({ id }) => accountsOf(chance, id, bics)),
    contact: partners.flatMap((p) => contactsOf(chance, p)),
    partner_region: partners.flatMap((p) => regionsOf(chance, p, regions)),
    partner_rate: partners.flatMap(({ id }) => ratesOf(chance, id, now)),
    partner_description: partners.map((p) => descriptionOf(chance, p)),
    partner_link: linksOf(chance, partners, now),
  }
  // Row by row the regions would be gathered for the partner each time.
  await withoutTriggers(db, [['partner_region', 'partner_region_changed']], async () => {
    for (const [table, columns] of Object.entries(types))
      await insertAll(db, table, columns, parts[table as keyof Parts])
  })
  await sql`UPDATE partner SET region_code = region_code`.execute(db)
  const drawn = made.flatMap(({ id, roles }) =>
    roles.filter(() => chance.percent(70)).map((code) => accreditation(id, code, endOf(chance), now)),
  )
  await insertAccreditations(db, [...shown(now), ...drawn])
}
