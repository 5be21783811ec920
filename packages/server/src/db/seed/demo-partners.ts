import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Chance } from './generator.ts'
import { innOf } from './generator.ts'

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

/** Fills the partners up to 300; every fifth is a branch. Answers the ids that bring applications. */
export async function seedDemoPartners(db: Db, chance: Chance): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM partner ORDER BY id`.execute(db)
  const first = Math.max(...rows.map((row) => row.id)) + 1
  const partners = Array.from({ length: total - rows.length }, (_, index) => {
    const [city, regionCode] = chance.of(cities)
    const id = first + index
    const parentId = index % 5 === 4 ? id - chance.whole(1, 4) : null
    const shortName = `${chance.of(kinds)} «${city}»${parentId === null ? ` ${index + 1}` : `, филиал ${index + 1}`}`
    return { id, shortName, regionCode, parentId, roles: chance.some(roles, chance.whole(1, 2)) }
  })
  // Partners come before their branches: the trigger reads the parent's place in the tree.
  const inOrder = [...partners].sort((a, b) => Number(a.parentId !== null) - Number(b.parentId !== null))
  await sql`
    INSERT INTO partner (id, short_name, full_name, inn, parent_id, region_code, roles)
    SELECT p.id, p.short_name, 'Общество с ограниченной ответственностью ' || p.short_name, p.inn, p.parent_id, p.region, string_to_array(p.roles, ',')
    FROM unnest(${inOrder.map((p) => p.id)}::int[], ${inOrder.map((p) => p.shortName)}::text[],
      ${inOrder.map((p) => innOf(p.id))}::text[], ${inOrder.map((p) => p.parentId)}::int[],
      ${inOrder.map((p) => p.regionCode)}::text[], ${inOrder.map((p) => p.roles.join(','))}::text[])
      AS p(id, short_name, inn, parent_id, region, roles)`.execute(db)
  await sql`SELECT setval(pg_get_serial_sequence('partner', 'id'), (SELECT max(id) FROM partner))`.execute(db)
  return [...rows.map((row) => row.id).filter((id) => id > 1), ...partners.map((p) => p.id)]
}
