import type {
  BlacklistCategory,
  BlacklistKind,
  BlacklistLevel,
} from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { MatchKey } from './match-keys.rules.ts'
import { entryKeys } from './matching.rules.ts'

/** What an entry says of whom, as far as it is compared; nothing of one that was destroyed. */
export interface ComparedEntry {
  readonly id: number
  readonly kind: BlacklistKind
  readonly data: Readonly<Record<string, unknown>>
}

/** Makes entries findable by what they say now; belongs to the transaction that changes them. */
export async function refreshMatchKeys(db: Db, entries: readonly ComparedEntry[]): Promise<void> {
  const keys = entries.flatMap(({ id, kind, data }) =>
    entryKeys(kind, data).map((key) => ({ ...key, entryId: id })),
  )
  await sql`DELETE FROM blacklist_match_key WHERE entry_id = ANY(${entries.map(({ id }) => id)}::int[])`.execute(
    db,
  )
  await sql`INSERT INTO blacklist_match_key (kind, value, entry_id)
    SELECT * FROM unnest(${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ value }) => value)}::text[],
      ${keys.map(({ entryId }) => entryId)}::int[]) ON CONFLICT DO NOTHING`.execute(db)
}

/** An entry that shares a key with a subject. */
export interface Candidate {
  readonly slot: number
  readonly id: number
  readonly kind: BlacklistKind
  readonly level: BlacklistLevel
  readonly category: BlacklistCategory
  readonly data: Readonly<Record<string, unknown>>
}

/** A key by which a subject, known by its place, is looked for. */
export interface AskedKey extends MatchKey {
  readonly slot: number
  readonly list: BlacklistKind
}

/** More entries under one key than this are not all of one person: a mass employer, a switchboard. */
const mostUnderKey = 1000

/** Acting entries that share a key with the subjects of their own list, on the day. */
export async function findCandidates(
  db: Db,
  asked: readonly AskedKey[],
  today: string,
): Promise<Candidate[]> {
  // Each key is looked up by itself: the planner cannot know how rare keys are and would read the table.
  const { rows } = await sql<Candidate>`
    WITH found AS MATERIALIZED (
      SELECT DISTINCT a.slot, a.list, k.entry_id
      FROM unnest(${asked.map(({ slot }) => slot)}::int[], ${asked.map(({ list }) => list)}::text[],
        ${asked.map(({ kind }) => kind)}::text[], ${asked.map(({ value }) => value)}::text[]) a(slot, list, kind, value)
      CROSS JOIN LATERAL (SELECT m.entry_id FROM blacklist_match_key m
        WHERE m.kind = a.kind AND m.value = a.value COLLATE "C" LIMIT ${sql.lit(mostUnderKey)}) k)
    SELECT f.slot, e.id, e.kind, e.acting_level AS level, e.category, e.data
    FROM found f CROSS JOIN LATERAL (
      SELECT b.id, b.kind, b.acting_level, b.category, c.content -> 'data' AS data
      FROM blacklist_entry b JOIN blacklist_content c ON c.entry_id = b.id AND c.number = b.content_number
      WHERE b.id = f.entry_id AND b.kind = f.list AND b.acting_level IS NOT NULL AND b.valid_from <= ${today}::date
      OFFSET 0) e`.execute(db)
  return rows
}

/** How many entries sound alike, up to `most`, for each subject by its place. */
export async function countNamesakes(
  db: Db,
  asked: readonly { readonly slot: number; readonly sound: string }[],
  most: number,
): Promise<Map<number, number>> {
  const { rows } = await sql<{ slot: number; count: number }>`
    SELECT a.slot, max(k.count)::int AS count
    FROM unnest(${asked.map(({ slot }) => slot)}::int[], ${asked.map(({ sound }) => sound)}::text[]) a(slot, sound)
    CROSS JOIN LATERAL (SELECT count(*) FROM (SELECT 1 FROM blacklist_match_key m
      WHERE m.kind = 'SOUND' AND m.value = a.sound COLLATE "C" LIMIT ${most}::int) x) k
    GROUP BY a.slot`.execute(db)
  return new Map(rows.map(({ slot, count }) => [slot, count]))
}
