import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ActEntry } from './acts.repo.ts'
import { refreshMatchKeys } from './matching/matching.repo.ts'
import type { EntryContent } from './stored-entry.ts'

interface Key {
  readonly id: number
  readonly kind: BlacklistKind
}

/** Entries that act and whose last day has passed, held until the transaction ends. */
export async function lockOver(db: Db, today: string, limit: number): Promise<Key[]> {
  const { rows } = await sql<Key>`SELECT id, kind FROM blacklist_entry
    WHERE state = 'ACTIVE' AND valid_to < ${today}::date ORDER BY valid_to, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(
    db,
  )
  return rows
}

/** An entry that is about to be destroyed, with what its act tells of it. */
interface KeptEntry extends Key, ActEntry {}

/** Entries that ended before the day and still say who they are of, held until the transaction ends. */
export async function lockKept(db: Db, before: string, limit: number): Promise<KeptEntry[]> {
  const { rows } = await sql<KeptEntry>`SELECT id, kind, category, level, state, ended_on::text AS "endedOn"
    FROM blacklist_entry WHERE destroyed_at IS NULL AND ended_on < ${before}::date
    ORDER BY ended_on, id LIMIT ${limit} FOR UPDATE SKIP LOCKED`.execute(db)
  return rows
}

const nothing: EntryContent = { data: {}, basis: '', evidence: '', comment: '' }
const requestKinds = ['blacklist_individual', 'blacklist_phone', 'blacklist_legal_person']

export interface Destruction {
  readonly kind: BlacklistKind
  readonly years: number
  readonly at: Date
  readonly entries: readonly KeptEntry[]
}

/**
 * Takes what proved the entries out of keeping: nobody is shown it, its words are gone, and its bytes, which no row holds any
 * more, are thrown away when the store is compared with the rows.
 */
async function destroyProofs(db: Db, ids: readonly number[], at: Date): Promise<void> {
  const ofEntries = sql`d.owner_type LIKE 'BLACKLIST%' AND d.owner_id = ANY(${ids}::int[])`
  await sql`UPDATE stored_object SET key = '', name = '', sha256 = '', source_sha256 = '' WHERE id IN (
    SELECT f.storage_id FROM document_file f JOIN document d ON d.id = f.document_id WHERE ${ofEntries})`.execute(
    db,
  )
  await sql`UPDATE document_file f SET name = '' FROM document d WHERE d.id = f.document_id AND ${ofEntries}`.execute(
    db,
  )
  await sql`UPDATE document d SET deleted_at = coalesce(deleted_at, ${at}), removed_at = coalesce(removed_at, ${at}),
      title = '', number = '', issuer = '', participant_name = '', reason = '', comment = ''
    WHERE ${ofEntries}`.execute(db)
}

/** Destroys what the entries said in every version, in requests and in what proved them, and all that people said of them; the act stays. */
export async function destroyEntries(db: Db, { kind, years, at, entries }: Destruction): Promise<void> {
  const ids = entries.map(({ id }) => id)
  await sql`UPDATE blacklist_content SET content = ${JSON.stringify(nothing)}::jsonb
    WHERE entry_id = ANY(${ids}::int[])`.execute(db)
  await sql`UPDATE blacklist_identity SET title = '', names = '', birth_date = NULL, numbers = '{}'
    WHERE entry_id = ANY(${ids}::int[])`.execute(db)
  await refreshMatchKeys(
    db,
    entries.map((entry) => ({ ...entry, data: nothing.data })),
  )
  // The given side is the client's own and stays with the application.
  await sql`UPDATE blacklist_hit SET compared = jsonb_build_object('given', compared -> 'given', 'listed',
    (SELECT jsonb_object_agg(k, NULL) FROM jsonb_object_keys(compared -> 'listed') k))
    WHERE entry_id = ANY(${ids}::int[])`.execute(db)
  await sql`UPDATE change_request SET payload = '{}', comment = '', diff = '{"fields": [], "added": [], "removed": []}'
    WHERE object_type = ANY(${requestKinds}::text[]) AND object_id = ANY(${ids}::int[])`.execute(db)
  await destroyProofs(db, ids, at)
  await sql`UPDATE blacklist_entry SET destroyed_at = ${at}, version = version + 1 WHERE id = ANY(${ids}::int[])`.execute(
    db,
  )
  await sql`SELECT erase_entry_words(${ids}::int[])`.execute(db)
  await sql`INSERT INTO blacklist_act (kind, made_at, years, entries) VALUES (${kind}, ${at}, ${years},
    ${JSON.stringify(entries.map(({ kind: _, ...told }) => told))}::jsonb)`.execute(db)
}
