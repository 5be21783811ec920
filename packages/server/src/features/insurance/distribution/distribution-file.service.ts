import { lowered } from '@ipoteka-office/contract/words.ts'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import type { ParsedRequest, ReplyOf } from '@ipoteka-office/contract/endpoint.ts'
import {
  distributionIssues,
  maxInsurers,
  maxShareRows,
} from '@ipoteka-office/contract/insurance/distribution-content.ts'
import {
  type exportDistribution,
  maxDistributionBytes,
  type readDistributionFile,
} from '@ipoteka-office/contract/insurance/distributions.ts'
import { lendings } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { type FileGate, receiveFile, wrongFile } from '#files/receive.ts'
import { conflict, invalid } from '#http/errors.ts'
import type { Context, FileReply, IncomingFile } from '#http/route.ts'
import { bankDay, type BankClock } from '#lib/bank-time.ts'
import { type ReadRow, readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import { sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { namesInFiles } from '../file-names.service.ts'
import { findInsurers } from '../tariffs/insurers.repo.ts'
import {
  compareRows,
  linesOf,
  readShares,
  shareColumns,
  shareHeadings,
  type ShareNames,
} from './distribution-file.rules.ts'
import { findBranches } from './distributions.repo.ts'
import { branchIdsOf, requireDistribution } from './distributions.service.ts'

export interface ShareFileParts {
  readonly clock: BankClock
  readonly gate: FileGate
  readonly references: ReferenceReader
}

/** The dictionaries in which a file names its codes. */
const dictionaries = { regions: 'region', products: 'product/type', objects: 'mortgageObjectType' } as const

/** Mistakes of a file that are told at once. */
const maxMistakes = 100
const maxLines = maxShareRows * maxInsurers

/** The version as a file that can be read back. */
export async function distributionFile(
  parts: ShareFileParts,
  context: Context,
  id: number,
  { format }: ParsedRequest<typeof exportDistribution>['query'],
): Promise<FileReply> {
  const one = await requireDistribution(parts, context, id)
  const lines = linesOf(one.content, await findInsurers(context.db, bankDay(parts.clock)))
  return {
    name: `Распределение страховщиков, ${lowered(lendings[one.lending])}, версия ${one.number}.${format}`,
    contentType: sheetContentTypes[format],
    body: toSpreadsheet(format, shareColumns, Readable.from(lines), { sheetName: 'Доли' }),
  }
}

async function readRows({ gate }: ShareFileParts, file: IncomingFile): Promise<ReadRow[]> {
  if (!/\.(xlsx|csv)$/i.test(file.name)) throw wrongFile('Нужен файл CSV или XLSX')
  const { key, name } = await receiveFile(gate, file, {
    kinds: ['XLSX', 'CSV'],
    maxBytes: maxDistributionBytes,
  })
  try {
    const rows: ReadRow[] = []
    const format = /\.csv$/i.test(name) ? 'csv' : 'xlsx'
    for await (const row of readSpreadsheet(format, await buffer(await gate.files.open(key)), {
      plain: true,
    })) {
      if (rows.length > maxLines) throw wrongFile(`В файле больше ${maxLines} строк`)
      rows.push(row)
    }
    return rows
  } catch (error) {
    throw error instanceof UnreadableSheet ? wrongFile(error.message) : error
  } finally {
    // What it says goes to the page; the file itself is nobody's.
    await gate.files.remove(key)
  }
}

/** Numbers of partners that the file names, whatever else is wrong with it. */
function namedBranches([heading, ...lines]: readonly ReadRow[]): number[] {
  const at = heading?.cells.findIndex((cell) => String(cell).trim() === shareHeadings.branch) ?? -1
  return lines.flatMap(({ cells }) => {
    const text = at === -1 ? '' : String(cells[at] ?? '').trim()
    return /^[1-9]\d{0,8}$/.test(text) ? [Number(text)] : []
  })
}

/** What a file would make of the draft; stores nothing. */
export async function readFileFor(
  parts: ShareFileParts,
  context: Context,
  id: number,
  file: IncomingFile,
): Promise<ReplyOf<typeof readDistributionFile>> {
  const { db } = context
  const draft = await requireDistribution(parts, context, id)
  if (draft.state !== 'DRAFT') throw conflict('Файл читают в черновик: создайте его на основе этой версии')
  const rows = await readRows(parts, file)
  const names: ShareNames = {
    insurers: await findInsurers(db, bankDay(parts.clock)),
    branches: await findBranches(db, namedBranches(rows)),
    ...(await namesInFiles(parts.references, dictionaries)),
  }
  const { content, mistakes } = readShares(rows, names)
  // A row that makes no whole is refused here already: a file is taken as it is or not at all.
  const wrong =
    mistakes.length > 0
      ? mistakes
      : distributionIssues(content, draft.lending).map(({ path, message }) => {
          const at = Number(/^rows\.(\d+)/.exec(path)?.[1] ?? 0)
          return { path: 'file', message: `${at + 1}-я строка матрицы. ${message}` }
        })
  if (wrong.length > 0)
    throw invalid(
      wrong.slice(0, maxMistakes),
      `Файл не прочитан, ошибок: ${wrong.length}. ${wrong[0]?.message ?? ''}`,
    )
  return {
    content,
    branches: await findBranches(db, branchIdsOf(content)),
    ...compareRows(content, draft.content),
  }
}
