import { sql } from 'kysely'
import type { Db } from '#db/database.ts'

/** One file at a time is applied; whoever comes second sees what the first has changed. */
export const lockApplying = (db: Db) =>
  sql`SELECT pg_advisory_xact_lock(hashtext('payment_load'))`.execute(db)

/** Months of a load that it changes: the others stay as they are. Answers how many rows the months have. */
export async function replaceMonths(db: Db, loadId: number): Promise<number> {
  const changed = sql`SELECT month, count(*) FILTER (WHERE kind <> 'gone')::int AS loans FROM payment_load_row
    WHERE load_id = ${loadId} GROUP BY month HAVING bool_or(kind <> 'same')`
  await sql`UPDATE payment_month p SET replaced_by = ${loadId} FROM (${changed}) c
    WHERE p.month = c.month AND p.replaced_by IS NULL`.execute(db)
  const { rows } = await sql<{ loans: number }>`
    INSERT INTO payment_month (month, load_id, loans) SELECT c.month, ${loadId}::int, c.loans FROM (${changed}) c
    RETURNING loans`.execute(db)
  return rows.reduce((sum, { loans }) => sum + loans, 0)
}

export async function findLastRow(db: Db, loadId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    SELECT coalesce(max(n), 0) AS last FROM payment_load_row WHERE load_id = ${loadId}`.execute(db)
  return rows[0]?.last ?? 0
}

/** Writes the rows of the replaced months, in parts by their number. */
export async function insertLoanMonths(
  db: Db,
  loadId: number,
  { from, to }: { readonly from: number; readonly to: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    INSERT INTO loan_month (load_id, case_id, month, issued_on, days, issued, balance)
    SELECT r.load_id, r.case_id, r.month, r.issued_on, r.days, r.issued, r.balance FROM payment_load_row r
    JOIN payment_month p ON p.load_id = r.load_id AND p.month = r.month
    WHERE r.load_id = ${loadId} AND r.kind <> 'gone' AND r.n BETWEEN ${from} AND ${to}`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Issues of the loans that the load has or has lost follow from the months that count now. */
export const settleIssues = (db: Db, loadId: number) =>
  sql`SELECT settle_loan_issues(ARRAY(SELECT DISTINCT case_id FROM payment_load_row WHERE load_id = ${loadId}))`.execute(
    db,
  )
