import { maxPagedRows, type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { SelectQueryBuilder } from 'kysely'
import { invalid } from '#http/errors.ts'

const tooDeep = `Показаны первые ${maxPagedRows.toLocaleString('ru')} строк. Уточните фильтр или выгрузите список в файл`

/** 400 when the page lies deeper than lists may be paged. */
export function refuseDeepPage({ page, size }: PageQuery): void {
  if ((page + 1) * size > maxPagedRows) throw invalid([{ path: 'page', message: tooDeep }], tooDeep)
}

/** The total without counting, where the page itself tells it: the last one, or the only one. */
export const knownTotal = (rows: number, { page, size }: PageQuery): number | undefined =>
  rows < size && (rows > 0 || page === 0) ? page * size + rows : undefined

/** How a page of a list is read: its rows, and the total where the page does not tell it. */
interface PageReads<Row> {
  readonly rows: () => Promise<readonly Row[]>
  /** The exact total of the filter; asked for only when it is needed. */
  readonly count: () => Promise<number>
}

/** One page of a list. A page too deep is refused; nothing is counted where the page itself tells the total. */
export async function readPage<Row>(query: PageQuery, { rows, count }: PageReads<Row>): Promise<Page<Row>> {
  refuseDeepPage(query)
  const content = [...(await rows())]
  return toPage(content, knownTotal(content.length, query) ?? (await count()), query)
}

/**
 * One page of the query's rows with the total of the whole filter. The query is ordered and not limited;
 * its order ends with a unique column, so that no row is shown twice.
 */
export async function paginate<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
  pageQuery: PageQuery,
): Promise<Page<O>> {
  refuseDeepPage(pageQuery)
  const { page, size } = pageQuery
  const rows = await query
    .limit(size)
    .offset(page * size)
    .execute()
  const total = knownTotal(rows.length, pageQuery) ?? (await countRows(query))
  return toPage(rows, total, pageQuery)
}

/** How many rows the query has in all. */
export async function countRows<DB, TB extends keyof DB, O>(
  query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const counted = await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number((counted as { count: string }).count)
}
