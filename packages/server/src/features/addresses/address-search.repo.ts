import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { Candidate } from './address-keys.rules.ts'

/** A word of the register. */
export interface RegisterWord {
  /** Which of the typed words it answers. */
  readonly at: number
  readonly id: number
  readonly word: string
}

/** Words that one beginning may mean at most, those of the most important objects first. */
const mostBegun = 60
/** Sorts after every letter and digit that words are made of. */
const afterLetters = 'ѿ'

/** The typed words as words of the register and as beginnings of them. */
export async function findTyped(
  db: Db,
  typed: readonly string[],
): Promise<{ exact: number | null; beginning: number | null }[]> {
  const { rows } = await sql<{ exact: number | null; beginning: number | null }>`
    SELECT w.id AS exact, b.id AS beginning FROM unnest(${typed}::text[]) WITH ORDINALITY AS t (word, at)
    LEFT JOIN address_word w ON w.word = t.word LEFT JOIN address_beginning b ON b.beginning = t.word ORDER BY t.at`.execute(
    db,
  )
  return rows
}

/** Words that begin with the typed ones. */
export async function findBegunWords(db: Db, typed: readonly string[]): Promise<RegisterWord[]> {
  const { rows } = await sql<RegisterWord>`
    SELECT (t.at - 1)::int AS at, w.id, w.word FROM unnest(${typed}::text[]) WITH ORDINALITY AS t (word, at),
      LATERAL (SELECT id, word FROM address_word a WHERE a.word > t.word AND a.word < t.word || ${afterLetters}
        ORDER BY a.importance LIMIT ${mostBegun}) w`.execute(db)
  return rows
}

/** Words that look like the typed ones; the last may be only begun. */
export async function findNearWords(
  db: Db,
  typed: readonly string[],
  open: boolean,
): Promise<RegisterWord[]> {
  const { rows } = await sql<RegisterWord>`
    SELECT (t.at - 1)::int AS at, w.id, w.word FROM unnest(${typed}::text[]) WITH ORDINALITY AS t (word, at),
      LATERAL address_near(t.word, ${open} AND t.at = ${typed.length}) w`.execute(db)
  return rows
}

/** Where to look. */
export interface Scope {
  /** Position of the object that answers must be inside of. */
  readonly inside: number | null
  /** Levels of the register; null for all. */
  readonly levels: readonly number[] | null
}

/** Objects that have a key of every group, the most important first. */
export async function findMatches(
  db: Db,
  groups: readonly (readonly number[])[],
  { inside, levels }: Scope,
  most: number,
): Promise<Candidate[]> {
  const lists = groups.map((group) => `{${group.join(',')}}`)
  const { rows } = await sql<Candidate>`
    SELECT pos, type_name AS type, keys FROM address_match(${lists}::text[], ${inside === null ? null : [inside]}::int[],
      ${levels}::int[], ${most})`.execute(db)
  return rows
}

/** The most important objects of frequent keys, and which of the keys are frequent. */
export async function findHeads(
  db: Db,
  keys: readonly number[],
  most: number,
): Promise<{ frequent: number[]; candidates: Candidate[] }> {
  const { rows } = await sql<Candidate & { key: number }>`
    SELECT h.key, s.pos, s.type_name AS type, s.keys FROM address_head h,
      LATERAL unnest(h.positions[1:${sql.raw(String(most))}]) AS one (pos) JOIN address_search s USING (pos)
    WHERE h.key = ANY(${keys}::int[])`.execute(db)
  return { frequent: [...new Set(rows.map(({ key }) => key))], candidates: rows }
}

/** The most important objects of the levels, without a text. */
export async function findImportant(db: Db, { inside, levels }: Scope, most: number): Promise<Candidate[]> {
  if (inside !== null) return findMatches(db, [], { inside, levels }, most)
  const { rows } = await sql<Candidate>`
    SELECT pos, type_name AS type, keys FROM address_search
    WHERE ${levels}::int[] IS NULL OR level = ANY(${levels}::int[]) ORDER BY pos LIMIT ${most}`.execute(db)
  return rows
}
