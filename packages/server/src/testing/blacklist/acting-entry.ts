import type { BlacklistKind, BlacklistLevel } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { refreshMatchKeys } from '#features/blacklists/matching/matching.repo.ts'

type Data = Readonly<Record<string, unknown>>

async function writeContent(db: Db, id: number, number: number, kind: BlacklistKind, data: Data) {
  const content = JSON.stringify({ data, basis: 'Тайное основание', evidence: '', comment: '' })
  await sql`INSERT INTO blacklist_content (entry_id, number, content) VALUES (${id}, ${number}, ${content}::jsonb)`.execute(
    db,
  )
  await refreshMatchKeys(db, [{ id, kind, data }])
}

/** An entry that acts, without the two people who would have agreed to it. */
export async function actingEntry(
  db: Db,
  {
    kind,
    level,
    data,
  }: { readonly kind: BlacklistKind; readonly level: BlacklistLevel; readonly data: Data },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO blacklist_entry (kind, state, level, category, source, valid_from, author_id, approver_id, contributors)
    VALUES (${kind}, 'ACTIVE', ${level}, 'FRAUD', 'SECURITY', '2020-01-01', 1, 2, '{1,2}') RETURNING id`.execute(
    db,
  )
  const id = rows[0]?.id ?? 0
  await sql`INSERT INTO blacklist_identity (entry_id, title, names) VALUES (${id}, 'Запись', 'Запись')`.execute(
    db,
  )
  await writeContent(db, id, 1, kind, data)
  return id
}

/** The entry says something else now. */
export async function changeEntry(db: Db, id: number, kind: BlacklistKind, data: Data): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    UPDATE blacklist_entry SET content_number = content_number + 1 WHERE id = ${id} RETURNING content_number AS number`.execute(
    db,
  )
  await writeContent(db, id, rows[0]?.number ?? 0, kind, data)
}
