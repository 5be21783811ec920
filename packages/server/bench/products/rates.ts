import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { columnsOf, rowsOf } from '#features/products/rates/rates-sheet.rules.ts'
import { readRates } from '#features/products/rates/read-rates.rules.ts'
import { type ReadRow, readSpreadsheet } from '#lib/read-spreadsheet.ts'
import { toSpreadsheet } from '#lib/spreadsheet.ts'
import { bigProduct } from './catalogue.ts'

/** Files of the largest matrix that together hold so many cells. */
export const fileCount = 10
export const fileCells = 5_000

/** Seconds in which all the files are read, checked and compared with the matrix of a draft, each cell being changed. */
export async function measureRatesFiles(
  format: 'xlsx' | 'csv',
): Promise<{ seconds: number; changed: number }> {
  const before = bigProduct(1).rate.matrix
  const origin = { code: 'P-1', number: 1 }
  const { matrix } = bigProduct(40).rate
  const columns = columnsOf(matrix.axes, origin)
  const file = await buffer(
    toSpreadsheet(format, columns, Readable.from(rowsOf(matrix)), {
      sheetName: 'Ставки',
      timeZone: 'Europe/Moscow',
    }),
  )
  const start = performance.now()
  let changed = 0
  for (let at = 0; at < fileCount; at += 1) {
    const rows: ReadRow[] = []
    for await (const row of readSpreadsheet(format, file, { plain: true })) rows.push(row)
    const { cells } = readRates(before, origin, rows)
    changed += cells.filter(({ change }) => change === 'CHANGED').length
  }
  return { seconds: (performance.now() - start) / 1_000, changed }
}
