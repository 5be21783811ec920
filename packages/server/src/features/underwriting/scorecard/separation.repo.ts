import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import type { ScoredLoans } from './separation.rules.ts'

/** What makes a loan bad: so many days past due within so many months of its issue. */
export interface Outcome {
  readonly days: number
  readonly months: number
}

/**
 * Loans by the version that scored them and by the score: the last one before the issue counts. Only those of months whose
 * every following month of the term is loaded: of the others nobody knows yet.
 */
export async function findScoredLoans(
  db: Db,
  { days, months }: Outcome,
): Promise<(ScoredLoans & { readonly versionId: number })[]> {
  const end = sql`(issued_month + make_interval(months => ${months}::int))::date`
  const { rows } = await sql<ScoredLoans & { versionId: number }>`
    WITH whole AS (
      SELECT v.issued_month, ${end} AS upto FROM (SELECT DISTINCT issued_month FROM loan_issue) v
      WHERE (SELECT count(*) FROM payment_month p WHERE p.replaced_by IS NULL AND p.month > v.issued_month
        AND p.month <= ${end}) = ${months}),
    loan AS MATERIALIZED (
      SELECT i.case_id, i.issued_on, EXISTS (SELECT FROM loan_month m JOIN payment_month p ON p.month = m.month
        AND p.load_id = m.load_id AND p.replaced_by IS NULL
        WHERE m.case_id = i.case_id AND m.days >= 30 AND m.days >= ${days} AND m.month <= w.upto) AS bad
      FROM loan_issue i JOIN whole w ON w.issued_month = i.issued_month),
    scored AS (
      SELECT DISTINCT ON (r.version_id, r.case_id) r.version_id, r.score, l.bad FROM loan l
      JOIN scorecard_run r ON r.case_id = l.case_id AND r.at::date <= l.issued_on
      ORDER BY r.version_id, r.case_id, r.id DESC)
    SELECT version_id AS "versionId", score, count(*) FILTER (WHERE NOT bad)::int AS good, count(*) FILTER (WHERE bad)::int AS bad
    FROM scored GROUP BY 1, 2 ORDER BY 1, 2`.execute(db)
  return rows
}

/** Whether any file of payments is loaded. */
export async function hasPayments(db: Db): Promise<boolean> {
  const { rows } = await sql`SELECT FROM payment_month LIMIT 1`.execute(db)
  return rows.length > 0
}
