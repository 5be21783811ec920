import { compareDecimals } from '../common/number-formats.ts'
import type { TableRow } from './parameter-spec.ts'

/** The whole roubles right above a sum that is a kopeck below them; null for any other sum. */
export function roublesAboveKopeck(sum: string): string | null {
  const [whole = '', part = ''] = sum.split('.')
  return part === '99' ? String(BigInt(whole) + 1n) : null
}

/** The row of a table in which a sum lies. */
export function rowOf<V extends string | number>(
  rows: readonly TableRow<V>[],
  sum: string,
): { readonly row: TableRow<V>; readonly below: TableRow<V> | null } {
  const at = rows.findIndex(({ upTo }) => upTo === null || compareDecimals(sum, upTo) <= 0)
  const row = rows[at]
  if (row === undefined) throw new RangeError('A table of ranges has no end')
  return { row, below: rows[at - 1] ?? null }
}

/** What a table says of a sum. */
export const valueBySum = <V extends string | number>(rows: readonly TableRow<V>[], sum: string): V =>
  rowOf(rows, sum).row.value
