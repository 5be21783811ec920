import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  DecisionNumbers,
  StatisticsCut,
  StatisticsFilter,
} from '@ipoteka-office/contract/underwriting/statistics.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { queryByValues } from '#db/large-totals.ts'
import { decisionReasons } from '@ipoteka-office/contract/underwriting/decisions.ts'
import { decidedCondition } from './decided.repo.ts'

type Condition = RawBuilder<unknown>

/** Which decisions are counted: those of the filter, of the types that the reader may list. */
export interface StatisticsScope {
  readonly filter: StatisticsFilter
  readonly types: readonly CaseType[]
  readonly timeZone: string
  /** First days of the months that the filter touches. */
  readonly months: readonly string[]
}

/** Decisions of a scope, on `decision_fact d`. How many they are is in the values: what asks by them is planned for them every time. */
function conditionOf({ filter, types, timeZone }: StatisticsScope): Condition {
  const { from, to, programmes, partnerIds, regions, authorIds } = filter
  const decided = {
    ...{ decidedFrom: from, decidedTo: to, authorIds },
    ...{ outcomes: [], marks: [], reasons: [] },
  }
  return sql.join(
    [
      decidedCondition(decided, timeZone),
      sql`d.type = ANY(${[...types]}::text[])`,
      ...(programmes.length === 0 ? [] : [sql`d.programme_code = ANY(${programmes}::text[])`]),
      ...(partnerIds.length === 0 ? [] : [sql`d.partner_id = ANY(${partnerIds}::int[])`]),
      ...(regions.length === 0 ? [] : [sql`d.region_code = ANY(${regions}::text[])`]),
    ],
    sql` AND `,
  )
}

/** The number of the month of a decision within the scope, from 1. */
const monthOf = ({ months, timeZone }: StatisticsScope) =>
  sql`width_bucket(d.at, ARRAY(SELECT m::timestamp AT TIME ZONE ${timeZone} FROM unnest(${[...months]}::text[]) m))`

/** What a cut tells decisions apart by. */
const keyOf: Readonly<Record<StatisticsCut, Condition>> = {
  MONTH: sql`NULL::text`,
  PRODUCT: sql`d.type`,
  PROGRAMME: sql`d.programme_code`,
  PARTNER: sql`d.partner_id`,
  REGION: sql`d.region_code`,
  AUTHOR: sql`coalesce(d.author_id::text, d.level)`,
}

/** Names of keys, on `x (key)`. */
const nameOf: Readonly<Record<StatisticsCut, Condition>> = {
  MONTH: sql`NULL`,
  PRODUCT: sql`NULL`,
  // Of a mortgage and of a loan: their codes are different.
  PROGRAMME: sql`(SELECT min(i.name) FROM reference_item i
    WHERE i.dictionary IN ('product/type', 'cashLoan/productType') AND i.code = x.key)`,
  PARTNER: sql`(SELECT p.short_name FROM partner p WHERE p.id = x.key::int)`,
  REGION: sql`(SELECT i.name FROM reference_item i WHERE i.dictionary = 'region' AND i.code = x.key)`,
  AUTHOR: sql`(SELECT e.full_name FROM employee e WHERE e.id = CASE WHEN x.key ~ '^\\d+$' THEN x.key::int END)`,
}

/** Numbers of all (neither), of a month, or of a key. */
export interface NumbersRow extends DecisionNumbers {
  readonly of: 'ALL' | 'MONTH' | 'KEY'
  readonly month: number | null
  readonly key: string | null
  readonly name: string | null
}

/** Keys that are told apart at most; the most decisions first. */
const mostKeys = 1_000

/**
 * Everything is read twice and no more: decisions that agree in all that is counted are first put together, and the
 * percentiles go by the sorted minutes.
 */
