import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { countByValues, queryByValues } from '#db/large-totals.ts'
import { anywhere } from '#db/like.ts'
import type { Actor } from '#lib/actor.ts'
import { visibleTo } from '#lib/visibility.ts'
import type { FoundBy } from './search.rules.ts'

/** A case as a hit of the search shows it. */
export interface FoundCase {
  readonly id: number
  readonly type: CaseType
  readonly number: string
  readonly clientName: string
  readonly stage: string
  readonly partner: string
  readonly closed: boolean
  readonly by: FoundBy
}

/** Matches looked at before the best are chosen: a common surname may be in thousands of cases. */
const maxMatches = 200
/** Persons of one passport or phone; each partner has its own. */
const maxPersons = 200
/** Of each partner and type. */
const latestOfPartner = 3

const columns = sql`t.id, t.type, t.number, t.client_name AS "clientName", t.stage, p.short_name AS partner,
  (t.closed OR t.archived_at IS NOT NULL) AS closed`

/** Which cases a person may find. */
export interface CaseReach {
  readonly types: readonly CaseType[]
  /** Partners whose cases the person sees; null: all. */
  readonly partners: readonly number[] | null
  /** The partners have so few cases that reading those is less than looking the words up. */
  readonly few: boolean
}

/** As many rows as are read in a few dozen milliseconds. */
const fewCases = 20_000

/** What the person sees of partners: known beforehand, the planner can tell how many cases they have. */
export async function findReachedPartners(
  db: Db,
  actor: Actor,
): Promise<Pick<CaseReach, 'partners' | 'few'>> {
  if (actor.isAhml) return { partners: null, few: false }
  const { rows } = await sql<{ id: number }>`
    SELECT p.id FROM partner p WHERE ${visibleTo(actor, 'p.id')} ORDER BY p.id`.execute(db)
  const partners = rows.map(({ id }) => id)
  const { count } = await countByValues(
    db,
    sql<{ count: number }>`SELECT count(*)::int AS count FROM (
      SELECT FROM case_file t WHERE t.partner_id = ANY(${partners}::int[]) LIMIT ${fewCases + 1}) few`,
  )
  return { partners, few: count <= fewCases }
}

const within = ({ types, partners }: CaseReach): RawBuilder<unknown> =>
  partners === null
    ? sql`t.type = ANY(${types}::text[])`
    : sql`t.type = ANY(${types}::text[]) AND t.partner_id = ANY(${partners}::int[])`

const containing = (words: readonly string[]): RawBuilder<unknown> =>
  sql.join(
    words.map((word) => sql`t.search_text LIKE search_form(${anywhere(word)})`),
    sql` AND `,
  )

/**
 * Cases whose number or client has every word. What narrows most is read first: OFFSET keeps the planner from reading the
 * whole table in the hope that the limit comes soon, which for a partner who has no such client it never does.
 */
export async function findByWords(db: Db, reach: CaseReach, words: readonly string[]): Promise<FoundCase[]> {
  const [first, second] = reach.few ? [within(reach), containing(words)] : [containing(words), within(reach)]
  return queryByValues<FoundCase>(
    db,
    sql`
    SELECT ${columns}, 'words' AS by FROM (
      SELECT * FROM (SELECT * FROM case_file t WHERE ${first} OFFSET 0) t WHERE ${second} LIMIT ${maxMatches}) t
    JOIN partner p ON p.id = t.partner_id`,
  )
}

/** Cases known by something of their own: the number, the client's phone, the client's or a participant's passport, the object. */
export async function findByNumbers(
  db: Db,
  reach: CaseReach,
  known: {
    readonly number: string
    readonly phone: string | null
    readonly passport: string | null
    readonly cadastral: string | null
  },
): Promise<FoundCase[]> {
  const { rows } = await sql<FoundCase>`
    WITH persons AS (
      (SELECT id, 'phone' AS by FROM person WHERE phone = ${known.phone}::text LIMIT ${maxPersons})
      UNION ALL (SELECT id, 'passport' FROM person WHERE passport = ${known.passport}::text LIMIT ${maxPersons})),
    found AS (
      SELECT id, 'number' AS by FROM case_file WHERE number = upper(${known.number}::text)
      UNION ALL (SELECT id, 'phone' FROM case_file WHERE client_phone = ${known.phone}::text ORDER BY created_at DESC LIMIT ${maxMatches})
      UNION ALL (SELECT f.id, persons.by FROM persons JOIN case_file f ON f.person_id = persons.id LIMIT ${maxMatches})
      UNION ALL (SELECT x.case_id, persons.by FROM persons JOIN case_participant x ON x.person_id = persons.id
        AND x.removed_at IS NULL LIMIT ${maxMatches})
      UNION ALL (SELECT o.case_id, 'cadastral' FROM realty_object o WHERE o.cadastral_number = ${known.cadastral}::text
        AND o.removed_at IS NULL LIMIT ${maxMatches}))
    SELECT ${columns}, found.by FROM found JOIN case_file t ON t.id = found.id JOIN partner p ON p.id = t.partner_id
    WHERE ${within(reach)}`.execute(db)
  return rows
}

/** The newest cases of partners with all words in their name. */
export async function findByPartner(
  db: Db,
  reach: CaseReach,
  words: readonly string[],
): Promise<FoundCase[]> {
  const { rows } = await sql<FoundCase>`
    SELECT ${columns}, 'partner' AS by FROM (SELECT * FROM partner t WHERE ${containing(words)}
        AND ${reach.partners === null ? sql`true` : sql`t.id = ANY(${reach.partners}::int[])`} ORDER BY t.not_active, t.id LIMIT ${latestOfPartner}) p,
      unnest(${reach.types}::text[]) AS wanted (type),
      LATERAL (SELECT * FROM case_file f WHERE f.partner_id = p.id AND f.type = wanted.type
        ORDER BY f.id DESC LIMIT ${latestOfPartner}) t`.execute(db)
  return rows
}

/** The cases that the person opened last and still sees. */
export async function findLatestOpened(
  db: Db,
  actor: Actor,
  { types, most }: { types: readonly CaseType[]; most: number },
): Promise<Omit<FoundCase, 'by'>[]> {
  const { rows } = await sql<Omit<FoundCase, 'by'>>`
    SELECT ${columns} FROM case_visit v JOIN case_file t ON t.id = v.case_id JOIN partner p ON p.id = t.partner_id
    WHERE v.employee_id = ${actor.employeeId} AND t.type = ANY(${types}::text[]) AND ${visibleTo(actor, 't.partner_id')}
    ORDER BY v.at DESC, t.id DESC LIMIT ${most}`.execute(db)
  return rows
}
