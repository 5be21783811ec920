import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { Db } from '#db/database.ts'
import { barredFromAll, type CasePlace } from '#features/cases/engine/own-work.service.ts'
import { type BankClock, minuteOfDay } from '#lib/bank-time.ts'
import type { Asking } from './distribution/eligibility.rules.ts'

/** What the rules ask about the moment. */
export const askingAt = (type: ApproverType, clock: BankClock): Asking => ({
  type,
  minuteOfDay: minuteOfDay(clock.now(), clock.timeZone),
})

/** With who prepared each case: they do not check it. */
export async function withBarred<
  Row extends Omit<CasePlace, 'type'> & { readonly caseType: CasePlace['type'] },
>(db: Db, rows: readonly Row[]): Promise<(Row & { readonly barredEmployees: readonly number[] })[]> {
  const barred = await barredFromAll(
    db,
    rows.map(({ id, caseType, stage }) => ({ id, type: caseType, stage })),
  )
  return rows.map((row) => ({ ...row, barredEmployees: barred.get(row.id) ?? [] }))
}
