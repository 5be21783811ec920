import { describe, expect, test } from 'vitest'
import { moveOf } from './use-reorder.ts'

const rows = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]

describe('moving a row', () => {
  test.each([
    [0, 1, { id: 1, afterId: 2 }],
    [0, 3, { id: 1, afterId: 4 }],
    [3, 1, { id: 4, afterId: 1 }],
    [2, 1, { id: 3, afterId: 1 }],
    [3, 0, { id: 4, afterId: null }],
    [1, 1, null],
    [0, 4, null],
    [0, -1, null],
    [7, 0, null],
  ])('from %i to %i is %o', (from, to, move) => {
    expect(moveOf(rows, from, to, null)).toEqual(move)
  })

  test('to the top of a later page puts it after the last row of the page before', () => {
    expect(moveOf(rows, 2, 0, { id: 9 })).toEqual({ id: 3, afterId: 9 })
  })
})
