import type { BlacklistKind } from '@ipoteka-office/contract/blacklists/blacklist-kinds.ts'
import type {
  BlacklistFilter,
  BlacklistRow,
  BlacklistSort,
  BlacklistTab,
} from '@ipoteka-office/contract/blacklists/blacklists.ts'
import { maskAll } from '@ipoteka-office/contract/common/masks.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import { recordReasonReading } from '#features/access-log/access-log.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { forbidden } from '#http/errors.ts'
import { bankDay } from '#lib/bank-time.ts'
import { readPage } from '#lib/paging.ts'
import { type Reader, readsReasons } from './entries.service.ts'
import {
  countFound,
  countTabs,
  findIds,
  findListed,
  type ListedEntry,
  type ListScope,
} from './entries-list.repo.ts'
import { maskedTitle, noteOf } from './identity.rules.ts'
import { objectOf } from './stored-entry.ts'

type Filter = Omit<BlacklistFilter, 'tab'>

/** The list as this person may ask for it: 403 where the filter would tell a reason to who may not read it. */
export async function scopeOf(
  bank: BankFigures,
  { actor }: Pick<Reader, 'actor'>,
  kind: BlacklistKind,
  filter: Filter,
): Promise<ListScope> {
  if (filter.sources.length > 0 && !readsReasons(actor, kind))
    throw forbidden('Источник — часть основания: отбор по нему доступен тем, кто читает основания')
  const { 'blacklist-ending': endingDays } = await figuresToday(bank)
  return { kind, today: bankDay(bank.clock), endingDays, filter }
}

/** An entry as lists show it: numbers are always masked, and nothing tells the reason. */
export const toRow = ({ data, source: _, basis: __, ...row }: ListedEntry): BlacklistRow => ({
  ...row,
  title: maskedTitle(row.kind, row.title),
  note: noteOf(row.kind, maskAll(data)),
})

/** A filter by source shows the source of every row that it leaves. */
async function noteSources(
  reader: Reader,
  kind: BlacklistKind,
  filter: Filter,
  rows: readonly BlacklistRow[],
) {
  if (filter.sources.length === 0) return
  for (const { id } of rows)
    await recordReasonReading(reader, { type: objectOf(kind), id }, 'Список: отбор по источнику')
}

export async function searchEntries(
  bank: BankFigures,
  reader: Reader,
  kind: BlacklistKind,
  { tab, ...filter }: BlacklistFilter,
  query: PageQuery & { readonly sort: BlacklistSort },
): Promise<Page<BlacklistRow>> {
  const { db } = reader
  const scope = await scopeOf(bank, reader, kind, filter)
  const page = await readPage(query, {
    rows: async () =>
      (await findListed(db, scope, await findIds(db, scope, { tab, sort: query.sort, page: query }))).map(
        toRow,
      ),
    count: () => countFound(db, scope, tab),
  })
  await noteSources(reader, kind, filter, page.content)
  return page
}

export const countEntries = async (
  bank: BankFigures,
  reader: Reader,
  kind: BlacklistKind,
  filter: Filter,
): Promise<Record<BlacklistTab, number>> => countTabs(reader.db, await scopeOf(bank, reader, kind, filter))
