import type pg from 'pg'

interface Column {
  schema: string
  table_name: string
  column_name: string
  type: string
  not_null: boolean
  has_default: boolean
  is_generated: boolean
}

const columnsQuery = `
  SELECT n.nspname AS schema, c.relname AS table_name, a.attname AS column_name, t.typname AS type,
    a.attnotnull AS not_null, a.attidentity <> '' OR a.atthasdef AS has_default,
    a.attgenerated <> '' OR a.attidentity = 'a' AS is_generated
  FROM pg_attribute a
  JOIN pg_class c ON c.oid = a.attrelid
  JOIN pg_namespace n ON n.oid = c.relnamespace
  JOIN pg_type t ON t.oid = a.atttypid
  WHERE n.nspname IN ('public', 'identity') AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND a.attnum > 0 AND NOT a.attisdropped
    AND c.relname <> 'schema_migration'
  ORDER BY n.nspname = 'identity', c.relname, a.attnum`

const scalars: Readonly<Record<string, string>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  float8: 'number',
  bytea: 'Buffer',
  json: 'Json',
  jsonb: 'Json',
  timestamp: 'Instant',
  timestamptz: 'Instant',
}

const typeOf = (pgType: string): string =>
  pgType.startsWith('_') ? `${scalars[pgType.slice(1)] ?? 'string'}[]` : (scalars[pgType] ?? 'string')

function columnType({ type, not_null, has_default, is_generated }: Column): string {
  const plain = not_null ? typeOf(type) : `${typeOf(type)} | null`
  if (is_generated) return `GeneratedAlways<${plain}>`
  return has_default ? `Generated<${plain}>` : plain
}

const pascal = (name: string) => name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const head = `// Written by \`npm run -w @ipoteka-office/server schema\` from the migrated database; do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** ISO 8601 text in UTC when read; a Date may be written too. */
type Instant = ColumnType<string, Date | string, Date | string>
/** Written as JSON text. */
type Json = ColumnType<unknown, string, string>
/** Has a default. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>
`

/** The row types of Kysely for the schema as it is in the database. */
export async function schemaTypes(pool: pg.Pool | pg.Client): Promise<string> {
  const { rows } = await pool.query<Column>(columnsQuery)
  const tables = Map.groupBy(rows, ({ schema, table_name }) =>
    schema === 'public' ? table_name : `${schema}.${table_name}`,
  )
  const interfaces = [...tables].map(([name, columns]) => {
    const lines = columns.map((column) => `  ${column.column_name}: ${columnType(column)}`)
    return `export interface ${pascal(name.replace('.', '_'))} {\n${lines.join('\n')}\n}\n`
  })
  const entries = [...tables.keys()].map((name) => {
    const key = name.includes('.') ? `'${name}'` : name
    return `  ${key}: ${pascal(name.replace('.', '_'))}`
  })
  return `${[head, ...interfaces, `export interface DB {\n${entries.join('\n')}\n}`].join('\n')}\n`
}
