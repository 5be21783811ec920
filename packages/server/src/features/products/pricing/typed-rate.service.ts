import type { SectionCode } from '@ipoteka-office/contract/cases/case-sections.ts'
import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import { percentText } from '@ipoteka-office/contract/common/number-formats.ts'
import type { Db } from '#db/database.ts'
import { invalid } from '#http/errors.ts'
import { findPrices, type StoredPrice } from './case-prices.repo.ts'

export const rateText = (rate: string) => `${percentText(rate, 3)}\u00A0%`

/** Why the rate of the questionnaire is not typed beside a price; null: nothing has been priced. */
export const fixedRate = ({ answer }: Pick<StoredPrice, 'answer'>): string | null =>
  answer === null ? null : 'Дана взятым предложением, меняется кнопкой «Подобрать ставку»'

/** Why the rate of a case is not typed; null: it is. */
export async function whyRateIsFixed(db: Db, caseId: number): Promise<string | null> {
  const present = (await findPrices(db, caseId)).find(({ replaced }) => !replaced)
  return present === undefined ? null : fixedRate(present)
}

/** 400 where the rate of a questionnaire is typed over the one that the price of the case has given. */
export async function refuseTypedRate(
  db: Db,
  { caseId, section }: { readonly caseId: number; readonly section: SectionCode },
  before: SectionValues,
  next: SectionValues,
): Promise<void> {
  if ((section !== 'CREDIT' && section !== 'LOAN') || before['rate'] === next['rate']) return
  const message = await whyRateIsFixed(db, caseId)
  if (message !== null) throw invalid([{ path: 'data.rate', message }])
}
