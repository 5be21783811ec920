import { buffer } from 'node:stream/consumers'
import type { IncomingFile } from '#http/route.ts'
import { type ReadRow, readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import { type FileGate, receiveFile, wrongFile } from './receive.ts'

/** The rows of a small file of rows, XLSX or CSV, that is looked at once and not kept. */
export async function readSmallSheet(
  gate: FileGate,
  file: IncomingFile,
  { maxBytes, maxRows }: { readonly maxBytes: number; readonly maxRows: number },
): Promise<{ readonly name: string; readonly rows: readonly ReadRow[] }> {
  const { key, name } = await receiveFile(gate, file, { kinds: ['XLSX', 'CSV'], maxBytes })
  try {
    const rows: ReadRow[] = []
    const format = /\.csv$/i.test(name) ? 'csv' : 'xlsx'
    for await (const row of readSpreadsheet(format, await buffer(await gate.files.open(key)))) {
      if (rows.length === maxRows) throw wrongFile(`В файле больше ${maxRows} строк`)
      rows.push(row)
    }
    return { name, rows }
  } catch (error) {
    throw error instanceof UnreadableSheet ? wrongFile(error.message) : error
  } finally {
    // What it says is read; the file itself is nobody's.
    await gate.files.remove(key)
  }
}
