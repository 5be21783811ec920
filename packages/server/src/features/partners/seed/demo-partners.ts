import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { type Chance, innOf, kppOf, ogrnOf } from '#db/seed/generator.ts'

const cities = [
  ['Москва', '77'],
  ['Санкт-Петербург', '78'],
  ['Казань', '16'],
  ['Екатеринбург', '66'],
  ['Новосибирск', '54'],
  ['Нижний Новгород', '52'],
  ['Самара', '63'],
  ['Уфа', '02'],
  ['Красноярск', '24'],
  ['Пермь', '59'],
  ['Воронеж', '36'],
  ['Волгоград', '34'],
  ['Краснодар', '23'],
  ['Тюмень', '72'],
  ['Ижевск', '18'],
  ['Барнаул', '22'],
  ['Иркутск', '38'],
  ['Хабаровск', '27'],
  ['Владивосток', '25'],
  ['Ярославль', '76'],
  ['Томск', '70'],
  ['Кемерово', '42'],
  ['Рязань', '62'],
  ['Орёл', '57'],
  ['Королёв', '50'],
  ['Берёзовский', '66'],
  ['Ростов-на-Дону', '61'],
  ['Челябинск', '74'],
] as const
const kinds = [
  'Ипотечный центр',
  'Дом и кредит',
  'Жилищный брокер',
  'Недвижимость',
  'Ключи',
  'Новосёл',
  'Переезд',
  'Метраж',
]
const roles = [
  'RegionalOperator',
  'LeadCreator',
  'ManagingAgent',
  'MortgageSupplier',
  'CallCenter',
  'IssueAgent',
]
const total = 300
/** Some partners do not bring clients but serve them: every such index is one of these. */
const servants = [
  { every: 20, first: 7, kind: 'Оценочная компания', roles: ['Appraiser'], profile: 'APPRAISER' },
  { every: 30, first: 11, kind: 'Страховой дом', roles: ['Insurer'], profile: 'INSURER' },
]

/** A made-up partner of the demo bank. */
export interface DemoPartner {
  readonly id: number
  readonly shortName: string
  readonly city: string
  readonly regionCode: string
  readonly parentId: number | null
  readonly roles: readonly string[]
  readonly profile: string
}

function makePartner(chance: Chance, index: number, id: number): DemoPartner {
  const [city, regionCode] = chance.of(cities)
  const parentId = index % 5 === 4 ? id - chance.whole(1, 4) : null
  const servant = servants.find(({ every, first }) => parentId === null && index % every === first)
  const kind = chance.of(kinds)
  const shortName = `${servant?.kind ?? kind} «${city}»${parentId === null ? ` ${index + 1}` : `, филиал ${index + 1}`}`
  const drawn = chance.some(roles, chance.whole(1, 2))
  return {
    id,
    shortName,
    city,
    regionCode,
    parentId,
    roles: servant?.roles ?? drawn,
    profile: servant?.profile ?? 'AGENCY',
  }
}

const toRow = ({ id, shortName, city, regionCode, parentId, profile }: DemoPartner, now: Date) => ({
  id,
  short_name: shortName,
  full_name: `Общество с ограниченной ответственностью ${shortName}`,
  inn: innOf(parentId ?? id),
  kpp: parentId === null ? kppOf('0000', '01', 1) : kppOf(`00${regionCode}`, '43', id),
  ogrn: ogrnOf(parentId ?? id),
  okopf_code: '12300',
  parent_id: parentId,
  branch_type_code: parentId === null ? 'HEAD' : 'BRANCH',
  business_profile_codes: [profile],
  company_group_code: 'OTHER',
  region_code: regionCode,
  legal_address: { value: `г. ${city}, ул. Примерная, д. ${1 + (id % 90)}`, regionCode },
  actual_address: {
    value: `г. ${city}, ул. Примерная, д. ${1 + (id % 90)}, офис ${100 + (id % 300)}`,
    regionCode,
  },
  tenancy_type_code: id % 3 === 0 ? 'OWN' : 'RENT',
  tenant_type_code: id % 3 === 0 ? null : 'LEGAL',
  created_at: new Date(now.getTime() - (400 + ((id * 37) % 2_000)) * 86_400_000).toISOString(),
})

/** Fills the partners up to 300; every fifth is a branch. Answers those that were made and the ids that bring applications. */
export async function seedDemoPartners(
  db: Db,
  chance: Chance,
  now: Date,
): Promise<{ made: DemoPartner[]; ids: number[] }> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM partner ORDER BY id`.execute(db)
  const first = Math.max(...rows.map((row) => row.id)) + 1
  const made = Array.from({ length: total - rows.length }, (_, index) =>
    makePartner(chance, index, first + index),
  )
  // Partners come before their branches: the trigger reads the parent's place in the tree.
  const inOrder = [...made].sort((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null))
  await sql`
    INSERT INTO partner (uid, id, short_name, full_name, inn, kpp, ogrn, okopf_code, parent_id, branch_type_code,
      business_profile_codes, company_group_code, region_code, legal_address, actual_address, tenancy_type_code,
      tenant_type_code, created_at)
    SELECT md5('partner ' || p.id)::uuid, p.* FROM jsonb_to_recordset(${JSON.stringify(inOrder.map((p) => toRow(p, now)))}::text::jsonb) AS p(id int,
      short_name text, full_name text, inn text, kpp text, ogrn text, okopf_code text, parent_id int, branch_type_code text,
      business_profile_codes text[], company_group_code text, region_code text, legal_address jsonb, actual_address jsonb,
      tenancy_type_code text, tenant_type_code text, created_at timestamptz)`.execute(db)
  await sql`SELECT setval(pg_get_serial_sequence('partner', 'id'), (SELECT max(id) FROM partner))`.execute(db)
  return { made, ids: [...rows.map((row) => row.id).filter((id) => id > 1), ...made.map((p) => p.id)] }
}
