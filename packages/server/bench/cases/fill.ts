import { dropIndexes, makeIndexes, withoutHourlyLimit } from '../bulk.ts'
import type { BenchDatabase } from '../database.ts'

/** How many of each. */
export interface Scale {
  readonly short: number
  readonly full: number
}

const surnames =
  'Абрамов Алёшин Беляев Виноградов Воробьёв Громов Давыдов Ежов Жуков Зайцев Исаев Калинин Ковалёв Крылов Лебедев Миронов Нестеров Новиков Осипов Попов Рогов Семёнов Соболев Тарасов Титов Ушаков Фёдоров Фомин Цветков Яковлев'
const names =
  'Александр Алексей Борис Вадим Виктор Глеб Иван Кирилл Лев Максим Никита Олег Павел Роман Тимур Юрий'
const shortStages =
  'DRAFT NEW IN_WORK IN_WORK WAITING_CLIENT PRE_APPROVED CONVERTED CONVERTED REJECTED ARCHIVE ARCHIVE'
const fullStages =
  'FILLING FILLING DOCS_CHECK REWORK UNDERWRITING VERIFICATION APPROVED REALTY_SELECTION REALTY_CHECK DEAL DEAL ARCHIVE'

/** A number from 0 up to `below` that looks random and is the same every time. */
const chance = (salt: number, below: number | string) =>
  `(hashint4(i * 16 + ${salt}) & 2147483647) % (${below})`
const picked = (list: string, salt: number) =>
  `(string_to_array('${list}', ' '))[1 + ${chance(salt, list.split(' ').length)}]`

const filled = [
  'person',
  'case_file',
  'case_stage',
  'case_task',
  'short_application',
  'case_participant',
  'case_section',
]

/**
 * Short and full applications with their people, stages, clocks and tasks; full ones with the participant and four
 * sections. Without triggers: the history of a million rows is not what is measured.
 */
