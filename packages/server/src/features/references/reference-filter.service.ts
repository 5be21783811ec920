import { type Page, toPage } from '@ipoteka-office/contract/common/page.ts'
import {
  maxReferenceRows,
  type ReferenceFilter,
  type ReferencePageFilter,
} from '@ipoteka-office/contract/references/reference-filters.ts'
import type { ReferenceItem } from '@ipoteka-office/contract/references/reference-options.ts'
import type { Db } from '#db/database.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Actor } from '#lib/actor.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { type ReferenceSearch, readReferenceConditions } from './reference-conditions.rules.ts'
import { countItems, type Group, groupItems, type SearchScope, searchItems } from './reference-filter.repo.ts'
import { toItem } from './reference-lists.rules.ts'
import { checkMayReadAll, type ReferenceReader } from './reference-reader.service.ts'

/** What a search in a dictionary needs. */
export interface SearchParts {
  readonly db: Db
  readonly actor: Actor
  readonly references: ReferenceReader
  readonly clock: BankClock
}

async function prepare(
  { actor, references, clock }: SearchParts,
  code: string,
  { searchConditions, all }: ReferenceFilter,
): Promise<{ scope: SearchScope; search: ReferenceSearch }> {
  if (all) checkMayReadAll(actor)
  const { metadata } = await references.find(code)
  const { search, errors } = readReferenceConditions(searchConditions, code, metadata.attributes)
  if (errors.length > 0) throw invalid(errors)
  return { scope: { dictionary: code, today: all ? null : bankDay(clock) }, search }
}

const toGroupRow = ({ groupBy }: ReferenceSearch, { values, names, count }: Group): ReferenceItem => ({
  code: values.map((value) => value ?? '').join(' / '),
  name: names.join(' / '),
  ...Object.fromEntries(
    groupBy.flatMap(({ name }, index) => (name === 'name' || name === 'code' ? [] : [[name, values[index]]])),
  ),
  count,
})

/** One page of what fits the conditions. */
export async function filterItems(
  parts: SearchParts,
  code: string,
  filter: ReferencePageFilter,
): Promise<Page<ReferenceItem>> {
  refuseDeepPage(filter)
  const { scope, search } = await prepare(parts, code, filter)
  const { page, size } = filter
  const window = { limit: size, offset: page * size }
  if (search.groupBy.length > 0) {
    const { rows, total } = await groupItems(parts.db, scope, search, window)
    return toPage(
      rows.map((row) => toGroupRow(search, row)),
      total,
      filter,
    )
  }
  const items = await searchItems(parts.db, scope, search, window)
  const isWhole = page === 0 && items.length < size
  const total = isWhole ? items.length : await countItems(parts.db, scope, search)
  return toPage(
    items.map((item) => toItem(scope.dictionary, item, { detailed: filter.all })),
    total,
    filter,
  )
}

/** Everything that fits the conditions; 409 when that is more than an answer may hold. */
export async function filterAll(
  parts: SearchParts,
  code: string,
  filter: ReferenceFilter,
): Promise<ReferenceItem[]> {
  const { content, totalElements } = await filterItems(parts, code, {
    ...filter,
    page: 0,
    size: maxReferenceRows,
  })
  if (totalElements > maxReferenceRows)
    throw conflict(`Найдено больше ${maxReferenceRows} строк: добавьте условия или читайте по страницам`)
  return content
}
