import type { CaseList } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { CaseFilter } from '@ipoteka-office/contract/cases/case-lists.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import type { Context } from '#http/route.ts'
import { countCreatedByDay, countReachedByDay, type DayCount } from './case-figures.repo.ts'
import { countFound } from './case-counts.repo.ts'
import { scopeOf } from './case-lists.service.ts'

type Reader = Pick<Context, 'db' | 'actor'>
type Narrowed = Partial<CaseFilter>

/** How many rows the list has under the filter: the total of its page. */
export async function countListed(
  engine: Engine,
  reader: Reader,
  list: CaseList,
  filter: Narrowed,
): Promise<number> {
  return countFound(reader.db, await scopeOf(engine, reader, list, CaseFilter.parse(filter)))
}

interface Days {
  readonly from: string
  readonly to: string
}

/** The same by day of creation: the count of a day is the total under `createdFrom` and `createdTo` of that day. */
export async function createdByDay(
  engine: Engine,
  reader: Reader,
  list: CaseList,
  filter: Narrowed,
  { from, to }: Days,
): Promise<DayCount[]> {
  const narrowed = CaseFilter.parse({ ...filter, createdFrom: from, createdTo: to })
  return countCreatedByDay(reader.db, await scopeOf(engine, reader, list, narrowed), { from, to })
}

/** The same by day of coming to a stage: the count of a day is the total under `reached` and that day. */
export async function reachedByDay(
  engine: Engine,
  reader: Reader,
  list: CaseList,
  filter: Narrowed,
  days: Days & { readonly stage: string },
): Promise<DayCount[]> {
  return countReachedByDay(reader.db, await scopeOf(engine, reader, list, CaseFilter.parse(filter)), days)
}
