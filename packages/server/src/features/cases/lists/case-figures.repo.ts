import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { queryByValues } from '#db/large-totals.ts'
import { stagesMeant } from '#lib/shown-stages.ts'
import { isEntryFor } from '#lib/visibility.ts'
import { type CaseScope, conditionOf } from './case-filters.repo.ts'

export interface DayCount {
  readonly day: string
  readonly count: number
}

interface Days {
  readonly from: string
  readonly to: string
}

/** Cases of the scope by the bank's day of their creation. Each day is counted apart: no moment is turned into a day. */
export const countCreatedByDay = (db: Db, scope: CaseScope, { from, to }: Days): Promise<DayCount[]> =>
  queryByValues<DayCount>(
    db,
    sql`SELECT d.day::date::text AS day, n.count
      FROM generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') AS d (day),
        LATERAL (SELECT count(*)::int AS count FROM case_file f WHERE ${conditionOf(scope)}
          AND f.created_at >= d.day AT TIME ZONE ${scope.timeZone}
          AND f.created_at < (d.day + interval '1 day') AT TIME ZONE ${scope.timeZone}) n
      WHERE n.count > 0`,
  )

/** Cases of the scope by the bank's day on which they came to a stage; one that came twice on a day counts once. */
export function countReachedByDay(
  db: Db,
  scope: CaseScope,
  { stage, from, to }: Days & { readonly stage: string },
): Promise<DayCount[]> {
  const start = (day: string, shift: number) =>
    sql`((${day}::date + ${shift}::int)::timestamp AT TIME ZONE ${scope.timeZone})`
  return queryByValues<DayCount>(
    db,
    sql`SELECT (s.entered_at AT TIME ZONE ${scope.timeZone})::date::text AS day, count(DISTINCT f.id)::int AS count
      FROM case_stage s JOIN case_file f ON f.id = s.case_id
      WHERE s.stage = ANY(${stagesMeant(scope.reader, [stage])}::text[]) AND ${isEntryFor(scope.reader)} AND s.entered_at >= ${start(from, 0)} AND s.entered_at < ${start(to, 1)}
        AND ${conditionOf(scope)} GROUP BY 1`,
  )
}
