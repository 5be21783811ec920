import { type Grey, scaledTo } from './grey.ts'

/** The tilt of the text lines. */
export interface Tilt {
  /** Degrees by which the lines go down to the right. */
  readonly degrees: number
  /** How clearly lines are seen at that angle. */
  readonly clearness: number
}

const lookLongSide = 900
const radians = Math.PI / 180

function darkPoints({ data, width, height }: Grey): { xs: Float64Array; ys: Float64Array } {
  const xs: number[] = []
  const ys: number[] = []
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[y * width + x] ?? 255) < 110) {
        xs.push(x)
        ys.push(y)
      }
  // Enough points to see lines; a page that is black all over would only cost time.
  const every = Math.max(1, Math.ceil(xs.length / 60_000))
  const keep = (_value: number, at: number) => at % every === 0
  return { xs: Float64Array.from(xs.filter(keep)), ys: Float64Array.from(ys.filter(keep)) }
}

/** How unevenly the points fall into rows when looked at along an angle. */
function unevenness(xs: Float64Array, ys: Float64Array, degrees: number, rows: Float64Array): number {
  rows.fill(0)
  const sin = Math.sin(degrees * radians)
  const cos = Math.cos(degrees * radians)
  const middle = rows.length / 2
  for (let at = 0; at < xs.length; at += 1) {
    const row = Math.round((ys[at] ?? 0) * cos - (xs[at] ?? 0) * sin + middle)
    if (row >= 0 && row < rows.length) rows[row] = (rows[row] ?? 0) + 1
  }
  let sum = 0
  for (let row = 1; row < rows.length; row += 1) {
    const step = (rows[row] ?? 0) - (rows[row - 1] ?? 0)
    sum += step * step
  }
  return sum / Math.max(1, xs.length)
}

function best(xs: Float64Array, ys: Float64Array, around: number): Tilt {
  const rows = new Float64Array(lookLongSide * 4)
  let found = { degrees: around, clearness: -1 }
  const look = (from: number, to: number, step: number) => {
    for (let degrees = from; degrees <= to + 1e-9; degrees += step) {
      const clearness = unevenness(xs, ys, degrees, rows)
      if (clearness > found.clearness) found = { degrees, clearness }
    }
  }
  look(around - 12, around + 12, 0.75)
  const { degrees } = found
  look(degrees - 0.7, degrees + 0.7, 0.1)
  return found
}

/** Fewer dark points than this are dust: no word is drawn with them. */
const fewestPoints = 30

/** The tilts that lines have when the page lies across and along, the clearer one first; none of a blank page. */
export async function findTilts(flat: Grey): Promise<Tilt[]> {
  const { xs, ys } = darkPoints(await scaledTo(flat, lookLongSide))
  if (xs.length < fewestPoints) return []
  return [best(xs, ys, 0), best(xs, ys, 90)].sort((a, b) => b.clearness - a.clearness)
}
