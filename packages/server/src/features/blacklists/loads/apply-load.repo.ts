import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { identityOf } from '../identity.rules.ts'
import { refreshMatchKeys } from '../matching/matching.repo.ts'
import type { EntryFacts } from '../stored-entry.ts'

/** Who loaded the entries and who agreed to them. */
interface Signed {
  readonly authorId: number
  readonly approverId: number
  readonly at: Date
}

/** Writes entries that act at once, as a second person has agreed to them in the load. */
export async function insertEntries(
  db: Db,
  kind: BlacklistKind,
  rows: readonly { readonly data: Record<string, unknown> }[],
  { authorId, approverId, at }: Signed,
): Promise<void> {
  const all = rows.map(({ data }, n) => {
    const facts = data as unknown as EntryFacts
    return { n: n + 1, ...facts, ...identityOf(kind, facts.content.data) }
  })
  const given = sql`jsonb_to_recordset(${JSON.stringify(all)}::text::jsonb) AS r (n int, level text, category text,
    source text, "validFrom" date, "validTo" date, content jsonb, title text, names text, "birthDate" date, numbers text[])`
  const { rows: made } = await sql<{ id: number; n: number }>`
    WITH given AS MATERIALIZED (SELECT r.*, nextval(pg_get_serial_sequence('blacklist_entry', 'id'))::int AS id FROM ${given}),
    entry AS (
      INSERT INTO blacklist_entry (id, kind, state, level, category, source, valid_from, valid_to, author_id, approver_id,
        approved_at, contributors, created_at)
      SELECT g.id, ${kind}, 'ACTIVE', g.level, g.category, g.source, g."validFrom", g."validTo", ${authorId}, ${approverId},
        ${at}::timestamptz, ARRAY[${authorId}::int, ${approverId}::int], ${at}::timestamptz FROM given g RETURNING id)
    SELECT g.id, g.n FROM given g JOIN entry e ON e.id = g.id ORDER BY g.n`.execute(db)
  const stored = made.flatMap(({ id, n }) => {
    const one = all[n - 1]
    return one === undefined ? [] : [{ id, ...one }]
  })
  const text = JSON.stringify(stored)
  await sql`INSERT INTO blacklist_content (entry_id, number, content)
    SELECT r.id, 1, r.content FROM jsonb_to_recordset(${text}::text::jsonb) AS r (id int, content jsonb)`.execute(
    db,
  )
  await sql`INSERT INTO blacklist_identity (entry_id, title, names, birth_date, numbers)
    SELECT r.id, r.title, r.names, r."birthDate", r.numbers FROM jsonb_to_recordset(${text}::text::jsonb)
      AS r (id int, title text, names text, "birthDate" date, numbers text[])`.execute(db)
  await refreshMatchKeys(
    db,
    stored.map(({ id, content }) => ({ id, kind, data: content.data })),
  )
}
