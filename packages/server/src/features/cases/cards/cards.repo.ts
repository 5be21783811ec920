import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'

/** The table of a card, whose rows have the ids of their cases, and what is written into it: column → value. */
export interface CardRow {
  readonly table: string
  readonly id: number
  readonly columns: Readonly<Record<string, unknown>>
}

export async function insertCardRow(db: Db, { table, id, columns }: CardRow): Promise<void> {
  const names = Object.keys(columns).map((name) => sql.ref(name))
  await sql`INSERT INTO ${sql.table(table)} (id, ${sql.join(names)})
    VALUES (${id}, ${sql.join(Object.values(columns))})`.execute(db)
}

/** Writes the card and raises its version. */
export async function updateCardRow(db: Db, { table, id, columns }: CardRow): Promise<void> {
  const set = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`UPDATE ${sql.table(table)} SET ${sql.join(set)}, version = version + 1 WHERE id = ${id}`.execute(
    db,
  )
}

/** Whether the person may open cases for the partner: they see it, and it works. */
export async function isPartnerOpen(db: Db, actor: Actor, partnerId: number): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM partner p WHERE p.id = ${partnerId} AND NOT p.not_active AND ${visibleTo(actor, 'p.id')}`.execute(
    db,
  )
  return rows.length > 0
}
