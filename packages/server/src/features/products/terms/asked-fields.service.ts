import { sectionsOf } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { AskedFields } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { type BankClock, bankDay, dayOf } from '#lib/bank-time.ts'
import { versionsFor } from '../pricing/catalogue.ts'
import { isOfferedTo } from '../pricing/fit/fit.rules.ts'
import { findPartnerLine } from '../released.repo.ts'
import { byProgramme } from './asked-fields.rules.ts'
import { findAsking, findAskingVersion } from './asked-fields.repo.ts'
import { findCaseOfTerms } from './case-terms.repo.ts'

/**
 * Fields that the form of a case asks besides, by the programme that may be chosen: of the versions that its products are held
 * by ([the same](./case-terms.service.ts)), of all that its partner is offered.
 */
export async function askedFieldsOfCase(
  { clock }: { readonly clock: BankClock },
  db: Db,
  caseId: number,
  type: CaseType,
): Promise<AskedFields> {
  if (!sectionsOf(type).includes('CREDIT')) return {}
  const one = await findCaseOfTerms(db, caseId)
  if (one === null) return {}
  const today = bankDay(clock)
  const received = dayOf(clock, one.createdAt)
  const line = await findPartnerLine(db, one.partnerId)
  const from = received < today ? received : today
  const sold = versionsFor(await findAsking(db, { from, to: today }), today, received)
  const isSold = sold.some(({ productId }) => productId === one.productId)
  const kept = isSold || one.versionId === null ? undefined : await findAskingVersion(db, one.versionId)
  const offered = sold.filter((row) => isOfferedTo(row, line))
  return byProgramme(kept === undefined ? offered : [...offered, kept])
}
