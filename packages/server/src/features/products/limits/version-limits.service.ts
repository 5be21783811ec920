import type { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { loadCalendar } from '#features/calendar/calendar.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import {
  boundsIn,
  type LimitsOfDay,
  readCaps,
  readLimits,
} from '#features/rate-limits/rate-bounds.service.ts'
import type { Db } from '#db/database.ts'
import { bankDay } from '#lib/bank-time.ts'
import type { StoredProduct } from '../stored-products.ts'
import { type MeasuredCell, measureCells } from './cells-at-limit.rules.ts'

/** The limits that a version is held by: those of its first day, or of today where that quarter is not published yet. */
async function limitsFor(bank: BankFigures, db: Db, firstDay: string): Promise<LimitsOfDay> {
  const today = bankDay(bank.clock)
  const ofFirst = await readLimits(bank, db, firstDay)
  return ofFirst.limits.length > 0 || firstDay <= today ? ofFirst : readLimits(bank, db, today)
}

/** The cells of a version beside what limits them from its first day on; of an option or a promotion there are none. */
export async function cellsOfVersion(
  bank: BankFigures,
  db: Db,
  { lending, typeCode }: Pick<StoredProduct, 'lending' | 'typeCode'>,
  { content, firstDay }: { readonly content: VersionContent; readonly firstDay: string },
): Promise<MeasuredCell[]> {
  if (content.kind !== 'PRODUCT') return []
  const limits = await limitsFor(bank, db, firstDay)
  const { 'key-rate': keyRate } = await bank.parameters.figuresOn(limits.day)
  const product = lending === 'MORTGAGE' ? 'MORTGAGE' : 'CASH_LOAN'
  // Caps are agreed for mortgages and loans: a card has none.
  const caps = content.card === null ? await readCaps(db, limits.day, { product, programme: typeCode }) : []
  const { categories, near, isRequired, day } = limits
  return measureCells(content, {
    ...{ day, lending, keyRate, categories, near, isRequired },
    isWorking: await loadCalendar(db),
    boundsOf: (credit) => boundsIn(limits, { lending, ...credit }, caps),
  })
}
