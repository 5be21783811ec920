import type { DecidedFilter, DecidedMark } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import type { PersonRef } from '@ipoteka-office/contract/common/refs.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'

type Condition = RawBuilder<unknown>

/** What a mark asks, on `decision_fact d`. */
const ofMark: Readonly<Record<DecidedMark, Condition>> = {
  AUTOMATIC: sql`d.level = 'SYSTEM'`,
  OUTSIDE: sql`d.level = 'OUTSIDE'`,
  RETURNED: sql`d.returns > 0`,
  AGAINST_ENGINE: sql`d.against_engine`,
  AGAINST_SCORE: sql`d.against_score`,
}

/** The first moment of a day of the bank, or of one so many days later. */
const startOf = (timeZone: string, day: string, shift: number) =>
  sql`((${day}::date + ${shift}::int)::timestamp AT TIME ZONE ${timeZone})`

/** The last decisions of applications under a filter, on `decision_fact d`: the statistics count by it and the journal lists. */
export function decidedCondition(filter: DecidedFilter, timeZone: string): Condition {
  const { decidedFrom, decidedTo, outcomes, marks, authorIds, reasons, minutesFrom } = filter
  return sql.join(
    [
      sql`d.latest`,
      ...(decidedFrom === undefined ? [] : [sql`d.at >= ${startOf(timeZone, decidedFrom, 0)}`]),
      ...(decidedTo === undefined ? [] : [sql`d.at < ${startOf(timeZone, decidedTo, 1)}`]),
      ...(outcomes.length === 0 ? [] : [sql`d.outcome = ANY(${outcomes}::text[])`]),
      ...marks.map((mark) => ofMark[mark]),
      ...(authorIds.length === 0 ? [] : [sql`d.author_id = ANY(${authorIds}::int[])`]),
      ...(reasons.length === 0 ? [] : [sql`d.reasons && ${reasons}::text[]`]),
      ...(minutesFrom === undefined ? [] : [sql`d.minutes >= ${minutesFrom}`]),
    ],
    sql` AND `,
  )
}

/** The same on `case_file f`. */
export const wasDecided = (filter: DecidedFilter, timeZone: string): Condition =>
  sql`f.id IN (SELECT d.case_id FROM decision_fact d WHERE ${decidedCondition(filter, timeZone)})`

/** People who have decided, by name. */
export async function findDeciders(db: Db): Promise<PersonRef[]> {
  const { rows } = await sql<PersonRef>`
    WITH RECURSIVE a (id) AS (SELECT min(author_id) FROM decision_fact WHERE latest
      UNION ALL SELECT (SELECT min(d.author_id) FROM decision_fact d WHERE d.latest AND d.author_id > a.id) FROM a
        WHERE a.id IS NOT NULL)
    SELECT e.id, e.full_name AS "fullName" FROM a JOIN employee e ON e.id = a.id
    ORDER BY e.full_name, e.id LIMIT 1000`.execute(db)
  return rows
}
