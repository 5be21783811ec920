import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Value = string | number | boolean | null

/** Rows of one statement: what is in memory and on the wire at once. */
const atOnce = 5_000

/** A column as PostgreSQL writes lists: made by the driver, value by value, it took several times as long. */
export function columnOf(values: readonly Value[]): string | Value[] {
  const list = JSON.stringify(values)
  // Quotes and backslashes are written alike, line ends and the like are not.
  return /\\[^"\\]/.test(list) ? [...values] : `{${list.slice(1, -1)}}`
}

/** Inserts rows column by column; `columns` are names with their SQL types, in the order of a row's values. */
export async function insertRows(
  db: Db,
  table: string,
  columns: Readonly<Record<string, string>>,
  rows: readonly (readonly Value[])[],
): Promise<void> {
  const names = Object.keys(columns)
  for (let from = 0; from < rows.length; from += atOnce) {
    const part = rows.slice(from, from + atOnce)
    const lists = Object.values(columns).map(
      (type, index) => sql`${columnOf(part.map((row) => row[index] ?? null))}::${sql.raw(type)}[]`,
    )
    await sql`
      INSERT INTO ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))}) OVERRIDING SYSTEM VALUE
      SELECT * FROM unnest(${sql.join(lists)})`.execute(db)
  }
}

/** The next ids of a sequence. */
export async function takeIds(db: Db, sequence: string, count: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT nextval(${sequence})::int AS id FROM generate_series(1, ${count})`.execute(db)
  return rows.map(({ id }) => id)
}
