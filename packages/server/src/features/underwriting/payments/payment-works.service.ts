import { lowered } from '@ipoteka-office/contract/words.ts'
import { buffer } from 'node:stream/consumers'
import { setImmediate as breathe } from 'node:timers/promises'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import {
  maxPaymentRows,
  type PaymentLoad,
  type PaymentRowKind,
  paymentRowKinds,
} from '@ipoteka-office/contract/underwriting/payments/payment-loads.ts'
import type { Db } from '#db/database.ts'
import { writeTransaction } from '#db/transaction.ts'
import type { TaskRun, TaskWork } from '#features/notifications/run-task.service.ts'
import type { FileStore } from '#files/file-store.ts'
import { ApiError, conflict, forbidden, notFound } from '#http/errors.ts'
import { bankDay, type BankClock } from '#lib/bank-time.ts'
import { readSpreadsheet, UnreadableSheet } from '#lib/read-spreadsheet.ts'
import {
  findLastRow,
  insertLoanMonths,
  lockApplying,
  replaceMonths,
  settleIssues,
} from './apply-payments.repo.ts'
import { readPaymentHeadings, readPaymentRow } from './payment-file.rules.ts'
import {
  compareWithLoaded,
  countRows,
  deleteRows,
  findLastApplied,
  findLoad,
  insertRows,
  markWrongRows,
  type NumberedDraft,
  type StoredLoad,
  updateLoad,
} from './payment-loads.repo.ts'

/** Names of the background works: the comparison and the application. */
export const paymentCheckName = 'payment-load-check'
export const paymentApplyName = 'payment-load-apply'

const batchSize = 2_000

const loadIdOf = (input: unknown) => (input as { loadId: number }).loadId
const pageOf = (id: number) => `/underwriting-all?part=vintages&load=${id}`

async function find(db: Db, id: number): Promise<StoredLoad> {
  const load = await findLoad(db, id)
  if (load === undefined) throw notFound('Загрузка удалена')
  return load
}

/** Says in the load why it ended, beside the task itself. */
async function failing<T>(db: Db, id: number, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const known = error instanceof UnreadableSheet ? conflict(error.message) : error
    if (known instanceof ApiError) await updateLoad(db, id, { state: 'FAILED', reason: known.message })
    throw known
  }
}

function checkRight({ actor }: TaskRun): void {
  if (!hasAllOperations(actor.operations, { Underwriting: ['ReadStatistics', 'LoadPayments'] }))
    throw forbidden('Право на загрузку платежей отозвано')
}

/** «новые: 120, без изменений: 30». */
export const countsText = (counts: PaymentLoad['counts']): string =>
  (Object.keys(paymentRowKinds) as PaymentRowKind[])
    .flatMap((kind) => {
      const count = counts[kind] ?? 0
      return count === 0 ? [] : [`${lowered(paymentRowKinds[kind])}: ${count}`]
    })
    .join(', ')

async function readFile(
  { db, signal, progress }: TaskRun,
  files: FileStore,
  { id, fileName, fileKey }: StoredLoad,
  today: string,
): Promise<void> {
  if (fileKey === null) throw conflict('У этой загрузки нет файла')
  const format = /\.csv$/i.test(fileName) ? 'csv' : 'xlsx'
  const rows = readSpreadsheet(format, await buffer(await files.open(fileKey)))
  const heading = await rows.next()
  if (heading.done === true) throw conflict('В файле нет строк')
  const columns = readPaymentHeadings(heading.value.cells)
  if ('error' in columns) throw conflict(columns.error)
  let batch: NumberedDraft[] = []
  let n = 0
  for await (const { line, cells } of rows) {
    signal.throwIfAborted()
    n += 1
    if (n > maxPaymentRows)
      throw conflict(`В файле больше ${maxPaymentRows} строк: разделите его по месяцам и загрузите по частям`)
    batch.push({ n, line, ...readPaymentRow(columns, cells, today) })
    if (batch.length < batchSize) continue
    await insertRows(db, id, batch)
    batch = []
    progress(n)
    await breathe()
  }
  await insertRows(db, id, batch)
  if (n === 0) throw conflict('В файле нет строк')
}

/** Reads the file and compares it with the months that are loaded; changes nothing but the load itself. */
export const paymentCheckWork =
  (files: FileStore, clock: BankClock): TaskWork =>
  async (run) => {
    const { db, input } = run
    const id = loadIdOf(input)
    return failing(db, id, async () => {
      checkRight(run)
      const load = await find(db, id)
      const baseId = await findLastApplied(db)
      await deleteRows(db, id)
      await readFile(run, files, load, bankDay(clock))
      await markWrongRows(db, id)
      await compareWithLoaded(db, id)
      const counted = await countRows(db, id)
      await updateLoad(db, id, { state: 'READY', baseId, ...counted })
      return { text: countsText(counted.counts), link: pageOf(id) }
    })
  }

/** Replaces the months that the file changes, all or nothing, when what counts is still as it was compared. */
export const paymentApplyWork =
  (clock: BankClock): TaskWork =>
  async (run) => {
    const { db, actor, input, signal, progress } = run
    const id = loadIdOf(input)
    return failing(db, id, async () => {
      checkRight(run)
      const author = { employeeId: actor.employeeId, requestId: `payments-${id}` }
      const text = await writeTransaction(db, author, async (tx) => {
        await lockApplying(tx)
        const load = await findLoad(tx, id, { lock: true })
        if (load?.state === 'APPLIED') return countsText(load.counts)
        if (load?.state !== 'APPLYING') throw conflict('Файл не готов к загрузке')
        if ((await findLastApplied(tx)) !== load.baseId)
          throw conflict('Пока файл проверяли, загрузили другой: загрузите этот заново')
        const last = await findLastRow(tx, id)
        if (last === 0) throw conflict('Строки проверенного файла уже не хранятся: загрузите его заново')
        const total = await replaceMonths(tx, id)
        let done = 0
        for (let from = 1; from <= last; from += batchSize) {
          signal.throwIfAborted()
          done += await insertLoanMonths(tx, id, { from, to: from + batchSize - 1 })
          progress(done, total)
        }
        await settleIssues(tx, id)
        await updateLoad(tx, id, { state: 'APPLIED', applied: { by: actor.employeeId, at: clock.now() } })
        return countsText(load.counts)
      })
      return { text, link: pageOf(id) }
    })
  }
