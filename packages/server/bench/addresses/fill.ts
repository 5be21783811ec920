import type { BenchDatabase } from '../database.ts'

/** How many objects beside the delivered ones. */
export interface Scale {
  readonly districts: number
  readonly settlements: number
  readonly streets: number
  readonly houses: number
}

const streetWords =
  'Центральная Садовая Молодёжная Школьная Лесная Набережная Ленина Мира Новая Советская Октябрьская Заречная Гагарина Пушкина Кирова Комсомольская Победы Зелёная Первомайская Полевая Луговая Солнечная Калинина Строителей Чапаева Пионерская Железнодорожная Вокзальная Горького Рабочая Юбилейная Восточная Северная Южная Западная Лермонтова Чехова Маяковского Суворова Кутузова Космонавтов Парковая Спортивная Дзержинского Фрунзе Свердлова Куйбышева Ломоносова Менделеева Толстого Тургенева Некрасова Гоголя Мичурина Тимирязева Королёва Жукова Матросова Панфилова Цветочная'
const firstSyllables =
  'Бере Вере Гор Дуб Еле Жар Зало Ива Кал Лип Мал Ново Оси Пав Рож Сос Тара Ува Федо Хол Чер Шум Щер Юрь Яро Стар Красно Бело Верх Ниж'
const middleSyllables = 'бо ви го до же зи ки ло ме ни ро са ту фи хо цы ча ше щи ря пов мен лих дер тон вас'
const lastSyllables =
  'ино ово ево ка ск вка цы ье ная ный ское град поль ки ево-Озеро ино-Луг ищи ята ичи ань уха янка овка енка'
const types = 'ул ул ул ул ул ул пер пер пр-кт пр-д ш б-р наб пл'

/** A number from 0 up to `below` that looks random and is the same every time. */
const chance = (value: string, salt: number, below: string) =>
  `((hashint8(${value} * 16 + ${salt}) & 2147483647)::bigint % (${below}))`
const picked = (list: string, value: string, salt: number, squared = false) => {
  const words = `string_to_array('${list}', ' ')`
  const count = list.split(' ').length
  // Squared: the first words are much more frequent, as streets of the country are named.
  const at = squared
    ? `floor(${count} * power(${chance(value, salt, '10000')} / 10000.0, 2))::int`
    : chance(value, salt, String(count))
  return `(${words})[1 + ${at}]`
}
const madeName = (value: string, salt: number) =>
  `${picked(firstSyllables, value, salt)} || ${picked(middleSyllables, value, salt + 1)} || ${picked(lastSyllables, value, salt + 2)}`

const always = `'2000-01-01'::date, '2000-01-01'::date, '2079-06-06'::date`
const guid = (value: string) => `md5('bench' || ${value})::uuid`

/**
 * A country of the register's size straight into its tables: the delivered regions and cities, districts, settlements,
 * and streets, of which a third are in cities (the bigger has more) and the rest in settlements. Then the search is made
 * as an import makes it.
 */
