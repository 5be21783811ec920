import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { buffer } from 'node:stream/consumers'
import { maxBatchRows } from '@ipoteka-office/contract/calculator/calculations.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import { writeTransaction } from '#db/transaction.ts'
import { methodVersion } from '#features/calculator/loan.rules.ts'
import { loadSpecialDays } from '#features/calendar/calendar.service.ts'
import type { TaskRun, TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { discardRefused } from '#files/attach-file.ts'
import type { FileStore } from '#files/file-store.ts'
import { type FileGate, receiveFile } from '#files/receive.ts'
import { conflict, forbidden } from '#http/errors.ts'
import type { Context, FileReply, IncomingFile } from '#http/route.ts'
import { type ReadCell, readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import { type SheetColumn, type SheetFormat, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import {
  type BatchAnswer,
  type BatchLoan,
  type BatchRow,
  type PricedRow,
  batchColumns,
  batchFields,
  readBatchHeadings,
} from './batch.rules.ts'
import { calculateRows } from './batch-threads.ts'

/** Name of the background work. */
export const batchWorkName = 'calculation-batch'

interface BatchInput {
  /** Of the uploaded file in the store; it is swept when nothing refers to it for a day. */
  readonly key: string
  readonly name: string
}

const formatOf = (name: string): SheetFormat => (/\.csv$/i.test(name) ? 'csv' : 'xlsx')

/** Stores the file and starts the work on it. */
export async function startBatch(
  { db, actor, requestId }: Context,
  gate: FileGate,
  file: IncomingFile,
): Promise<BackgroundTask> {
  const { key, name } = await receiveFile(gate, file, {
    kinds: ['XLSX', 'CSV'],
    maxBytes: 20 * 1_048_576,
  })
  try {
    return await writeTransaction(db, { employeeId: actor.employeeId, requestId }, (tx) =>
      startTask(tx, actor, {
        work: batchWorkName,
        title: `Массовый расчёт «${name}»`,
        total: 0,
        input: { key, name } satisfies BatchInput,
      }),
    )
  } catch (error) {
    await discardRefused(gate.files, key, error)
    throw error
  }
}

const textOf = (cell: ReadCell | undefined): string => {
  if (cell === null || cell === undefined) return ''
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell)
}

async function readRows(format: SheetFormat, content: Buffer): Promise<BatchRow[]> {
  const rows: BatchRow[] = []
  let columns: ReadonlyMap<string, number> | null = null
  for await (const { cells } of readSpreadsheet(format, content)) {
    if (columns === null) {
      const headings = readBatchHeadings(cells.map(textOf))
      if (!headings.ok) throw conflict(headings.error)
      columns = headings.columns
      continue
    }
    if (rows.length === maxBatchRows)
      throw conflict(`В файле больше ${maxBatchRows.toLocaleString('ru')} строк: разделите его на несколько`)
    rows.push(Object.fromEntries([...columns].map(([field, at]) => [field, textOf(cells[at])])))
  }
  if (rows.length === 0) throw conflict('В файле нет строк с кредитами')
  return rows
}

interface ResultRow extends BatchLoan {
  readonly answer: BatchAnswer
}

const figure =
  (pick: (result: Extract<BatchAnswer, { ok: true }>['result']) => string | number | null) =>
  ({ answer }: ResultRow) =>
    answer.ok ? pick(answer.result) : null
/** Cells hold fifteen digits: enough for sums below ten trillion with kopecks. */
const number = (text: string | null) => (text === null ? null : Number(text))

const ofProduct =
  (pick: (priced: Extract<PricedRow, { ok: true }>) => string | number | null) =>
  ({ priced }: ResultRow) =>
    priced?.ok === true ? pick(priced) : null

const resultColumns: SheetColumn<ResultRow>[] = [
  ...batchFields.map((field) => ({
    heading: batchColumns[field].heading,
    width: 16,
    value: ({ row }: ResultRow) => row[field] ?? '',
  })),
  { heading: 'Ставка по продукту, %', width: 20, value: ofProduct(({ terms }) => Number(terms.rate)) },
  { heading: 'Выпуск', width: 10, value: ofProduct(({ number: release }) => release) },
  {
    heading: 'Ставку уточнит',
    width: 30,
    value: ofProduct(({ missing }) => (missing.length === 0 ? null : missing.join(', '))),
  },
  { heading: 'Первый платёж, ₽', width: 18, value: figure((r) => number(r.firstPayment)) },
  { heading: 'Наибольший платёж, ₽', width: 18, value: figure((r) => number(r.maxPayment)) },
  { heading: 'Всего платежей, ₽', width: 18, value: figure((r) => number(r.totalPayments)) },
  { heading: 'Проценты, ₽', width: 18, value: figure((r) => number(r.totalInterest)) },
  { heading: 'Последний платёж', width: 16, value: figure((r) => dayText(r.lastDate)) },
  { heading: 'Платежей', width: 10, value: figure((r) => r.monthsPaid) },
  { heading: 'ПСК, %', width: 10, value: figure((r) => number(r.fullLoanCost)) },
  { heading: 'ПСК, ₽', width: 18, value: figure((r) => number(r.fullLoanCostMoney)) },
  { heading: 'Эффективная ставка, %', width: 20, value: figure((r) => number(r.effectiveRate)) },
  { heading: 'Методика', width: 14, value: () => methodVersion },
  { heading: 'Ошибка', width: 60, value: ({ answer }) => (answer.ok ? '' : answer.error) },
]

async function* told(rows: AsyncIterable<ResultRow>, { progress }: TaskRun, total: number) {
  let done = 0
  for await (const row of rows) {
    yield row
    progress(++done, total)
  }
}

/** Whoever sells products prices the rows that name one. */
export type OpenPricer = (
  reader: Pick<TaskRun, 'db' | 'actor'>,
) => Promise<(row: BatchRow) => PricedRow | null>

/** The work: the rows of the file with the figures of each, or with what is wrong with it. */
export const batchWork =
  (files: FileStore, openPricer: OpenPricer): TaskWork =>
  async (run) => {
    if (!hasAllOperations(run.actor.operations, { Calculator: ['RunBatch'] }))
      throw forbidden('Право на массовый расчёт отозвано')
    const { key, name } = run.input as BatchInput
    const format = formatOf(name)
    const rows = await readRows(format, await buffer(await files.open(key))).catch((error: unknown) => {
      throw error instanceof UnreadableSheet ? conflict(error.message) : error
    })
    run.progress(0, rows.length)
    const special = await loadSpecialDays(run.db)
    const results = calculateRows(rows, { special, price: await openPricer(run) }, run.signal)
    return {
      name: name.replace(/\.(xlsx|csv)$/i, '') + ` — расчёт.${format}`,
      contentType: sheetContentTypes[format],
      body: toSpreadsheet(format, resultColumns, told(results, run, rows.length), { sheetName: 'Расчёт' }),
    }
  }

/** A file with the headings and one loan. */
export function batchTemplate(): FileReply {
  const columns = batchFields.map((field) => ({
    heading: batchColumns[field].heading,
    width: 18,
    value: () => batchColumns[field].example,
  }))
  async function* rows() {
    yield {}
  }
  return {
    name: 'Образец массового расчёта.xlsx',
    contentType: sheetContentTypes.xlsx,
    body: toSpreadsheet('xlsx', columns, rows(), { sheetName: 'Кредиты' }),
  }
}
