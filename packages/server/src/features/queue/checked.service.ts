import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { AuthorityProduct } from '@ipoteka-office/contract/underwriting/authority.ts'
import type { Db } from '#db/database.ts'
import { barredFromAll, type CasePlace } from '#features/cases/engine/own-work.service.ts'
import { type BankClock, minuteOfDay } from '#lib/bank-time.ts'
import { type Asking, type Candidate, covers } from './distribution/eligibility.rules.ts'

/** What the rules ask about the moment, and about the department where its people are known. */
export const askingAt = (
  type: ApproverType,
  clock: BankClock,
  candidates: readonly Candidate[] = [],
): Asking => ({
  type,
  minuteOfDay: minuteOfDay(clock.now(), clock.timeZone),
  isCovered: (application) => candidates.some((one) => covers(one, application)),
})

/** With who prepared each case: they do not check it. */
export async function withBarred<
  Row extends Omit<CasePlace, 'type'> & { readonly caseType: CasePlace['type'] },
>(
  db: Db,
  rows: readonly Row[],
): Promise<
  (Row & { readonly barredEmployees: readonly number[]; readonly product: AuthorityProduct | null })[]
> {
  const barred = await barredFromAll(
    db,
    rows.map(({ id, caseType, stage }) => ({ id, type: caseType, stage })),
  )
  return rows.map((row) => ({
    ...row,
    barredEmployees: barred.get(row.id) ?? [],
    product: caseTypes[row.caseType].product,
  }))
}
