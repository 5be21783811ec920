/** How many letters of a word of this length may be wrong. */
export const allowedErrors = (length: number): number => (length < 4 ? 0 : length < 8 ? 1 : 2)

interface Rows {
  readonly before: readonly number[]
  readonly previous: readonly number[]
}

/** The next row of the table: the cheapest way to each beginning of the other word. */
function nextRow(one: string, other: string, row: number, { before, previous }: Rows): number[] {
  const letter = one[row - 1]
  const current = [row]
  const at = (list: readonly number[], column: number) => list[column] ?? Number.POSITIVE_INFINITY
  for (let column = 1; column <= other.length; column += 1) {
    const swapped = row > 1 && letter === other[column - 2] && one[row - 2] === other[column - 1]
    current.push(
      Math.min(
        at(previous, column) + 1,
        at(current, column - 1) + 1,
        at(previous, column - 1) + (letter === other[column - 1] ? 0 : 1),
        swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      ),
    )
  }
  return current
}

/** Letters to insert, remove, change or swap with the neighbour to turn one word into the other; more than `most` is `most + 1`. */
export function editDistance(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1
  let rows: Rows = { before: [], previous: Array.from({ length: other.length + 1 }, (_, column) => column) }
  for (let row = 1; row <= one.length; row += 1) {
    const current = nextRow(one, other, row, rows)
    if (Math.min(...current) > most) return most + 1
    rows = { before: rows.previous, previous: current }
  }
  return Math.min(rows.previous.at(-1) ?? 0, most + 1)
}

/** The same for the beginning of a word that is still being typed: the rest of the other word costs nothing. */
export const beginningDistance = (typed: string, word: string, most: number): number =>
  Math.min(...[-1, 0, 1].map((more) => editDistance(typed, word.slice(0, typed.length + more), most)))
