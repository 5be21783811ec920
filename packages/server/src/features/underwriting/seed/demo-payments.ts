import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { insertRows } from '#db/seed/bulk-rows.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { findModelLoans, modelMonths, roubles } from '#db/seed/payments-model.ts'

const madeBy = demoAccounts.findIndex(({ login }) => login === 'uw-head') + 1
/** The months that came one by one; those before them came in one file. */
const singleMonths = 3

const nextMonth = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10)
}

/** Payments of the loans of the demo bank, as files of the core bank would have told of them. */
export async function seedDemoPayments(db: Db, now: Date): Promise<void> {
  const today = now.toISOString().slice(0, 10)
  const all = Map.groupBy(modelMonths(await findModelLoans(db, today), today), ({ month }) => month)
  const months = [...all.keys()].toSorted()
  const files = [months.slice(0, -singleMonths), ...months.slice(-singleMonths).map((month) => [month])]
  for (const [index, part] of files.filter((file) => file.length > 0).entries()) {
    const loadId = index + 1
    const last = part.at(-1) ?? ''
    const at = `${nextMonth(last).slice(0, 8)}02T07:12:00Z`
    const rows = part.flatMap((month) => all.get(month) ?? [])
    const told = part.map((month) => ({
      month: month.slice(0, 7),
      rows: all.get(month)?.length ?? 0,
      replaces: false,
    }))
    await sql`
      INSERT INTO payment_load (file_name, state, counts, months, made_by, made_at, applied_by, applied_at)
      VALUES (${`платежи-${last.slice(0, 7)}.csv`}, 'APPLIED', ${JSON.stringify({ new: rows.length })}::text::jsonb,
        ${JSON.stringify(told)}::text::jsonb, ${madeBy}, ${at}, ${madeBy}, ${at})`.execute(db)
    await insertRows(
      db,
      'payment_month',
      { month: 'date', load_id: 'int', loans: 'int' },
      part.map((month) => [month, loadId, all.get(month)?.length ?? 0]),
    )
    await insertRows(
      db,
      'loan_month',
      {
        ...{ load_id: 'int', case_id: 'int', month: 'date', issued_on: 'date', days: 'int' },
        ...{ issued: 'numeric', balance: 'numeric' },
      },
      rows.map(({ loan, month, days, balance }) => [
        ...[loadId, loan.caseId, month, loan.issuedOn, days],
        ...[roubles(loan.issued), roubles(balance)],
      ]),
    )
  }
  await sql`SELECT settle_loan_issues(ARRAY(SELECT DISTINCT case_id FROM loan_month))`.execute(db)
}
