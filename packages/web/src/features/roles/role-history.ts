import type { Page } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'

const isOperation = ({ changes }: HistoryEntry) =>
  changes.length > 0 && changes.every(({ field }) => field === 'operation')

/**
 * A role's history as people read it: an operation that was given or taken is a row of its own in the database, here
 * it is a change of the role, and those of one save stand together.
 */
export function readableHistory(page: Page<HistoryEntry>): Page<HistoryEntry> {
  const content: HistoryEntry[] = []
  for (const entry of page.content) {
    const last = content.at(-1)
    if (!isOperation(entry)) content.push(entry)
    else if (last && isOperation(last) && last.requestId !== null && last.requestId === entry.requestId)
      content[content.length - 1] = { ...last, changes: [...last.changes, ...entry.changes] }
    else content.push({ ...entry, action: 'UPDATE' })
  }
  return { ...page, content }
}
