import { expect, it } from 'vitest'
import { toPdf } from '#lib/pdf.ts'
import { costFrames, frameSide } from './full-loan-cost-frames.ts'

const page = { width: 595.28, height: 841.89 }
const margin = 36

/** Straight lines of a page as they are drawn, from the upper left corner. */
async function linesOf(percent: string | null, money: string) {
  const pdf = await toPdf({
    compress: false,
    pageMargins: margin,
    content: [{ columns: [{ text: 'График' }, costFrames({ percent, money })] }],
  })
  const number = String.raw`(-?[\d.]+)`
  const line = new RegExp(`${number} ${number} m\\s+${number} ${number} l`, 'g')
  return {
    pages: pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length,
    lines: [...pdf.toString('latin1').matchAll(line)].map((found) => found.slice(1).map(Number)),
  }
}
/** Where lines stand; the ends of two that meet differ by their thickness. */
const distinct = (values: readonly number[]) =>
  [...values]
    .sort((one, other) => one - other)
    .filter((value, at, all) => at === 0 || value - (all[at - 1] ?? 0) > 2)

it.each([
  ['18.517', '12345678.90'],
  ['277.777', '777777777777.77'],
  [null, '0.00'],
])(
  'ПСК %s and %s stand in two square frames of a twentieth of the page, at its upper right',
  async (percent, money) => {
    const { lines, pages } = await linesOf(percent, money)
    const xs = distinct(lines.flatMap(([x1 = 0, , x2 = 0]) => [x1, x2]))
    const ys = distinct(lines.flatMap(([, y1 = 0, , y2 = 0]) => [y1, y2]))
    expect(pages).toBe(1)
    const [left = 0, middle = 0, right = 0] = xs
    const [top = 0, bottom = 0] = ys
    expect([xs.length, ys.length]).toEqual([3, 2])
    for (const width of [middle - left, right - middle]) {
      expect(Math.abs(width - (bottom - top))).toBeLessThanOrEqual(2)
      expect(width * (bottom - top)).toBeGreaterThanOrEqual(page.width * page.height * 0.05)
    }
    expect(bottom - top).toBeLessThanOrEqual(frameSide + 2)
    expect(Math.abs(right - (page.width - margin))).toBeLessThanOrEqual(1)
    expect(top).toBeLessThanOrEqual(margin + 1)
  },
)
