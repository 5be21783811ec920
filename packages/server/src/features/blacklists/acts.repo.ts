import type { BlacklistAct } from '@ipoteka-office/contract/blacklists/blacklist-acts.ts'
import type {
  BlacklistCategory,
  BlacklistKind,
  BlacklistLevel,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryState } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** What an act tells of an entry: nothing that was destroyed. */
export interface ActEntry {
  readonly id: number
  readonly category: BlacklistCategory
  readonly level: BlacklistLevel
  readonly state: EntryState
  /** The day of the bank on which it ended. */
  readonly endedOn: string
}

export async function findActs(
  db: Db,
  kind: BlacklistKind,
  { page, size }: PageQuery,
): Promise<BlacklistAct[]> {
  const { rows } = await sql<BlacklistAct>`
    SELECT id, made_at AS "madeAt", years, jsonb_array_length(entries) AS entries FROM blacklist_act
    WHERE kind = ${kind} ORDER BY id DESC LIMIT ${size} OFFSET ${page * size}`.execute(db)
  return rows
}

export async function countActs(db: Db, kind: BlacklistKind): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM blacklist_act WHERE kind = ${kind}`.execute(db)
  return rows[0]?.count ?? 0
}

/** An act with its entries, of this list alone. */
export async function findAct(
  db: Db,
  { kind, actId }: { readonly kind: BlacklistKind; readonly actId: number },
): Promise<{ readonly madeAt: string; readonly years: number; readonly entries: ActEntry[] } | undefined> {
  const { rows } = await sql<{ madeAt: string; years: number; entries: ActEntry[] }>`
    SELECT made_at AS "madeAt", years, entries FROM blacklist_act WHERE id = ${actId} AND kind = ${kind}`.execute(
    db,
  )
  return rows[0]
}

/** Whose data the acts are about: the name, the tax number and the address of the bank. */
export async function findOperator(db: Db): Promise<{ name: string; inn: string; address: string }> {
  const { rows } = await sql<{ name: string; inn: string; address: string }>`
    SELECT full_name AS name, coalesce(inn, '') AS inn, coalesce(legal_address ->> 'value', '') AS address FROM partner
    WHERE 'Ahml' = ANY(roles) AND parent_id IS NULL ORDER BY id LIMIT 1`.execute(db)
  return rows[0] ?? { name: '', inn: '', address: '' }
}
