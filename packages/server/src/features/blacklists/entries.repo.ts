import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type { EntryState } from '@ipoteka-office/contract/blacklists/entry-machine.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { identityOf } from './identity.rules.ts'
import { refreshMatchKeys } from './matching/matching.repo.ts'
import type { EntryContent, EntryFacts, StoredEntry } from './stored-entry.ts'

const shape = sql`b.id, b.kind, b.state, b.level, b.acting_level AS "actingLevel", b.category, b.source,
  b.valid_from::text AS "validFrom", b.valid_to::text AS "validTo", i.title, c.content,
  b.content_number AS "contentNumber", json_build_object('id', a.id, 'fullName', a.full_name) AS author,
  CASE WHEN p.id IS NOT NULL THEN json_build_object('id', p.id, 'fullName', p.full_name) END AS approver,
  b.approved_at AS "approvedAt", b.contributors, b.ended_on::text AS "endedOn", b.created_at AS "createdAt",
  b.destroyed_at IS NOT NULL AS destroyed, b.version`
const joined = sql`blacklist_entry b JOIN blacklist_identity i ON i.entry_id = b.id
  JOIN blacklist_content c ON c.entry_id = b.id AND c.number = b.content_number
  JOIN employee a ON a.id = b.author_id LEFT JOIN employee p ON p.id = b.approver_id`

/** An entry of the kind; `lock` keeps it until the transaction ends. */
export async function findEntry(
  db: Db,
  { kind, id }: { readonly kind: BlacklistKind; readonly id: number },
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<StoredEntry | undefined> {
  if (lock) await sql`SELECT FROM blacklist_entry WHERE id = ${id} AND kind = ${kind} FOR UPDATE`.execute(db)
  const { rows } = await sql<StoredEntry>`SELECT ${shape} FROM ${joined}
    WHERE b.id = ${id} AND b.kind = ${kind}`.execute(db)
  return rows[0]
}

async function putContent(
  db: Db,
  { id, kind, number }: { id: number; kind: BlacklistKind; number: number },
  content: EntryContent,
): Promise<void> {
  const { title, names, birthDate, numbers } = identityOf(kind, content.data)
  await sql`INSERT INTO blacklist_content (entry_id, number, content)
    VALUES (${id}, ${number}, ${JSON.stringify(content)}::jsonb)`.execute(db)
  await sql`INSERT INTO blacklist_identity (entry_id, title, names, birth_date, numbers)
    VALUES (${id}, ${title}, ${names}, ${birthDate}::date, ${[...numbers]}::text[])
    ON CONFLICT (entry_id) DO UPDATE SET title = excluded.title, names = excluded.names,
      birth_date = excluded.birth_date, numbers = excluded.numbers`.execute(db)
  await refreshMatchKeys(db, [{ id, kind, data: content.data }])
}

export async function insertEntry(
  db: Db,
  { kind, authorId, at }: { readonly kind: BlacklistKind; readonly authorId: number; readonly at: Date },
  { content, ...facts }: EntryFacts,
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO blacklist_entry (kind, level, category, source, valid_from, valid_to, author_id, contributors, created_at)
    VALUES (${kind}, ${facts.level}, ${facts.category}, ${facts.source}, ${facts.validFrom}::date,
      ${facts.validTo}::date, ${authorId}, ARRAY[${authorId}::int], ${at}) RETURNING id`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The entry was not stored')
  await putContent(db, { id: row.id, kind, number: 1 }, content)
  return row.id
}

/** Writes what an entry says from now on; `contributors` are those who wrote it and agreed to it. */
export async function writeFacts(
  db: Db,
  { id, kind }: Pick<StoredEntry, 'id' | 'kind'>,
  { content, ...facts }: EntryFacts,
  contributors: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ number: number }>`
    UPDATE blacklist_entry SET level = ${facts.level}, category = ${facts.category}, source = ${facts.source},
      valid_from = ${facts.validFrom}::date, valid_to = ${facts.validTo}::date, content_number = content_number + 1,
      contributors = (SELECT array_agg(DISTINCT c ORDER BY c) FROM unnest(contributors || ${[...contributors]}::int[]) c),
      version = version + 1
    WHERE id = ${id} RETURNING content_number AS number`.execute(db)
  const number = rows[0]?.number
  if (number === undefined) throw new Error('The entry is not there')
  await putContent(db, { id, kind, number }, content)
}

/** A state to which an entry came. */
export interface EntryMove {
  readonly state: EntryState
  /** Of an approval: who gave it. */
  readonly approverId?: number
  readonly at: Date
  /** Of an end: the bank's day. */
  readonly endedOn: string | null
}

export async function writeState(
  db: Db,
  id: number,
  { state, approverId, at, endedOn }: EntryMove,
): Promise<void> {
  const approval =
    approverId === undefined
      ? sql``
      : sql`approver_id = ${approverId}, approved_at = ${at}, contributors = contributors || ${approverId}::int,`
  await sql`UPDATE blacklist_entry SET ${approval} state = ${state}, ended_on = ${endedOn}::date, version = version + 1
    WHERE id = ${id}`.execute(db)
}

/** Every content of an entry by its number. */
export async function findContents(db: Db, entryId: number): Promise<ReadonlyMap<number, EntryContent>> {
  const { rows } = await sql<{ number: number; content: EntryContent }>`
    SELECT number, content FROM blacklist_content WHERE entry_id = ${entryId}`.execute(db)
  return new Map(rows.map(({ number, content }) => [number, content]))
}
