import type { Grey } from './grey.ts'

/** Darker than this belongs to a letter or a line. */
const dark = 150
/** Lines thicker than this are letters or pictures. */
const thickest = 9

interface Axis {
  /** Number of rows to look along and their length. */
  readonly rows: number
  readonly length: number
  at(row: number, place: number): number
}

/** Runs of pixels along a row that satisfy the question, as [begin, end). */
function runs(length: number, isPart: (place: number) => boolean): [number, number][] {
  const found: [number, number][] = []
  let begin = -1
  for (let place = 0; place <= length; place += 1) {
    const inside = place < length && isPart(place)
    if (inside && begin === -1) begin = place
    if (inside || begin === -1) continue
    found.push([begin, place])
    begin = -1
  }
  return found
}

/** Marks runs of dark pixels that are longer than any letter is wide. */
function markRuns(data: Uint8Array, axis: Axis, shortest: number, marked: Uint8Array): void {
  for (let row = 0; row < axis.rows; row += 1)
    for (const [begin, end] of runs(axis.length, (place) => (data[axis.at(row, place)] ?? 255) < dark))
      for (let at = end - begin >= shortest ? begin : end; at < end; at += 1) marked[axis.at(row, at)] = 1
}

/** Whites out marked pixels unless what was marked is thick across; with one pixel more, the grey edge of the line. */
function erase(data: Uint8Array, axis: Axis, marked: Uint8Array): void {
  for (let place = 0; place < axis.length; place += 1) {
    const thin = runs(axis.rows, (row) => marked[axis.at(row, place)] === 1).filter(
      ([begin, end]) => end - begin <= thickest,
    )
    for (const [begin, end] of thin)
      for (let row = Math.max(0, begin - 1); row <= Math.min(axis.rows - 1, end); row += 1)
        data[axis.at(row, place)] = 255
  }
}

/** The picture without the long straight lines of tables and forms; it must lie level. */
export function withoutLines({ data, width, height }: Grey): Grey {
  const clean = Uint8Array.from(data)
  const across: Axis = { rows: height, length: width, at: (row, place) => row * width + place }
  const down: Axis = { rows: width, length: height, at: (row, place) => place * width + row }
  for (const [axis, shortest] of [
    [across, Math.round(width / 35)],
    [down, Math.round(height / 60)],
  ] as const) {
    const marked = new Uint8Array(data.length)
    markRuns(data, axis, shortest, marked)
    erase(clean, axis, marked)
  }
  return { data: clean, width, height }
}
