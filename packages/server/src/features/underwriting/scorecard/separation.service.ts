import type { Separation } from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import type { Db } from '#db/database.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { bankDay } from '#lib/bank-time.ts'
import { findScoredLoans, hasPayments } from './separation.repo.ts'
import { separationOf } from './separation.rules.ts'

/** How well each version has told the loans apart; a function, as every version has an answer once payments are loaded. */
export async function separations(
  { clock, parameters }: BankFigures,
  db: Db,
): Promise<(versionId: number) => Separation | null> {
  if (!(await hasPayments(db))) return () => null
  const figures = await parameters.figuresOn(bankDay(clock))
  const [days, months] = [figures['outcome-days'], figures['outcome-months']]
  const least = figures['outcome-least']
  const found = Map.groupBy(await findScoredLoans(db, { days, months }), ({ versionId }) => versionId)
  return (versionId) => {
    const loans = found.get(versionId) ?? []
    const good = loans.reduce((sum, one) => sum + one.good, 0)
    const bad = loans.reduce((sum, one) => sum + one.bad, 0)
    const known = good < least || bad < least ? null : separationOf(loans)
    return { good, bad, gini: known?.gini ?? null, ks: known?.ks ?? null, least, days, months }
  }
}
