import { parentPort, workerData } from 'node:worker_threads'
import { isWorkingBy, type SpecialDays } from '#features/calendar/working-time.rules.ts'
import { type BatchLoan, calculateRow } from './batch.rules.ts'

/** A thread of a mass calculation: takes parts of the rows, answers their figures. */
const isWorking = isWorkingBy((workerData as { special: SpecialDays }).special)
parentPort?.on('message', (rows: readonly BatchLoan[]) => {
  parentPort?.postMessage(rows.map((row) => calculateRow(row, isWorking)))
})
