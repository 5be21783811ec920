import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { FileKind, Row } from './gar-records.rules.ts'

type Columns = readonly (readonly [name: string, type: string])[]

const days: Columns = [
  ['update_date', 'date'],
  ['start_date', 'date'],
  ['end_date', 'date'],
]
const hierarchy: Columns = [
  ['object_id', 'bigint'],
  ['id', 'bigint'],
  ['parent_object_id', 'bigint'],
  ...days,
  ['is_active', 'boolean'],
]
const parameter: Columns = [
  ['object_id', 'bigint'],
  ['type_id', 'int'],
  ['value', 'text'],
  ['id', 'bigint'],
  ...days,
]
const houseType: Columns = [
  ['kind', 'text'],
  ['id', 'int'],
  ['name', 'text'],
  ['short_name', 'text'],
  ['is_active', 'boolean'],
]

/** Where the rows of a kind go. */
interface Target {
  readonly table: string
  readonly key: readonly string[]
  readonly columns: Columns
  /** Rows of objects that are not kept stay out: flats, land, parking places. */
  readonly of?: 'objects' | 'houses' | 'both'
  /** One row an object: the newer record wins, and one that ended takes only itself away. */
  readonly current?: 'is_active' | 'delete'
}

const targets: Readonly<Record<FileKind, Target>> = {
  ADDR_OBJ_TYPES: {
    table: 'address_object_type',
    key: ['id'],
    columns: [
      ['id', 'int'],
      ['level', 'smallint'],
      ['name', 'text'],
      ['short_name', 'text'],
      ['start_date', 'date'],
      ['end_date', 'date'],
      ['is_active', 'boolean'],
    ],
  },
  HOUSE_TYPES: { table: 'address_house_type', key: ['kind', 'id'], columns: houseType },
  ADDHOUSE_TYPES: { table: 'address_house_type', key: ['kind', 'id'], columns: houseType },
  PARAM_TYPES: {
    table: 'address_parameter_type',
    key: ['id'],
    columns: [
      ['id', 'int'],
      ['code', 'text'],
      ['name', 'text'],
    ],
  },
  ADDR_OBJ: {
    table: 'address_object',
    key: ['id'],
    columns: [
      ['id', 'bigint'],
      ['object_id', 'bigint'],
      ['object_guid', 'uuid'],
      ['name', 'text'],
      ['type_name', 'text'],
      ['level', 'smallint'],
      ['operation_type', 'int'],
      ['previous_id', 'bigint'],
      ['next_id', 'bigint'],
      ...days,
      ['is_actual', 'boolean'],
      ['is_active', 'boolean'],
    ],
  },
  HOUSES: {
    table: 'address_house',
    key: ['object_id'],
    columns: [
      ['object_id', 'bigint'],
      ['id', 'bigint'],
      ['object_guid', 'uuid'],
      ['house_num', 'text'],
      ['house_type', 'int'],
      ['add_num1', 'text'],
      ['add_type1', 'int'],
      ['add_num2', 'text'],
      ['add_type2', 'int'],
      ['number', 'text'],
      ...days,
      ['is_active', 'boolean'],
    ],
    current: 'is_active',
  },
  ADM_HIERARCHY: {
    table: 'address_adm_hierarchy',
    key: ['object_id'],
    columns: [...hierarchy, ['region_code', 'text']],
    of: 'both',
    current: 'is_active',
  },
  MUN_HIERARCHY: {
    table: 'address_mun_hierarchy',
    key: ['object_id'],
    columns: [...hierarchy, ['oktmo', 'text']],
    of: 'both',
    current: 'is_active',
  },
  ADDR_OBJ_PARAMS: {
    table: 'address_parameter',
    key: ['object_id', 'type_id'],
    columns: parameter,
    of: 'objects',
    current: 'delete',
  },
  HOUSES_PARAMS: {
    table: 'address_parameter',
    key: ['object_id', 'type_id'],
    columns: parameter,
    of: 'houses',
    current: 'delete',
  },
}

const valueOf = (row: Row, name: string): unknown => (row as Readonly<Record<string, unknown>>)[name]

/** The rows as a table of the query: one array a column. */
const asTable = (rows: readonly Row[], columns: Columns): RawBuilder<unknown> =>
  sql`unnest(${sql.join(
    columns.map(([name, type]) => sql`${rows.map((row) => valueOf(row, name))}::${sql.raw(`${type}[]`)}`),
  )}) AS r (${sql.join(columns.map(([name]) => sql.ref(name)))})`

