import { dropIndexes, makeIndexes, withoutHourlyLimit } from '../bulk.ts'
import type { BenchDatabase, Query } from '../database.ts'

/** How many applications of each product there are to be. */
export interface Scale {
  readonly mortgages: number
  readonly loans: number
}

/** Tables that are copied with their cases, those that others point to first. What no measured page reads stays out: histories, raw answers of checks, the sending to the bank's own system. */
const tables = [
  ...['person', 'case_file', 'case_participant', 'case_section', 'case_stage', 'case_clock', 'case_timer'],
  ...['case_task', 'realty_object', 'loan_application', 'case_price', 'auto_check', 'self_ban_check'],
  ...['decision_run', 'scorecard_run', 'credit_report', 'credit_report_request', 'individual_control'],
  ...['object_review', 'subject_decision', 'case_decision', 'decision_fact', 'decision_fact_stage'],
  ...['case_condition', 'underwriting_worksheet', 'underwriting_income', 'underwriting_obligation'],
  ...['save_mark', 'blacklist_hit', 'case_tie'],
] as const
type Table = (typeof tables)[number]

/** By what a table finds its case; null: by another row. */
const ownerOf: Readonly<Partial<Record<Table, string>>> = {
  person: 'JOIN copied_person c ON c.id = t.id',
  case_file: 'JOIN copied c ON c.id = t.id',
  loan_application: 'JOIN copied c ON c.id = t.id',
  decision_fact_stage:
    'JOIN decision_fact o ON o.decision_id = t.decision_id JOIN copied c ON c.id = o.case_id',
}

/** What is told apart in a copy: numbers of people and cases, and what people have in common, as often as in life. */
const ownExpressions: Readonly<Partial<Record<Table, Readonly<Record<string, string>>>>> = {
  person: {
    passport: `right(t.passport, 7) || lpad(n::text, 3, '0')`,
    phone: `'79' || lpad(((t.id * 397 + n * 7919) % 1000000000)::text, 9, '0')`,
    inn: `right(t.inn, 9) || lpad(n::text, 3, '0')`,
    snils: `right(t.snils, 8) || lpad(n::text, 3, '0')`,
    birth_date: 't.birth_date + n',
    past_passports: `ARRAY(SELECT right(p, 7) || lpad(n::text, 3, '0') FROM unnest(t.past_passports) p)`,
  },
  case_file: {
    source_id: 'NULL',
    number: `split_part(t.number, '-', 1) || '-' || split_part(t.number, '-', 2) || 'Б' || n || '-' || split_part(t.number, '-', 3)`,
  },
  case_tie: {
    participant_id:
      'CASE t.participant_id WHEN 0 THEN 0 ELSE t.participant_id + n * (SELECT step FROM steps WHERE name = $$case_participant$$) END',
    value: `CASE t.kind WHEN 'PARTNER_EMPLOYEE' THEN t.value WHEN 'EMPLOYER' THEN t.value || '·' || n / 2
      WHEN 'ADDRESS' THEN CASE WHEN t.case_id % 5 = 0 THEN t.value || '·' || n / 3 ELSE t.value || '·' || n END
      ELSE t.value || '·' || CASE WHEN t.case_id % 20 = 0 THEN n / 2 ELSE n END END`,
  },
}

/** What is not copied of a table: tasks that are over are read by no measured page. */
const only: Readonly<Partial<Record<Table, string>>> = { case_task: 'AND t.open' }

interface Column {
  readonly name: string
  readonly isTime: boolean
  /** The copied table whose row it names; null where it names none. */
  readonly names: string | null
}

/** Columns that can be written, with what each of them points to. */
const columnsOf = (sql: Query, table: Table) =>
  sql<Column>(
    `SELECT a.attname AS name, a.atttypid = 'timestamptz'::regtype AS "isTime",
       CASE WHEN k.contype = 'p' AND a.attname = 'id' AND NOT EXISTS (SELECT FROM pg_constraint f WHERE f.contype = 'f'
           AND f.conrelid = a.attrelid AND f.conkey = ARRAY[a.attnum]) THEN $1
         ELSE (SELECT f.confrelid::regclass::text FROM pg_constraint f WHERE f.contype = 'f' AND f.conrelid = a.attrelid
           AND f.conkey = ARRAY[a.attnum] AND f.confrelid::regclass::text = ANY($2)) END AS names
     FROM pg_attribute a LEFT JOIN pg_constraint k ON k.conrelid = a.attrelid AND k.contype = 'p' AND k.conkey = ARRAY[a.attnum]
     WHERE a.attrelid = $1::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '' ORDER BY a.attnum`,
    [table, [...tables]],
  )

/** A copy is some minutes older than the one before it, so that no two cases came at one moment. */
const minutesApart = 11

/** Facts of decisions are named by their decision. */
const keyTable = (table: string) => (table === 'decision_fact' ? 'case_decision' : table)

