import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import {
  cellChanges,
  type exportRates as exportCall,
  type importRates as importCall,
  maxRatesBytes,
  type RatesImport,
} from '@ipoteka-office/contract/products/rates-file.ts'
import { writeTransaction } from '#db/transaction.ts'
import { type FileGate, receiveFile, wrongFile } from '#files/receive.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid, notFound } from '#http/errors.ts'
import type { Context, FileReply, IncomingFile } from '#http/route.ts'
import { type ReadRow, readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import { sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { requireRight } from '../product-reader.ts'
import { saveVersion, takeVersion } from '../products.service.ts'
import { findPrepared, findVersion } from '../products.repo.ts'
import { readerOf, requireProduct, requireVersion } from '../shown-product.service.ts'
import { columnsOf, rowsOf } from './rates-sheet.rules.ts'
import { ForeignRates, readRates } from './read-rates.rules.ts'

export type RatesParts = BankFigures & { readonly gate: FileGate }

/** The matrix of a version as a file. */
export async function exportRates(
  parts: BankFigures,
  context: Context,
  id: number,
  { number, format }: ParsedRequest<typeof exportCall>['query'],
): Promise<FileReply> {
  const reader = readerOf(parts, context)
  const product = await requireProduct(context.db, reader, id)
  requireRight(context.actor, product.lending, 'ExportRates')
  const version = await requireVersion(context.db, reader, product, number)
  if (version.content.kind !== 'PRODUCT') throw notFound('Матрица ставок есть только у продукта')
  const { matrix } = version.content.rate
  const origin = { code: product.code, number: version.number }
  const rows = Readable.from(rowsOf(matrix))
  return {
    name: `Ставки ${product.code}, выпуск ${version.number}.${format}`,
    contentType: sheetContentTypes[format],
    body: toSpreadsheet(format, columnsOf(matrix.axes, origin), rows, {
      sheetName: 'Ставки',
      timeZone: parts.clock.timeZone,
    }),
  }
}

/** Rows of the file and one above: a heading and the largest matrix. */
const maxLines = 5_001

async function readRows({ gate }: RatesParts, file: IncomingFile): Promise<ReadRow[]> {
  if (!/\.(xlsx|csv)$/i.test(file.name)) throw wrongFile('Нужен файл XLSX или CSV')
  const { key, name } = await receiveFile(gate, file, { kinds: ['XLSX', 'CSV'], maxBytes: maxRatesBytes })
  try {
    const rows: ReadRow[] = []
    const format = /\.csv$/i.test(name) ? 'csv' : 'xlsx'
    for await (const row of readSpreadsheet(format, await buffer(await gate.files.open(key)), {
      plain: true,
    })) {
      if (rows.length >= maxLines) throw wrongFile(`В файле больше ${maxLines - 1} ставок`)
      rows.push(row)
    }
    return rows
  } catch (error) {
    throw error instanceof UnreadableSheet ? wrongFile(error.message) : error
  } finally {
    // The rates are read; the file itself is nobody's.
    await gate.files.remove(key)
  }
}

function compared(...asked: Parameters<typeof readRates>): ReturnType<typeof readRates> {
  try {
    return readRates(...asked)
  } catch (error) {
    throw error instanceof ForeignRates ? wrongFile(error.message) : error
  }
}

/** Cells that a preview shows: a person looks through no more. */
const shownCells = 500

type Change = keyof typeof cellChanges

const countsOf = (cells: readonly { change: Change }[]): Record<Change, number> =>
  Object.fromEntries(
    (Object.keys(cellChanges) as Change[]).map((change) => [
      change,
      cells.filter((cell) => cell.change === change).length,
    ]),
  ) as Record<Change, number>

/** What a file would make of the draft’s rates; with `apply` the draft has them, all or nothing. */
export async function importRates(
  parts: RatesParts,
  context: Context,
  id: number,
  {
    query: { apply, version },
    file,
  }: { query: ParsedRequest<typeof importCall>['query']; file: IncomingFile },
): Promise<RatesImport> {
  const { db, actor, requestId } = context
  const product = await requireProduct(db, readerOf(parts, context), id)
  requireRight(actor, product.lending, 'ImportRates')
  const number = await findPrepared(db, id)
  const draft = number === null ? undefined : await findVersion(db, id, number)
  if (draft === undefined || !['DRAFT', 'CORRECTION'].includes(draft.state))
    throw conflict('Ставки загружают в черновик, а его нет: создайте черновик нового выпуска')
  const { content } = draft
  if (content.kind !== 'PRODUCT') throw notFound('Матрица ставок есть только у продукта')
  const origin = { code: product.code, number: draft.number }
  const { matrix, cells } = compared(content.rate.matrix, origin, await readRows(parts, file))
  const preview = {
    productId: id,
    number: draft.number,
    version: draft.version,
    counts: countsOf(cells),
    cells: cells.filter(({ change }) => change !== 'SAME').slice(0, shownCells),
  }
  if (!apply) return { ...preview, applied: null }
  if (matrix === null)
    throw invalid([
      { path: 'file', message: 'В файле есть ошибки: исправьте их, ни одна ставка не изменена' },
    ])
  if (version === undefined)
    throw invalid([{ path: 'version', message: 'Сначала посмотрите, что изменит файл' }])
  const applied = await writeTransaction(db, { employeeId: actor.employeeId, requestId }, async (tx) => {
    const within = { ...context, db: tx }
    const one = await takeVersion(parts, within, product, { number: draft.number, version })
    if (one.content.kind !== 'PRODUCT') throw notFound('Матрица ставок есть только у продукта')
    const { validFrom, validTo } = one
    const changed = { ...one.content, rate: { ...one.content.rate, matrix } }
    return saveVersion(
      parts,
      within,
      { id, number: draft.number },
      { content: changed, validFrom, validTo, version },
    )
  })
  return { ...preview, applied }
}
