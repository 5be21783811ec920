import { toPage } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { describe, expect, it } from 'vitest'
import { readableHistory } from './role-history.ts'

const entry = (
  id: string,
  requestId: string | null,
  action: HistoryEntry['action'],
  field: string,
): HistoryEntry => ({
  id,
  at: '2026-11-21T01:21:02.069Z',
  actor: 'Кузнецова Мария Викторовна',
  action,
  version: null,
  requestId,
  changes: [{ field, label: 'Операция', oldValue: '−', newValue: id }],
})

describe('the history of a role', () => {
  it('shows the operations of one save together, as changes of the role', () => {
    const rows = [
      entry('5', 'b', 'DELETE', 'operation'),
      entry('4', 'b', 'INSERT', 'operation'),
      entry('3', 'a', 'INSERT', 'operation'),
      entry('2', null, 'INSERT', 'operation'),
      entry('1', 'a', 'INSERT', 'name'),
    ]
    const { content, totalElements } = readableHistory(toPage(rows, 25, { page: 0, size: 5 }))
    expect(content.map(({ id, action, changes }) => [id, action, changes.length])).toEqual([
      ['5', 'UPDATE', 2],
      ['3', 'UPDATE', 1],
      ['2', 'UPDATE', 1],
      ['1', 'INSERT', 1],
    ])
    expect(totalElements).toBe(25)
  })
})
