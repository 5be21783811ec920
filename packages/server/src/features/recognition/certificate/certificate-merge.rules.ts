import type { IncomeLine } from './certificate-sums.rules.ts'
import { middleX, middleY } from '../layout.rules.ts'
import { kopecks } from '../money.rules.ts'

/** One printed row with everything that was read there. */
interface Printed {
  readonly readings: readonly IncomeLine[]
}

const same = (a: IncomeLine, b: IncomeLine) =>
  a.amount === b.amount && a.incomeCode === b.incomeCode && a.deduction === b.deduction

/** Readings that stand in one place belong to one printed row. */
function printedRows(lists: readonly (readonly IncomeLine[])[]): Printed[] {
  const rows: { readings: IncomeLine[] }[] = []
  for (const line of lists.flat()) {
    const there = rows.find(({ readings }) =>
      readings.some(
        ({ box }) =>
          Math.abs(middleY(box) - middleY(line.box)) < Math.min(box.height, line.box.height) * 0.7 &&
          Math.abs(middleX(box) - middleX(line.box)) < Math.max(box.width, line.box.width) * 0.5,
      ),
    )
    if (there === undefined) rows.push({ readings: [line] })
    else there.readings.push(line)
  }
  return rows
}

/** The different readings of a row: what was read most often first, then what was read most surely. */
function choices({ readings }: Printed): IncomeLine[] {
  const votes = (line: IncomeLine) => readings.filter((other) => same(line, other)).length
  const sorted = [...readings].sort((a, b) => votes(b) - votes(a) || b.confidence - a.confidence)
  const month = sorted.find((line) => line.month > 0)?.month ?? 0
  return sorted
    .filter((line, at) => sorted.findIndex((other) => same(line, other)) === at)
    .map((line) => (line.month > 0 ? line : { ...line, month }))
}

const sumOf = (lines: readonly (IncomeLine | null)[]) =>
  lines.reduce((sum, line) => sum + (line === null ? 0n : kopecks(line.amount)), 0n)

/** The other readings of a row; one that was seen but once may be no row at all. */
const others = ({ readings }: Printed, all: readonly IncomeLine[]): (IncomeLine | null)[] => [
  ...all.slice(1),
  ...(readings.length === 1 ? [null] : []),
]

/** Changes one row, or two, so that the sum becomes the total; null when that cannot be. */
function fitting(
  rows: readonly Printed[],
  first: readonly IncomeLine[],
  total: bigint,
): (IncomeLine | null)[] | null {
  const changes = rows.flatMap((row, at) => others(row, choices(row)).map((line) => ({ at, line })))
  const apply = (list: readonly (IncomeLine | null)[], { at, line }: (typeof changes)[number]) =>
    list.with(at, line)
  const one = changes.map((change) => apply(first, change)).find((list) => sumOf(list) === total)
  if (one !== undefined) return one
  for (const [at, change] of changes.entries())
    for (const second of changes.slice(at + 1)) {
      const both = second.at === change.at ? first : apply(apply(first, change), second)
      if (sumOf(both) === total) return [...both]
    }
  return null
}

/** One list of rows out of several readings of a table; of readings that differ those are taken that give the total. */
export function mergeRows(lists: readonly (readonly IncomeLine[])[], total: string | null): IncomeLine[] {
  const rows = printedRows(lists)
  const first = rows.map((row) => choices(row)[0]).filter((line) => line !== undefined)
  if (total === null || sumOf(first) === kopecks(total)) return first
  return (fitting(rows, first, kopecks(total)) ?? first).filter((line) => line !== null)
}
