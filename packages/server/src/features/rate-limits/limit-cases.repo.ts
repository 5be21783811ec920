import { type CaseType, caseTypes, machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type {
  LimitCase,
  LimitCaseFilter,
  LimitZone,
} from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import type { CreditCategory } from '@ipoteka-office/contract/rate-limits/verdict.ts'
import { type RawBuilder, sql } from 'kysely'
import { countOf } from '#db/count-of.ts'
import type { Db } from '#db/database.ts'
import type { PageQuery } from '@ipoteka-office/contract/common/page.ts'

/** What deals are measured by. */
export interface Measure {
  readonly filter: LimitCaseFilter
  readonly types: readonly CaseType[]
  readonly categories: readonly CreditCategory[]
  readonly today: string
  readonly timeZone: string
  /** Points under which a margin is small. */
  readonly near: string
}

/** `type stage` of every stage in which the bank is bound and the money is not given yet. */
const bound = (types: readonly CaseType[]) =>
  types.flatMap((type) =>
    Object.entries(machines[type].states).flatMap(([stage, { commits, final }]) =>
      commits && !final ? [`${type} ${stage}`] : [],
    ),
  )

/** Deals that the bank is bound by, each beside the limit of its category and quarter. */
function measured({ filter, types, categories, today, timeZone, near }: Measure): RawBuilder<unknown> {
  const { quarter = null, shift = '0', regions, partnerIds } = filter
  const lendings = types.map((type) => ({ type, lending: caseTypes[type].product }))
  const signing =
    quarter === null
      ? sql`coalesce((s.signed_at AT TIME ZONE ${timeZone})::date, ${today}::date)`
      : sql`${quarter}::date`
  return sql`(
    SELECT f.id, f.type, f.number, f.client_name AS "clientName", f.stage, f.closed, f.partner_id, d.amount,
      d.term_months AS "termMonths", d.rate, d.cost, c.code AS category_code, c.name AS category, q.quarter,
      l.applies, CASE WHEN l.applies THEN l.value + ${shift}::numeric END AS "limit",
      CASE WHEN l.applies THEN l.value + ${shift}::numeric - d.cost END AS margin,
      CASE WHEN NOT l.applies THEN 'FREE' WHEN d.cost IS NULL THEN 'UNKNOWN' WHEN c.code IS NULL THEN 'NO_CATEGORY'
        WHEN l.value IS NULL THEN 'NO_FIGURES' WHEN l.value + ${shift}::numeric < d.cost THEN 'ABOVE'
        WHEN l.value + ${shift}::numeric - d.cost <= ${near}::numeric THEN 'NEAR' ELSE 'FITS' END AS state
    FROM case_file f
    JOIN jsonb_to_recordset(${JSON.stringify(lendings)}::text::jsonb) AS k (type text, lending text) ON k.type = f.type
    CROSS JOIN LATERAL (SELECT x.outcome, x.amount, x.term_months, x.rate, round(x.full_loan_cost, 3) AS cost
      FROM case_decision x WHERE x.case_id = f.id AND x.outcome NOT IN ('ESCALATE', 'SUSPEND') ORDER BY x.id DESC LIMIT 1) d
    LEFT JOIN loan_application s ON s.id = f.id
    CROSS JOIN LATERAL (SELECT date_trunc('quarter', ${signing}::timestamp)::date AS quarter) q
    LEFT JOIN LATERAL (SELECT r.code, r.name
      FROM jsonb_to_recordset(${JSON.stringify(categories)}::text::jsonb) AS r (code text, name text,
        lending text, "amountAbove" numeric, "amountTo" numeric, "monthsAbove" int, "monthsTo" int)
      WHERE r.lending = k.lending AND (r."amountAbove" IS NULL OR d.amount > r."amountAbove")
        AND (r."amountTo" IS NULL OR d.amount <= r."amountTo") AND (r."monthsAbove" IS NULL OR d.term_months > r."monthsAbove")
        AND (r."monthsTo" IS NULL OR d.term_months <= r."monthsTo") LIMIT 1) c ON true
    LEFT JOIN rate_limit l ON l.quarter = q.quarter AND l.category = c.code AND l.replaced_at IS NULL
    WHERE NOT f.closed AND d.outcome IN ('APPROVE', 'COUNTER')
      AND f.type || ' ' || f.stage = ANY(${bound(types)}::text[])
      -- What is signed already is signed in no other quarter.
      AND (${quarter === null} OR s.signed_at IS NULL)
      AND (${partnerIds.length === 0} OR f.partner_id = ANY(${partnerIds}::int[]))
      AND (${regions.length === 0} OR f.region_code = ANY(${regions}::text[]))
  ) m`
}

const zones: Record<LimitZone, readonly string[] | null> = {
  near: ['NEAR'],
  above: ['ABOVE'],
  none: ['NO_FIGURES', 'NO_CATEGORY', 'UNKNOWN'],
  all: null,
}

const chosen = ({ filter: { categories } }: Measure, zone: LimitZone) => {
  const states = zones[zone]
  return sql`(${states === null} OR m.state = ANY(${[...(states ?? [])]}::text[]))
    AND (${categories.length === 0} OR m.category_code = ANY(${categories}::text[]))`
}

/** A deal as the list reads it; its stage is told by whoever reads it. */
export type LimitCaseRow = Omit<LimitCase, 'stageName'>

const row = sql`m.id, m.type, m.number, m."clientName", m.stage, m.closed, m.amount::text, m."termMonths", m.rate::text,
  m.cost::text, m.category, m.quarter, m."limit"::text, m.margin::text, m.state,
  json_build_object('id', p.id, 'shortName', p.short_name) AS partner`

/** Deals of a zone, those with the least margin first; all of them without paging. */
export async function findLimitCases(
  db: Db,
  measure: Measure,
  zone: LimitZone,
  paging: PageQuery | null,
): Promise<LimitCaseRow[]> {
  const part = paging === null ? sql`` : sql`LIMIT ${paging.size} OFFSET ${paging.page * paging.size}`
  const { rows } = await sql<LimitCaseRow>`
    SELECT ${row} FROM ${measured(measure)} JOIN partner p ON p.id = m.partner_id
    WHERE ${chosen(measure, zone)} ORDER BY m.margin NULLS LAST, m.id ${part}`.execute(db)
  return rows
}

export const countLimitCases = (db: Db, measure: Measure, zone: LimitZone): Promise<number> =>
  countOf(db, sql`FROM ${measured(measure)} WHERE ${chosen(measure, zone)}`)

/** Deals of a category in a state: how many they are and what they come to. */
export interface CountedDeals {
  readonly state: LimitCase['state']
  readonly category: string | null
  readonly limit: string | null
  readonly cases: number
  readonly amount: string
}

export async function countDeals(db: Db, measure: Measure): Promise<CountedDeals[]> {
  const { rows } = await sql<CountedDeals>`
    SELECT m.state, m.category, min(m."limit")::text AS "limit", count(*)::int AS cases, sum(m.amount)::numeric(18, 2)::text AS amount
    FROM ${measured(measure)} WHERE ${chosen(measure, 'all')} GROUP BY m.state, m.category ORDER BY m.category`.execute(
    db,
  )
  return rows
}