const expressionOf = (table: Table, { name, isTime, names }: Column): string => {
  const own = ownExpressions[table]?.[name]
  if (own !== undefined) return own
  if (names !== null) return `t.${name} + n * (SELECT step FROM steps WHERE name = '${keyTable(names)}')`
  return isTime ? `t.${name} - n * interval '${minutesApart} minutes'` : `t.${name}`
}

async function copyTable(sql: Query, table: Table): Promise<void> {
  const columns = await columnsOf(sql, table)
  const list = columns.map(({ name }) => `"${name}"`).join(', ')
  const values = columns.map((column) => expressionOf(table, column)).join(', ')
  await sql(`SET LOCAL session_replication_role = replica; INSERT INTO ${table} (${list}) OVERRIDING SYSTEM VALUE
    SELECT ${values} FROM (SELECT * FROM ${table}) t ${ownerOf[table] ?? 'JOIN copied c ON c.id = t.case_id'}
    CROSS JOIN LATERAL generate_series(1, c.times) n WHERE true ${only[table] ?? ''}`)
}

/** How many times each application is copied; each person as often as the application that has them and is copied most. */
const countCopies = ({ mortgages, loans }: Scale) => `
  CREATE TABLE steps AS SELECT name, 0::bigint AS step FROM unnest(ARRAY['${tables.join("', '")}']) name;
  DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT s.name FROM steps s JOIN pg_attribute a ON a.attrelid = s.name::regclass AND a.attname = 'id' LOOP
      EXECUTE format('UPDATE steps SET step = (SELECT coalesce(max(id), 0) + 1 FROM %I) WHERE name = %L', one.name, one.name);
    END LOOP; END $$;
  CREATE TABLE copied AS SELECT f.id, greatest(1, ceil(CASE f.type WHEN 'FULL_APPLICATION' THEN ${mortgages} ELSE ${loans} END::numeric
      / count(*) OVER (PARTITION BY f.type)) - 1)::int AS times
    FROM case_file f WHERE f.type IN ('FULL_APPLICATION', 'LOAN_APPLICATION');
  CREATE TABLE copied_person AS SELECT person_id AS id, max(times) AS times FROM (
      SELECT p.person_id, c.times FROM case_participant p JOIN copied c ON c.id = p.case_id
      UNION ALL SELECT f.person_id, c.times FROM case_file f JOIN copied c ON c.id = f.id) all_of_them
    WHERE person_id IS NOT NULL GROUP BY 1;
  ANALYZE steps, copied, copied_person;`

const setSequences = `
  DO $$ DECLARE one record; BEGIN
    FOR one IN SELECT s.name FROM steps s WHERE s.step > 0 AND s.name <> 'loan_application' LOOP
      EXECUTE format('SELECT setval(coalesce(pg_get_serial_sequence(%L, ''id''), ''case_id_seq''), max(id)) FROM %I', one.name, one.name);
    END LOOP; END $$;`

/** How many rows of each thing there are. */
export interface Filled {
  readonly mortgages: number
  readonly loans: number
  readonly checks: number
  readonly decisions: number
  readonly reports: number
  readonly edges: number
  /** The highest number of a case of the demo bank itself. */
  readonly lastOwn: number
}

/**
 * Copies the reviewed applications of the demo bank, with everything that pages of underwriting read of them, until there
 * are as many as asked for. Without triggers: histories and counts row by row are not what is measured.
 */
export async function fillApplications({ sql }: BenchDatabase, scale: Scale): Promise<Filled> {
  await sql(withoutHourlyLimit)
  await sql(countCopies(scale))
  const [{ lastOwn } = { lastOwn: 0 }] = await sql<{ lastOwn: number }>(
    `SELECT max(id) AS "lastOwn" FROM case_file`,
  )
  await sql(dropIndexes(tables))
  for (const table of tables) {
    const begun = performance.now()
    await copyTable(sql, table)
    console.log(`  ${table}: ${Math.round((performance.now() - begun) / 1_000)} с`)
  }
  await sql(setSequences)
  await sql(makeIndexes)
  await sql(`SELECT retally_cases()`)
  await sql('VACUUM ANALYZE')
  const [counts] = await sql<Omit<Filled, 'lastOwn'>>(`SELECT
    (SELECT count(*)::int FROM case_file WHERE type = 'FULL_APPLICATION') AS mortgages,
    (SELECT count(*)::int FROM case_file WHERE type = 'LOAN_APPLICATION') AS loans,
    (SELECT count(*)::int FROM auto_check) AS checks, (SELECT count(*)::int FROM case_decision) AS decisions,
    (SELECT count(*)::int FROM credit_report) AS reports, (SELECT count(*)::int FROM case_tie) AS edges`)
  if (counts === undefined) throw new Error('Nothing was counted')
  return { ...counts, lastOwn }
}