/** The last of the rows with the same key; of records of one object the newest. */
function lastOnes(rows: readonly Row[], { key, current }: Target): Row[] {
  const rank = (row: Row) =>
    `${String(valueOf(row, 'update_date'))}/${String(valueOf(row, 'id')).padStart(20, '0')}`
  const last = new Map<string, Row>()
  for (const row of rows) {
    const one = key.map((name) => String(valueOf(row, name))).join('/')
    const before = last.get(one)
    if (before === undefined || current === undefined || rank(row) >= rank(before)) last.set(one, row)
  }
  return [...last.values()]
}

const isKept = {
  objects: sql`EXISTS (SELECT FROM address_object o WHERE o.object_id = r.object_id)`,
  houses: sql`EXISTS (SELECT FROM address_house o WHERE o.object_id = r.object_id)`,
  both: sql`(EXISTS (SELECT FROM address_object o WHERE o.object_id = r.object_id)
    OR EXISTS (SELECT FROM address_house o WHERE o.object_id = r.object_id))`,
}

async function upsert(db: Db, rows: readonly Row[], target: Target): Promise<number> {
  if (rows.length === 0) return 0
  const { table, key, columns, of, current } = target
  const rest = columns.map(([name]) => name).filter((name) => !key.includes(name))
  const all = sql.join(columns.map(([name]) => sql.ref(name)))
  const answer = await sql`
    INSERT INTO ${sql.table(table)} AS t (${all})
    SELECT ${all} FROM ${asTable(rows, columns)} WHERE ${of === undefined ? sql`true` : isKept[of]}
    ON CONFLICT (${sql.join(key.map((name) => sql.ref(name)))}) DO UPDATE SET
      ${sql.join(rest.map((name) => sql`${sql.ref(name)} = EXCLUDED.${sql.ref(name)}`))}
    ${current === undefined ? sql`` : sql`WHERE (EXCLUDED.update_date, EXCLUDED.id) >= (t.update_date, t.id) OR EXCLUDED.id = t.id`}`.execute(
    db,
  )
  return Number(answer.numAffectedRows ?? 0)
}

/** A record that ended takes itself away, and only itself: another may have come in its place. */
async function end(db: Db, rows: readonly Row[], { table, key, columns, current }: Target): Promise<number> {
  if (rows.length === 0) return 0
  const same = sql.join(
    [...key, 'id'].map((name) => sql`t.${sql.ref(name)} = r.${sql.ref(name)}`),
    sql` AND `,
  )
  const answer =
    current === 'delete'
      ? await sql`DELETE FROM ${sql.table(table)} t USING ${asTable(rows, columns)} WHERE ${same}`.execute(db)
      : await sql`UPDATE ${sql.table(table)} t SET is_active = false FROM ${asTable(rows, columns)}
          WHERE ${table === 'address_house' ? sql`t.object_id = r.object_id AND (r.update_date, r.id) >= (t.update_date, t.id)` : same}`.execute(
          db,
        )
  return Number(answer.numAffectedRows ?? 0)
}

/** Brings the rows of a file into their table; answers how many were taken. */
export async function bringRows(db: Db, kind: FileKind, rows: readonly Row[]): Promise<number> {
  const target = targets[kind]
  const isCurrent = (row: Row) => target.current === undefined || valueOf(row, 'is_active') === true
  const ended = await end(
    db,
    rows.filter((row) => !isCurrent(row)),
    target,
  )
  return ended + (await upsert(db, lastOnes(rows.filter(isCurrent), target), target))
}

/** What records are read with: names of additions and numbers of the parameters that are kept. */
export async function readDictionaries(
  db: Db,
): Promise<{ additions: Map<number, string>; parameters: Set<number> }> {
  const additions = await sql<{ id: number; name: string }>`
    SELECT id, name FROM address_house_type WHERE kind = 'ADDITION'`.execute(db)
  const parameters = await sql<{ id: number }>`
    SELECT id FROM address_parameter_type
    WHERE code IN ('IFNSFL', 'PostIndex', 'OKATO', 'OKTMO', 'CadastrNum', 'CODE')`.execute(db)
  return {
    additions: new Map(additions.rows.map(({ id, name }) => [id, name])),
    parameters: new Set(parameters.rows.map(({ id }) => id)),
  }
}
