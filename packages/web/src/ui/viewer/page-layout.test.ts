import { describe, expect, test } from 'vitest'
import { anchorAt, layoutOf, pageAt, pageGap, pagesIn, scrollTo, turned } from './page-layout.ts'
import { scaleOf, zoomStep } from './zoom.ts'

const a4 = { width: 600, height: 800 }
const box = { width: 1000, height: 500 }

describe('layout of pages', () => {
  test('pages stand one under another, turned ones lie', () => {
    const upright = layoutOf([a4, a4], 0.5, 0)
    expect(upright.pages.map(({ top, height }) => [top, height])).toEqual([
      [pageGap, 400],
      [pageGap * 2 + 400, 400],
    ])
    expect(layoutOf([a4], 1, 90).pages[0]).toMatchObject({ width: 800, height: 600 })
  })

  test('the page at a height, and those that a window shows', () => {
    const layout = layoutOf(
      Array.from({ length: 300 }, () => a4),
      1,
      0,
    )
    const third = layout.pages[2]?.top ?? 0
    expect(pageAt(layout, third + 10)).toBe(2)
    expect(pageAt(layout, -50)).toBe(0)
    expect(pageAt(layout, layout.height + 500)).toBe(299)
    expect(pagesIn(layout, third + 10, 500)).toEqual([2, 2])
    expect(pagesIn(layout, third + 700, 500, 1)).toEqual([1, 4])
  })

  test('what is under the pointer stays there when the scale changes', () => {
    const sizes = Array.from({ length: 10 }, () => a4)
    const before = layoutOf(sizes, 1, 0)
    const at = { left: 420, top: 130 }
    const scroll = { left: 0, top: 2_345 }
    const anchor = anchorAt(before, scroll, box, at)
    const after = layoutOf(sizes, 2, 0)
    const moved = scrollTo(after, anchor, box)
    expect(anchorAt(after, moved, box, at)).toMatchObject({ page: anchor.page })
    expect(anchorAt(after, moved, box, at).y).toBeCloseTo(anchor.y)
    expect(anchorAt(after, moved, box, at).x).toBeCloseTo(anchor.x)
  })

  test('four quarters make a whole turn', () => {
    expect(turned(270, 90)).toBe(0)
    expect(turned(0, -90)).toBe(270)
  })
})

describe('zoom', () => {
  test('by width, by page and by number', () => {
    expect(scaleOf('width', a4, 0, { width: 600 + 2 * pageGap, height: 100 })).toBe(1)
    expect(scaleOf('page', a4, 90, { width: 5_000, height: 300 + 2 * pageGap })).toBe(0.5)
    expect(scaleOf(100, a4, 0, box)).toBe(8)
  })

  test.each([
    [1, 1, 1.1],
    [0.93, 1, 1],
    [0.93, -1, 0.9],
    [8, 1, 8],
    [0.1, -1, 0.1],
  ] as const)('from %d by %d comes %d', (from, direction, to) => {
    expect(zoomStep(from, direction)).toBe(to)
  })
})
