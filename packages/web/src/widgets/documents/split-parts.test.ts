import { describe, expect, test } from 'vitest'
import { choose, cutEvery, partsOf, splitIssue, toggleCut, wholeFile } from './split-parts.ts'

const shown = (cuts: ReturnType<typeof wholeFile>) =>
  partsOf(cuts).map(({ from, to, taken }) => [from, to, taken])

describe('cutting a file into parts', () => {
  test('a cut begins a part, the same cut again joins it', () => {
    const cut = toggleCut(toggleCut(wholeFile(7), 5), 3)
    expect(shown(cut)).toEqual([
      [1, 2, false],
      [3, 4, true],
      [5, 7, true],
    ])
    expect(shown(toggleCut(cut, 3))).toEqual([
      [1, 4, false],
      [5, 7, true],
    ])
  })

  test.each([1, 0, 8])('there is no cut before page %d of seven', (page) => {
    expect(shown(toggleCut(wholeFile(7), page))).toEqual([[1, 7, false]])
  })

  test('parts of equal size cover all pages once', () => {
    expect(shown(cutEvery(wholeFile(7), 3)).map(([from, to]) => [from, to])).toEqual([
      [1, 3],
      [4, 6],
      [7, 7],
    ])
    expect(partsOf(cutEvery(wholeFile(3), 0))).toHaveLength(3)
  })

  test('what was chosen for a part stays with its first page', () => {
    const cut = choose(toggleCut(wholeFile(4), 3), 3, { typeCode: 'PASSPORT' })
    expect(partsOf(toggleCut(cut, 2)).find(({ from }) => from === 3)?.typeCode).toBe('PASSPORT')
  })

  test('nothing to split is said', () => {
    expect(splitIssue(partsOf(wholeFile(4)))).toContain('с каких страниц')
    const cut = toggleCut(wholeFile(4), 3)
    expect(splitIssue(partsOf(cut))).toBeNull()
    expect(splitIssue(partsOf(choose(cut, 3, { taken: false })))).toContain('хотя бы одну')
  })
})
