import { engineResults } from '@ipoteka-office/contract/underwriting/decided-filter.ts'
import {
  journalExport as calls,
  type JournalColumn,
  type JournalRow,
  journalColumns,
  journalFlags,
  journals,
} from '@ipoteka-office/contract/underwriting/journal.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import { amountCell, type CellValue } from '#lib/spreadsheet.ts'
import { journalReading } from './journal.service.ts'

const instant = (text: string | null): CellValue => (text === null ? null : new Date(text))

const cells: Record<JournalColumn, { width: number; value: (row: JournalRow) => CellValue }> = {
  number: { width: 16, value: (row) => row.number },
  clientName: { width: 34, value: (row) => row.clientName },
  programme: { width: 28, value: (row) => row.programme },
  amount: { width: 18, value: (row) => amountCell(row.amount) },
  termMonths: { width: 12, value: (row) => row.termMonths },
  downPaymentShare: { width: 10, value: (row) => amountCell(row.downPaymentShare) },
  loanToValue: { width: 10, value: (row) => amountCell(row.loanToValue) },
  debtLoad: { width: 10, value: (row) => amountCell(row.debtLoad) },
  clientCategories: {
    width: 34,
    value: (row) => row.clientCategories.map(({ name }) => name).join(', ') || null,
  },
  engineResult: { width: 18, value: (row) => row.engineResult && engineResults[row.engineResult] },
  channel: { width: 22, value: (row) => row.channel?.name ?? null },
  partner: { width: 30, value: (row) => row.partner.shortName },
  region: { width: 26, value: (row) => row.region?.name ?? null },
  level: { width: 22, value: (row) => row.level },
  stage: { width: 26, value: (row) => row.stageName },
  flags: { width: 34, value: (row) => row.flags.map((flag) => journalFlags[flag]).join(', ') || null },
  holder: { width: 30, value: (row) => row.holder?.fullName ?? null },
  group: { width: 26, value: (row) => row.group?.name ?? null },
  receivedAt: { width: 18, value: (row) => instant(row.receivedAt) },
  dueAt: { width: 18, value: (row) => instant(row.clock.dueAt) },
  review: { width: 14, value: (row) => row.review },
  createdAt: { width: 18, value: (row) => instant(row.createdAt) },
}

/** The journals of applications as files. */
export const journalExport = (engine: Engine) =>
  listExport(calls, {
    work: 'underwriting-journal-export',
    timeZone: engine.clock.timeZone,
    of: ({ journal }) => {
      const { count, findIds, findRows } = journalReading(engine, journal)
      return {
        title: journals[journal],
        count: (reader, { filter }) => count(reader, filter),
        findIds: (reader, { filter, sort }) => findIds(reader, filter, sort),
        findRows,
        columns: ({ columns }) =>
          columns.map((column) => ({ heading: journalColumns[column], ...cells[column] })),
      }
    },
  })