export async function findNumbers(db: Db, scope: StatisticsScope, cut: StatisticsCut): Promise<NumbersRow[]> {
  const where = conditionOf(scope)
  return queryByValues(
    db,
    sql<NumbersRow>`
    WITH few AS (
      SELECT ${monthOf(scope)} AS m, ${keyOf[cut]} AS k, d.outcome, d.level = 'SYSTEM' AS automatic, d.returns > 0 AS returned,
        d.against_engine, d.against_score, count(*)::int AS n
      FROM decision_fact d WHERE ${where} GROUP BY 1, 2, 3, 4, 5, 6, 7),
    counted AS (
      SELECT GROUPING(m) AS no_m, GROUPING(k) AS no_k, m, k, coalesce(sum(n), 0)::int AS decided,
        coalesce(sum(n) FILTER (WHERE outcome = 'APPROVE'), 0)::int AS approved,
        coalesce(sum(n) FILTER (WHERE outcome = 'REJECT'), 0)::int AS rejected,
        coalesce(sum(n) FILTER (WHERE automatic), 0)::int AS automatic,
        coalesce(sum(n) FILTER (WHERE returned), 0)::int AS returned,
        coalesce(sum(n) FILTER (WHERE against_engine), 0)::int AS against_engine,
        coalesce(sum(n) FILTER (WHERE against_score), 0)::int AS against_score
      FROM few GROUP BY GROUPING SETS ((), (m), (k))),
    timed AS (
      SELECT GROUPING(m) AS no_m, GROUPING(k) AS no_k, m, k,
        percentile_disc(ARRAY[0.5, 0.9]) WITHIN GROUP (ORDER BY minutes) AS p
      FROM (SELECT ${monthOf(scope)} AS m, ${keyOf[cut]} AS k, d.minutes FROM decision_fact d WHERE ${where}) d
      GROUP BY GROUPING SETS ((), (m), (k)))
    SELECT CASE WHEN x.no_m = 0 THEN 'MONTH' WHEN x.no_k = 0 THEN 'KEY' ELSE 'ALL' END AS of, x.m AS month, x.key,
      CASE WHEN x.no_k = 0 THEN ${nameOf[cut]} END AS name, x.decided, x.approved, x.rejected, x.automatic, x.returned,
      x.against_engine AS "againstEngine", x.against_score AS "againstScore", t.p[1] AS "medianMinutes", t.p[2] AS "p90Minutes"
    FROM (SELECT c.*, c.k::text AS key FROM counted c ORDER BY c.no_k DESC, c.decided DESC, c.k LIMIT ${mostKeys}) x
    LEFT JOIN timed t ON (t.no_m, t.no_k) = (x.no_m, x.no_k) AND t.m IS NOT DISTINCT FROM x.m
      AND t.k::text IS NOT DISTINCT FROM x.key
    ORDER BY x.decided DESC, x.key`,
  )
}

/** How often each reason of a refusal was named; the most frequent first. */
export async function findReasonCounts(
  db: Db,
  scope: StatisticsScope,
): Promise<{ code: string; name: string; count: number }[]> {
  return queryByValues(
    db,
    sql<{ code: string; name: string; count: number }>`
    SELECT r.code, coalesce((SELECT i.name FROM reference_item i WHERE i.dictionary = ${decisionReasons} AND i.code = r.code),
      r.code) AS name, r.count
    FROM (SELECT reason AS code, count(*)::int AS count FROM decision_fact d, unnest(d.reasons) reason
      WHERE ${conditionOf(scope)} AND d.outcome = 'REJECT' GROUP BY reason) r ORDER BY r.count DESC, r.code LIMIT 100`,
  )
}

/** Times on the stages by their codes; exact percentiles from counts of equal minutes. */
export async function findStageTimes(
  db: Db,
  scope: StatisticsScope,
): Promise<{ stage: string; decisions: number; medianMinutes: number; p90Minutes: number }[]> {
  return queryByValues(
    db,
    sql<{
      stage: string
      decisions: number
      medianMinutes: number
      p90Minutes: number
    }>`
    WITH same AS (SELECT s.stage, s.minutes, count(*)::int AS n FROM decision_fact d JOIN decision_fact_stage s
      ON s.decision_id = d.decision_id WHERE ${conditionOf(scope)} GROUP BY 1, 2),
    ranked AS (SELECT stage, minutes, sum(n) OVER (PARTITION BY stage ORDER BY minutes) AS upto,
      sum(n) OVER (PARTITION BY stage) AS total FROM same)
    SELECT stage, max(total)::int AS decisions, min(minutes) FILTER (WHERE upto >= total * 0.5) AS "medianMinutes",
      min(minutes) FILTER (WHERE upto >= total * 0.9) AS "p90Minutes"
    FROM ranked GROUP BY stage ORDER BY max(total) DESC, stage`,
  )
}
