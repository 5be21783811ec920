import type { BenchDatabase } from '../database.ts'

/** How many of each. */
export interface Scale {
  readonly partners: number
  readonly employees: number
}

/** The partner of the demo administrator of a partner: a fifth of all partners are its branches. */
export const largeNetwork = 4

const kinds =
  'Ипотечный центр|Дом и кредит|Жилищный брокер|Недвижимость|Ключи|Новосёл|Переезд|Метраж|Оценочная компания|Страховой дом|Строительный трест|Городская застройка'
const words =
  'Северный Южный Волжский Уральский Сибирский Балтийский Камский Донской Невский Приморский Алтайский Городской Новый Первый Единый Надёжный Светлый Добрый Зелёный Янтарный Кедровый Окский Полярный Речной'
const surnames =
  'Абрамов Алёшин Артемьев Белоусов Беляев Виноградов Воробьёв Гаврилов Голубев Громов Давыдов Дёмин Ежов Ершов Жуков Зайцев Зимин Исаев Калинин Ковалёв Комаров Королёв Крылов Лапин Лебедев Логинов Мартынов Миронов Нестеров Новиков Осипов Пахомов Попов Рогов Рыбаков Семёнов Соболев Сорокин Тарасов Титов Ушаков Фёдоров Филатов Фомин Хомяков Цветков Чернов Шестаков Щербаков Юдин Яковлев'
const names =
  'Александр Алексей Артём Борис Вадим Виктор Глеб Даниил Егор Иван Кирилл Лев Максим Михаил Никита Олег Павел Пётр Роман Семён Сергей Тимур Фёдор Юрий'
const roles =
  'RegionalOperator InitialCreditor MortgageSupplier ManagingAgent LeadCreator CallCenter Appraiser Insurer IssueAgent'
const jobs = 'Ипотечный агент|Менеджер|Старший менеджер|Руководитель офиса|Оценщик|Специалист сопровождения'

/** A number from 0 up to `below` that looks random and is the same every time. */
const chance = (salt: number, below: number | string) =>
  `(hashint4(i * 16 + ${salt}) & 2147483647) % (${below})`

const picked = (list: string, salt: number) =>
  `(SELECT list[1 + ${chance(salt, 'cardinality(list)')}] FROM (SELECT string_to_array('${list}', '${list.includes('|') ? '|' : ' '}') AS list) l)`

/**
 * Partners and employees at their full number: a fifth are branches of one network, two fifths of 500 smaller ones; each
 * has one or two roles (most accredited), one to four regions, and about ten employees with groups and roles. Without
 * triggers: the history of a million rows is not what is measured.
 */
export async function fillOrganisation(
  { sql }: BenchDatabase,
  { partners, employees }: Scale,
): Promise<void> {
  const [last] = await sql<{ partner: number; employee: number }>(
    'SELECT (SELECT max(id) FROM partner) AS partner, (SELECT max(id) FROM employee) AS employee',
  )
  const { partner = 0, employee = 0 } = last ?? {}
  const branches = Math.floor(partners / 5)
  const roots = Math.floor((partners * 3) / 5)
  await sql(`
    SET session_replication_role = replica;
    INSERT INTO partner (id, short_name, full_name, inn, kpp, ogrn, parent_id, ancestor_ids, roles, region_code, not_active)
    SELECT id, name, 'Общество с ограниченной ответственностью «' || name || '»', inn, '770101' || lpad((i % 1000)::text, 3, '0'),
      '1' || lpad(i::text, 12, '0'), parent, CASE WHEN parent IS NULL THEN ARRAY[id] ELSE ARRAY[parent, id] END, roles,
      region, ${chance(1, 20)} = 0
    FROM (SELECT i, ${partner} + i AS id, ${picked(kinds, 2)} || ' «' || ${picked(words, 3)} || '» ' || i AS name,
        lpad((7000000000 + i)::text, 10, '0') AS inn,
        CASE WHEN i <= ${branches} THEN ${largeNetwork} WHEN i <= ${roots} THEN ${partner} + ${roots} + 1 + i % 500 END AS parent,
        (SELECT array_agg(DISTINCT list[1 + (hashint4(i * 16 + 4 + k) & 2147483647) % cardinality(list)])
          FROM generate_series(1, 1 + i % 2) k, (SELECT string_to_array('${roles}', ' ') AS list) l) AS roles,
        r.codes[1 + ${chance(7, 'cardinality(r.codes)')}] AS region
      FROM generate_series(1, ${partners}) AS i,
        (SELECT array_agg(code ORDER BY code) AS codes FROM reference_item WHERE dictionary = 'region') AS r) made;
    INSERT INTO partner_role (partner_id, role_code) SELECT p.id, unnest(p.roles) FROM partner p WHERE p.id > ${partner};
    INSERT INTO accreditation (partner_id, partner_role_id, type_code, status, date_from, date_to)
    SELECT partner_id, id, '1', CASE WHEN id % 30 = 0 THEN 'SUSPENDED' ELSE 'ACTIVE' END, current_date - 300,
      current_date + (id % 700)::int - 30
    FROM partner_role WHERE partner_id > ${partner} AND id % 5 > 0;
    INSERT INTO partner_region (partner_id, region_code)
    SELECT ${partner} + i, r.codes[1 + (hashint4(i * 8 + k) & 2147483647) % cardinality(r.codes)]
    FROM generate_series(1, ${partners}) AS i, generate_series(1, 1 + i % 4) AS k,
      (SELECT array_agg(code ORDER BY code) AS codes FROM reference_item WHERE dictionary = 'region') AS r
    ON CONFLICT DO NOTHING;
    UPDATE partner p SET region_codes = ARRAY(SELECT p.region_code WHERE p.region_code IS NOT NULL
      UNION SELECT r.region_code FROM partner_region r WHERE r.partner_id = p.id ORDER BY 1);
    INSERT INTO employee (id, partner_id, partner_path, last_name, first_name, middle_name, job_title, login, email, phone, not_active)
    SELECT ${employee} + i, p.id, p.ancestor_ids, ${picked(surnames, 2)}, ${picked(names, 3)},
      ${picked(names, 4)} || 'ович', ${picked(jobs, 5)}, 'user' || i, 'user' || i || '@partner.example',
      '+79' || lpad(i::text, 9, '0'), ${chance(6, 25)} = 0
    FROM generate_series(1, ${employees}) AS i JOIN partner p ON p.id = ${partner} + 1 + ${chance(1, partners)};
    INSERT INTO workgroup (id, partner_id, name) OVERRIDING SYSTEM VALUE
    SELECT 1000 + i, ${partner} + i, 'Ипотечные заявки' FROM generate_series(1, ${partners}) AS i;
    INSERT INTO workgroup_employee (workgroup_id, employee_id)
    SELECT 1000 + e.partner_id - ${partner}, e.id FROM employee e WHERE e.id > ${employee} AND e.id % 2 = 0;
    INSERT INTO employee_user_role (employee_id, user_role_id)
    SELECT e.id, 4 + (e.id % 20 = 0)::int FROM employee e WHERE e.id > ${employee};
    SET session_replication_role = origin;`)
  await sql('VACUUM ANALYZE')
  await sql('CHECKPOINT')
}
