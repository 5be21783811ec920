import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { VintageLoans } from '@ipoteka-office/contract/underwriting/payments/vintage-filter.ts'
import type { VintageFilter } from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { VintageRow } from './vintages.rules.ts'

type Condition = RawBuilder<unknown>

/** The month of a loan `i` so many months after its issue. */
const monthAt = (months: number) => sql`(i.issued_month + make_interval(months => ${months}::int))::date`
/** Of the loads of a month `m`, the one that counts. */
const thatCounts = sql`JOIN payment_month p ON p.month = m.month AND p.load_id = m.load_id AND p.replaced_by IS NULL`

/** Loans of a cell of the vintages, on `case_file f`: the table counts the same. */
export function wereIssued({ issuedMonth, monthsOnBook, pastDue }: VintageLoans): Condition {
  const asksOfMonth = monthsOnBook !== undefined || pastDue !== undefined
  const conditions = [
    ...(issuedMonth === undefined ? [] : [sql`i.issued_month = ${`${issuedMonth}-01`}::date`]),
    ...(monthsOnBook === undefined ? [] : [sql`m.month = ${monthAt(monthsOnBook)}`]),
    ...(pastDue === undefined ? [] : [sql`m.days >= ${sql.lit(Number(pastDue))}`]),
  ]
  return sql`f.id IN (SELECT i.case_id FROM loan_issue i
    ${asksOfMonth ? sql`JOIN loan_month m ON m.case_id = i.case_id ${thatCounts}` : sql``}
    WHERE ${sql.join(conditions, sql` AND `)})`
}

function conditionOf(
  { programmes, partnerIds, regions }: VintageFilter,
  types: readonly CaseType[],
): Condition {
  return sql.join(
    [
      sql`f.type = ANY(${[...types]}::text[])`,
      ...(programmes.length === 0 ? [] : [sql`f.programme_code = ANY(${programmes}::text[])`]),
      ...(partnerIds.length === 0 ? [] : [sql`f.partner_id = ANY(${partnerIds}::int[])`]),
      ...(regions.length === 0 ? [] : [sql`f.region_code = ANY(${regions}::text[])`]),
    ],
    sql` AND `,
  )
}

/** Every loan is read once and of its months only those when it was late. */
export async function findVintages(
  db: Db,
  filter: VintageFilter,
  types: readonly CaseType[],
): Promise<VintageRow[]> {
  const share = (part: string, whole: string) =>
    sql`round(100 * coalesce(${sql.ref(part)}, 0) / ${sql.ref(whole)}, 2)::text`
  const sum = (name: string) => sql`coalesce(${sql.ref(name)}, 0)`
  const { rows } = await sql<VintageRow>`
    WITH loan AS MATERIALIZED (
      SELECT i.case_id, i.issued_month, i.issued FROM loan_issue i JOIN case_file f ON f.id = i.case_id
      WHERE ${conditionOf(filter, types)}),
    vintage AS (SELECT issued_month, count(*)::int AS loans, sum(issued) AS issued FROM loan GROUP BY 1),
    late AS (
      SELECT l.issued_month, m.month, count(*)::numeric AS n30, sum(m.balance) AS b30,
        count(*) FILTER (WHERE m.days >= 90)::numeric AS n90, sum(m.balance) FILTER (WHERE m.days >= 90) AS b90
      FROM loan l JOIN loan_month m ON m.case_id = l.case_id AND m.days >= 30 ${thatCounts} GROUP BY 1, 2)
    SELECT to_char(v.issued_month, 'YYYY-MM') AS "issuedMonth", v.loans, v.issued::text AS issued,
      to_char(p.month, 'YYYY-MM') AS month, ${sum('t.n30')}::int AS loans30, ${sum('t.b30')}::numeric(18, 2)::text AS balance30,
      ${share('t.n30', 'v.loans')} AS share30, ${share('t.b30', 'v.issued')} AS "sumShare30",
      ${sum('t.n90')}::int AS loans90, ${sum('t.b90')}::numeric(18, 2)::text AS balance90,
      ${share('t.n90', 'v.loans')} AS share90, ${share('t.b90', 'v.issued')} AS "sumShare90"
    FROM vintage v JOIN payment_month p ON p.replaced_by IS NULL AND p.month >= v.issued_month
    LEFT JOIN late t ON t.issued_month = v.issued_month AND t.month = p.month
    ORDER BY v.issued_month, p.month`.execute(db)
  return rows
}

/** Months that are loaded, in the order of time. */
export async function findLoadedMonths(db: Db): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`SELECT to_char(month, 'YYYY-MM') AS month FROM payment_month
    WHERE replaced_by IS NULL ORDER BY payment_month.month`.execute(db)
  return rows.map(({ month }) => month)
}
