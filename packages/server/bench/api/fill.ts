import type { BenchDatabase } from '../database.ts'

/** How many of each; half of the approvers in each department, one application in ten still open. */
export interface Scale {
  readonly approvers: number
  readonly applications: number
}

const surnames =
  'Абрамов Алёшин Артемьев Белоусов Беляев Виноградов Воробьёв Гаврилов Голубев Громов Давыдов Дёмин Ежов Ершов Жуков Зайцев Зимин Исаев Калинин Ковалёв Комаров Королёв Крылов Лапин Лебедев Логинов Мартынов Миронов Нестеров Новиков Осипов Пахомов Попов Рогов Рыбаков Семёнов Соболев Сорокин Тарасов Титов Ушаков Фёдоров Филатов Фомин Хомяков Цветков Чернов Шестаков Щербаков Юдин Яковлев'
const names =
  'Александр Алексей Артём Борис Вадим Виктор Глеб Даниил Егор Иван Кирилл Лев Максим Михаил Никита Олег Павел Пётр Роман Семён Сергей Тимур Фёдор Юрий'

/** A number from 0 up to `below` that looks random and is the same every time. */
const chance = (salt: string, below: number) => `(hashint4(i * 16 + ${salt}) & 2147483647) % ${below}`

const picked = (list: string, size: string, salt: number) =>
  `ARRAY(SELECT DISTINCT (${list})[1 + ${chance(`${salt} + k * 7`, 1_000_000)} % cardinality(${list})]
    FROM generate_series(1, ${size}) AS k ORDER BY 1)`

/**
 * The bank at its full size, in the proportions of the demo bank: a half of the approvers for all partners, the others
 * for 30 to 120; a third for all regions, the others for 3 to 30; one approver in
 * eighty has the rare fourth level, so that the measured list finds about 600.
 */
export async function fillBank({ sql }: BenchDatabase, { approvers, applications }: Scale): Promise<void> {
  const [last] = await sql<{ employee: number; approver: number }>(
    'SELECT (SELECT max(id) FROM employee) AS employee, (SELECT max(id) FROM approver) AS approver',
  )
  const { employee = 0, approver = 0 } = last ?? {}
  await sql(
    `INSERT INTO employee (id, partner_id, last_name, first_name, middle_name, job_title)
     SELECT $1::int + i, CASE WHEN i % 20 = 0 THEN 2 ELSE 1 END, s[1 + ${chance('1', 1_000_000)} % cardinality(s)],
       n[1 + ${chance('2', 1_000_000)} % cardinality(n)],
       n[1 + ${chance('3', 1_000_000)} % cardinality(n)] || 'ович', 'Андеррайтер'
     FROM generate_series(1, $2::int) AS i,
       (SELECT string_to_array($3, ' ') AS s, string_to_array($4, ' ') AS n) AS words`,
    [employee, approvers, surnames, names],
  )
  await sql(
    `INSERT INTO approver (id, type, employee_id, partner_id, full_name, work_status, level_codes, status_codes,
       all_partners, partner_ids, all_regions, region_codes, shift_from, shift_by, max_open)
     SELECT $3::int + i, CASE WHEN i % 2 = 0 THEN 'oic' ELSE 'nis' END, $1::int + i, 1, '',
       CASE WHEN ${chance('4', 100)} < 80 THEN 'ACTIVE' WHEN ${chance('4', 100)} < 90 THEN 'PAUSE' ELSE 'INACTIVE' END,
       CASE WHEN ${chance('5', 80)} = 0 THEN ARRAY['LEVEL_3', 'LEVEL_4'] ELSE ${picked("ARRAY['LEVEL_1', 'LEVEL_2', 'LEVEL_3']", '2', 6)} END,
       CASE WHEN i % 2 = 0 THEN '{}' ELSE ARRAY['UNDERWRITING', 'VERIFICATION'] END,
       i % 4 < 2, CASE WHEN i % 4 < 2 THEN '{}' ELSE ${picked('p.ids', `30 + ${chance('7', 90)}`, 8)} END,
       ${chance('9', 3)} = 0, CASE WHEN ${chance('9', 3)} = 0 THEN '{}' ELSE ${picked('r.codes', `3 + ${chance('10', 27)}`, 11)} END,
       make_time(${chance('12', 24)}, 0, 0), make_time(${chance('13', 24)}, 0, 0), 5 * (4 + ${chance('14', 5)})
     FROM generate_series(1, $2::int) AS i,
       (SELECT array_agg(id ORDER BY id) AS ids FROM partner WHERE id > 1) AS p,
       (SELECT array_agg(code ORDER BY code) AS codes FROM reference_item WHERE dictionary = 'region'
         AND attributes -> 'isSubject' = 'true') AS r`,
    [employee, approvers, approver],
  )
  await sql(
    `INSERT INTO application (number, type, client_name, programme, level_code, outside_status, partner_id, region_code,
       received_at, due_at, approver_id, assigned_at, closed_at)
     SELECT 'B-' || i, a.type, 'Клиент ' || i, 'Новостройка', a.level_codes[1], 'UNDERWRITING', 2, '77',
       now() - make_interval(hours => ${chance('1', 8_000)}), now() + make_interval(hours => ${chance('2', 96)} - 24),
       a.id, now(), CASE WHEN i % 10 > 0 THEN now() END
     FROM generate_series(1, $1::int) AS i JOIN approver a ON a.id = $3::int + 1 + ${chance('3', 1_000_000_000)} % $2::int`,
    [applications, approvers, approver],
  )
  await sql(
    `UPDATE approver_workload w SET open_count = o.n, last_assigned_at = now()
     FROM (SELECT approver_id, count(*) AS n FROM application WHERE closed_at IS NULL AND approver_id IS NOT NULL GROUP BY 1) o
     WHERE o.approver_id = w.approver_id`,
  )
  await sql('VACUUM ANALYZE')
  await sql('CHECKPOINT')
}