export async function fillCases({ sql }: Pick<BenchDatabase, 'sql'>, { short, full }: Scale): Promise<void> {
  const all = short + full
  await sql(withoutHourlyLimit)
  await sql(`
    SET session_replication_role = replica;
    ${dropIndexes(filled)}
    CREATE TEMP TABLE made AS SELECT i, i <= ${short} AS is_short,
      ${picked(surnames, 1)} AS surname, ${picked(names, 2)} AS name, 'Иванович' AS father,
      (ARRAY[2, 3, 4, 5])[1 + ${chance(3, 4)}] AS partner,
      (ARRAY['16', '63', '66', '59', '77', '78'])[1 + ${chance(4, 6)}] AS region,
      CASE WHEN i <= ${short} THEN ${picked(shortStages, 5)} ELSE ${picked(fullStages, 6)} END AS stage,
      now() - make_interval(mins => ${chance(7, 365 * 1440)}) AS at, 1000000 + ${chance(8, 90)} * 100000 AS amount
      FROM generate_series(1, ${all}) i;
    INSERT INTO person (id, partner_id, last_name, first_name, middle_name, sex, birth_date, passport, phone)
      SELECT i, partner - partner % 2, surname, name, father, 'MALE', date '1965-01-01' + (i % 13000),
        (4500000000 + i)::text, '7' || lpad(i::text, 10, '0') FROM made;
    INSERT INTO case_file (id, type, number, partner_id, region_code, programme_code, programme, client_name, person_id,
        client_phone, amount, channel, stage, stage_since, due_at, closed, archived_at, responsible_id, created_at)
      SELECT i, CASE WHEN is_short THEN 'SHORT_APPLICATION' ELSE 'FULL_APPLICATION' END,
        CASE WHEN is_short THEN 'К' ELSE 'И' END || '-26-' || lpad(i::text, 7, '0'), partner, region, '2',
        'Приобретение готового жилья', surname || ' ' || name || ' ' || father, i, '7' || lpad(i::text, 10, '0'), amount,
        'AGENT', stage, at, CASE WHEN stage IN ('NEW', 'IN_WORK', 'FILLING', 'DOCS_CHECK', 'UNDERWRITING', 'VERIFICATION')
          THEN at + interval '10 days' END, stage IN ('CONVERTED', 'DEAL', 'ARCHIVE'),
        CASE WHEN stage = 'ARCHIVE' THEN at END, CASE WHEN i % 3 > 0 THEN 4 END, at FROM made ORDER BY i;
    INSERT INTO case_stage (case_id, stage, entered_at) SELECT i, stage, at FROM made;
    INSERT INTO case_clock (case_id, stage, target_minutes, running_since, due_at, segments)
      SELECT id, stage, 960, stage_since, due_at, jsonb_build_array(jsonb_build_object('kind', 'RUN', 'stage', stage,
        'from', stage_since, 'to', NULL, 'minutes', 0)) FROM case_file WHERE due_at IS NOT NULL;
    INSERT INTO case_task (case_id, case_type, partner_id, stage, title, operation, assignee_id, state, created_at, taken_at, due_at)
      SELECT id, type, partner_id, stage, 'Задача этапа', CASE stage WHEN 'DOCS_CHECK' THEN 'Check'
          WHEN 'UNDERWRITING' THEN 'Underwrite' WHEN 'VERIFICATION' THEN 'Verify' WHEN 'REALTY_CHECK' THEN 'CheckRealty'
          ELSE 'Send' END, responsible_id, CASE WHEN responsible_id IS NULL THEN 'IDLE' ELSE 'RUNNING' END, stage_since,
        CASE WHEN responsible_id IS NOT NULL THEN stage_since END, due_at
      FROM case_file WHERE NOT closed;
    INSERT INTO short_application (id, goal_code, object_price, down_payment, months, last_name, first_name, middle_name,
        birth_date, passport, phone)
      SELECT i, 'SECONDARY_MARKET', amount * 2, amount, 240, surname, name, father, date '1965-01-01' + (i % 13000),
        (4500000000 + i)::text, '7' || lpad(i::text, 10, '0') FROM made WHERE is_short;
    INSERT INTO case_participant (id, case_id, role, person_id, name, sort)
      SELECT i, i, 'MAIN_BORROWER', i, surname || ' ' || name || ' ' || father, 1 FROM made WHERE NOT is_short;
    INSERT INTO case_section (case_id, section, participant_id, data, filled, needed)
      SELECT i, 'CREDIT', NULL, jsonb_build_object('programme', '2', 'goal', 'SECONDARY_MARKET', 'regionCode', region,
        'propertyPrice', amount * 2 || '.00', 'downPayment', amount || '.00', 'downPaymentSource', 'SAVINGS',
        'amount', amount || '.00', 'termMonths', 240, 'rate', '19.9', 'maternityCapital', false, 'lifeInsurance', true), 11, 11
      FROM made WHERE NOT is_short
      UNION ALL SELECT i, 'PERSONAL', i, jsonb_build_object('lastName', surname, 'firstName', name, 'middleName', father,
        'passport', (4500000000 + i)::text, 'phone', '7' || lpad(i::text, 10, '0'), 'citizenship', '643'), 6, 20
      FROM made WHERE NOT is_short
      UNION ALL SELECT i, 'OBLIGATIONS', i, '{"noObligations": true}', 0, 0 FROM made WHERE NOT is_short
      UNION ALL SELECT i, 'ASSETS', i, '{"noAssets": true}', 0, 0 FROM made WHERE NOT is_short;
    SELECT setval('case_id_seq', ${all}), setval('person_id_seq', ${all}), setval('case_participant_id_seq', ${all});
    DROP TABLE made;
    ${makeIndexes}
    SET session_replication_role = origin;
    SELECT retally_cases();
  `)
  await sql('VACUUM ANALYZE')
}