export async function fillAddresses({ sql }: BenchDatabase, scale: Scale): Promise<number> {
  const { districts, settlements, streets, houses } = scale
  const step = async (name: string, text: string) => {
    const begun = performance.now()
    await sql(text)
    console.log(`${name}: ${((performance.now() - begun) / 1_000).toFixed(1)} с`)
  }
  const first = 10_000_000
  const settlement = first + districts
  const street = settlement + settlements
  await step(
    'места',
    `CREATE TABLE bench_region AS SELECT row_number() OVER (ORDER BY pos) - 1 AS at, object_id FROM address_search WHERE level = 1;
    CREATE TABLE bench_city AS SELECT row_number() OVER (ORDER BY pos) - 1 AS at, object_id FROM address_search WHERE level = 5 OR type_name = 'г';
    CREATE UNIQUE INDEX ON bench_region (at);
    CREATE UNIQUE INDEX ON bench_city (at);
    CREATE TABLE bench_object AS
      SELECT ${first} + i AS id, r.object_id AS parent, 2 AS level, 'р-н' AS type, ${madeName('i', 1)} || 'ский' AS name
      FROM generate_series(0::bigint, ${districts - 1}) i JOIN bench_region r ON r.at = i % (SELECT count(*) FROM bench_region)
      UNION ALL
      SELECT ${settlement} + i, ${first} + ${chance('i', 4, String(districts))}, 6, ${picked('с д п х ст-ца', 'i', 5)}, ${madeName('i', 6)}
      FROM generate_series(0::bigint, ${settlements - 1}) i
      UNION ALL
      SELECT ${street} + i, CASE WHEN i % 3 = 0 THEN c.object_id ELSE ${settlement} + ${chance('i', 9, String(settlements))} END, 8,
        ${picked(types, 'i', 10)},
        CASE WHEN ${chance('i', 11, '10')} < 6 THEN ${picked(streetWords, 'i', 12, true)}
          WHEN ${chance('i', 11, '10')} < 8 THEN ${madeName('i', 13)} || 'ая'
          ELSE (1 + ${chance('i', 3, '9')}) || '-я ' || ${picked(streetWords, 'i', 14)} END
      FROM generate_series(0::bigint, ${streets - 1}) i
      LEFT JOIN bench_city c ON i % 3 = 0 AND c.at = floor((SELECT count(*) FROM bench_city) * power(${chance('i', 15, '10000')} / 10000.0, 4))`,
  )
  // Made again afterwards: five million rows into a sorted index by random GUID take most of the time otherwise.
  await sql(
    `DROP INDEX address_object_object, address_object_guid, address_house_guid, address_adm_hierarchy_parent`,
  )
  await step(
    'объекты',
    `INSERT INTO address_object (id, object_id, object_guid, name, type_name, level, update_date, start_date, end_date, is_actual, is_active)
    SELECT id, id, ${guid('id')}, name, type, level, ${always}, true, true FROM bench_object`,
  )
  await step(
    'иерархия',
    `INSERT INTO address_adm_hierarchy (object_id, id, parent_object_id, update_date, start_date, end_date, is_active)
    SELECT id, id, parent, ${always}, true FROM bench_object`,
  )
  const house = street + streets
  const onStreet = `${street} + ${chance('i', 2, String(streets))}`
  await step(
    'дома',
    `INSERT INTO address_house (object_id, id, object_guid, house_num, house_type, number, update_date, start_date, end_date, is_active)
    SELECT ${house} + i, i, ${guid('i')}, n, 2, n, ${always}, true
    FROM (SELECT i, (1 + ${chance('i', 1, '40')})::text AS n FROM generate_series(0::bigint, ${houses - 1}) i) numbered;
    INSERT INTO address_adm_hierarchy (object_id, id, parent_object_id, update_date, start_date, end_date, is_active)
    SELECT ${house} + i, i, ${onStreet}, ${always}, true FROM generate_series(0::bigint, ${houses - 1}) i`,
  )
  await step(
    'индексы почты',
    `INSERT INTO address_parameter (object_id, type_id, value, id, update_date, start_date, end_date)
    SELECT id, 5, 100000 + id % 899999, 0, ${always} FROM bench_object WHERE level = 8`,
  )
  await step(
    'индексы',
    `SET maintenance_work_mem = '512MB';
    CREATE INDEX address_object_object ON address_object (object_id);
    CREATE INDEX address_object_guid ON address_object (object_guid);
    CREATE INDEX address_house_guid ON address_house (object_guid);
    CREATE INDEX address_adm_hierarchy_parent ON address_adm_hierarchy (parent_object_id)`,
  )
  const begun = performance.now()
  const [made] = await sql<{ objects: number }>('SELECT address_search_rebuild() AS objects')
  console.log(`поиск: ${((performance.now() - begun) / 1_000).toFixed(1)} с`)
  await sql('DROP TABLE bench_region, bench_city, bench_object; CHECKPOINT')
  return made?.objects ?? 0
}
