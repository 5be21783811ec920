import type { Page } from '@ipoteka-office/contract/common/page.ts'
import { type ReactNode, useState } from 'react'
import { read } from '#api/read.ts'
import type { Selection } from '#ui/table/data-table.tsx'
import { notifyFailure } from '../notify-failure.ts'
import type { ServerList } from './use-server-list.ts'

/** The most rows of a filter that are chosen at once: what a bulk call of the server takes. */
export const mostChosen = 1_000
/** The largest page that lists answer. */
const pageSize = 100

/** The rows that bulk actions are about. */
export interface Chosen<Row> {
  readonly keys: readonly string[]
  /** As they were when they were chosen. */
  readonly rows: readonly Row[]
  /** How a row is called in words. */
  readonly labelOf: (key: string) => string
  /** To be called with the keys that were refused once an action is over: they stay chosen, and the list is read again. */
  readonly finish: (refused: readonly string[]) => void
}

/** All rows of the list's filter, page by page. */
async function allRows<Row, P extends Page<Row>, Tab extends string>(
  list: ServerList<Row, P, Tab>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < mostChosen; page += 1) {
    const answer = (await read(list.endpoint, list.request({ page, size: pageSize }))) as unknown as Page<Row>
    rows.push(...answer.content)
    if (answer.last) break
  }
  return rows
}

/** Who is chosen in a list, across pages and filters; none where the list has no bulk actions. */
export function useSelection<Row, P extends Page<Row>, Tab extends string>(
  list: ServerList<Row, P, Tab>,
  {
    rowKey,
    rowLabel = rowKey,
  }: { rowKey: (row: Row) => string; rowLabel?: ((row: Row) => string) | undefined },
  bulk: ((chosen: Chosen<Row>) => ReactNode) | undefined,
): Selection | undefined {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Row>>(new Map())
  // Those that are no longer chosen are still called by their names in the answer.
  const [labels] = useState(() => new Map<string, string>())
  if (!bulk) return undefined
  const choose = (keys: readonly string[]) => {
    const onPage = new Map((list.page?.content ?? []).map((row) => [rowKey(row), row]))
    const rows = keys.flatMap((key): [string, Row][] => {
      const row = chosen.get(key) ?? onPage.get(key)
      return row === undefined ? [] : [[key, row]]
    })
    setChosen(new Map(rows))
  }
  const chooseAll = async () => {
    try {
      const rows = await allRows(list)
      setChosen(new Map(rows.map((row) => [rowKey(row), row])))
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  const keys = [...chosen.keys()]
  for (const [key, row] of chosen) labels.set(key, rowLabel(row))
  return {
    keys,
    onChange: choose,
    actions: bulk({
      keys,
      rows: [...chosen.values()],
      labelOf: (key) => labels.get(key) ?? key,
      finish: (refused) => {
        choose(refused)
        list.refresh()
      },
    }),
    ...(list.total <= mostChosen && { onAll: () => void chooseAll() }),
  }
}
