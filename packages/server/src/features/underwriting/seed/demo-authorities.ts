import { sql } from 'kysely'
import type { Db } from '#db/database.ts'
import { pastDays } from '#db/seed/rulebook/ways.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'

/** What is given for each operation: roubles of a mortgage and of a loan, К/З and ПДН in percent, deviations. */
const given = [
  ['Underwrite', 50_000_000, 5_000_000, 95, 80, []],
  ['ControlDecision', 100_000_000, 7_000_000, 95, 80, ['PROGRAMME', 'STOP_FACTOR', 'INCOME', 'OBLIGATION']],
] as const

/** The demo underwriter was given less a month ago, in roubles: what is above goes to the head. */
export const reducedLimits = { MORTGAGE: 6_000_000, CASH_LOAN: 1_000_000 }
const reduced = { login: 'underwriter', days: 30 }

/** What the bank's people may approve, since the first case of the demo bank. */
export async function seedDemoAuthorities(db: Db): Promise<void> {
  const rows = given.flatMap(([operation, mortgage, loan, loanToValue, debtLoad, deviations]) => [
    {
      operation,
      object: 'FullApplication',
      product: 'MORTGAGE',
      exposure: mortgage,
      less: reducedLimits.MORTGAGE,
      loanToValue,
      debtLoad,
      deviations,
    },
    {
      operation,
      object: 'LoanApplication',
      product: 'CASH_LOAN',
      exposure: loan,
      less: reducedLimits.CASH_LOAN,
      loanToValue: null,
      debtLoad,
      deviations,
    },
  ])
  await withoutHistory(db, ['decision_authority'], async () => {
    await sql`
      INSERT INTO decision_authority (employee_id, product, max_exposure, max_loan_to_value, max_debt_load, deviations,
        valid_from, valid_to, created_at)
      SELECT w.id, w.product, d.exposure, w."loanToValue", w."debtLoad", w.deviations, current_date - d.days, d.valid_to,
        now() - make_interval(days => d.days)
      FROM (
        SELECT DISTINCT ON (e.id, g.product) e.id, coalesce(e.login, '') = ${reduced.login} AS is_reduced, g.*
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) g (operation text, object text, product text,
          exposure numeric, less numeric, "loanToValue" numeric, "debtLoad" numeric, deviations text[])
        JOIN user_role_operation o ON o.object_type = g.object AND o.operation = g.operation
        JOIN user_role r ON r.id = o.user_role_id AND NOT r.is_disabled AND r.code <> 'ADMINISTRATOR'
        JOIN role_holder h ON h.user_role_id = r.id
        JOIN employee e ON e.id = h.employee_id AND NOT e.not_active
        JOIN partner p ON p.id = e.partner_id AND 'Ahml' = ANY(p.roles)
        ORDER BY e.id, g.product, g.exposure DESC) w
      CROSS JOIN LATERAL (
        SELECT w.exposure, ${pastDays + 60}::int AS days,
          CASE WHEN w.is_reduced THEN current_date - ${reduced.days + 1}::int END AS valid_to
        UNION ALL SELECT w.less, ${reduced.days}::int, NULL WHERE w.is_reduced) d
      ORDER BY w.id, w.product, d.days DESC`.execute(db)
  })
}
