import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { afterTax } from '#features/cases/seed/demo-case-sections.ts'

/** Who the services are asked about, as `check-answers.service.ts` asks. */
const person = sql`
  jsonb_build_object(
    'fullName', p.name,
    'birthDate', personal.data -> 'birthDate',
    'passport', personal.data -> 'passport',
    'inn', personal.data -> 'inn',
    'snils', personal.data -> 'snils',
    'phone', personal.data -> 'phone',
    'email', personal.data -> 'email',
    'employerName', work.data -> 'employerName',
    'employerInn', work.data -> 'employerInn',
    'employerPhone', work.data -> 'employerPhone')`

/** The fund has the contract of every sixth a quarter of a year later than they say. */
const since = sql`
  CASE WHEN p.id % 6 = 0 THEN ((work.data ->> 'employedSince')::date + interval '3 months')::date
    ELSE (work.data ->> 'employedSince')::date END`

/** A year of income before tax, as employers have reported it. */
const reported = sql`
  (SELECT jsonb_agg(jsonb_build_object(
      'month', to_char(c.answered_at - make_interval(months => n), 'YYYY-MM'),
      'amount', round((income.data -> 'incomes' -> 0 ->> 'declared')::numeric / ${afterTax}::numeric, 2)))
    FROM generate_series(1, 12) n)`

/** What the employer does, by its field as the questionnaire tells it. */
const activity = sql`
  coalesce(${JSON.stringify({
    J: ['62.01', 'Разработка программного обеспечения'],
    G: ['47.11', 'Торговля розничная'],
    H: ['49.41', 'Деятельность автомобильного грузового транспорта'],
    Q: ['86.10', 'Деятельность больничных организаций'],
    P: ['85.14', 'Образование среднее общее'],
    F: ['41.20', 'Строительство жилых и нежилых зданий'],
    C: ['25.62', 'Обработка металлических изделий механическая'],
    O: ['84.11', 'Деятельность органов государственного управления'],
  })}::text::jsonb -> (work.data ->> 'activityField'), '["70.22", "Консультирование по вопросам управления"]'::jsonb)`

/** Who heads the employers: invented people. */
const heads = sql`
  ${JSON.stringify(['Ермаков Виктор Ильич', 'Лосева Нина Павловна', 'Гусев Артём Олегович', 'Шилова Вера Юрьевна', 'Титов Роман Львович', 'Белова Зоя Андреевна', 'Рябов Глеб Сергеевич', 'Носова Алла Викторовна'])}::text::jsonb`

/** What a register says beside its words (docs/outside-services.md). */
const details = sql`
  CASE
    WHEN c.state <> 'OK' THEN NULL
    WHEN c.code = 'FSSP' THEN '{"enforcement": "0"}'::jsonb
    WHEN c.code = 'EMPLOYER_EGRUL' THEN jsonb_build_object('employer', jsonb_build_object(
      'name', work.data -> 'employerName', 'inn', work.data -> 'employerInn', 'status', 'Действующая',
      'ogrn', '102770' || lpad((c.id % 10000000)::text, 7, '0'),
      'registeredOn', ((work.data ->> 'employedSince')::date - (900 + c.id % 4000)::int)::text,
      'activityCode', ${activity} -> 0, 'activity', ${activity} -> 1, 'headcount', 12 + c.id % 900,
      'addressCompanies', CASE WHEN c.id % 40 = 7 THEN 120 + c.id % 300 ELSE 1 + c.id % 6 END,
      'head', jsonb_build_object('name', ${heads} ->> (c.id % 8)::int,
        'companies', CASE WHEN c.id % 45 = 11 THEN 14 + c.id % 30 ELSE 1 + c.id % 3 END)))
    WHEN c.code = 'INCOME_PFR' AND work.data ? 'employedSince' THEN jsonb_build_object(
      'employment', jsonb_build_object('since', ${since}, 'position', work.data -> 'position'),
      'incomes', ${reported})
  END`

/** Runs of the answers that are still looked at: of applications that the bank works on. */
export async function writeCheckRuns(db: Db): Promise<void> {
  await sql`
    INSERT INTO auto_check_run (check_id, case_id, stage, attempt, at, duration_ms, state, text, stand_in, request, response)
    SELECT c.id, c.case_id, 'AUTO_CHECKS', 1, c.answered_at, 60 + c.id % 900, c.state, c.text, c.stand_in,
      jsonb_build_object('requestId', 'auto-check-' || c.id, 'code', c.code)
        || CASE WHEN p.id IS NULL OR c.code = 'GEO_IP' THEN '{}'::jsonb ELSE jsonb_build_object('person', ${person}) END,
      jsonb_strip_nulls(jsonb_build_object('state', c.state, 'text', c.text, 'details', ${details}))
    FROM auto_check c JOIN case_file f ON f.id = c.case_id AND NOT f.closed AND f.archived_at IS NULL
    LEFT JOIN case_participant p ON p.id = c.participant_id
    LEFT JOIN case_section personal ON personal.participant_id = p.id AND personal.section = 'PERSONAL'
    LEFT JOIN case_section work ON work.participant_id = p.id AND work.section = 'EMPLOYMENT'
    LEFT JOIN case_section income ON income.participant_id = p.id AND income.section = 'INCOME'
    WHERE c.state <> 'WAITING'`.execute(db)
}
