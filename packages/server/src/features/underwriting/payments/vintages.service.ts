import { decidedTypes } from '@ipoteka-office/contract/underwriting/journal.ts'
import {
  type VintageColumn,
  type VintageFilter,
  type Vintages,
  vintageColumns,
  vintagesExport as calls,
} from '@ipoteka-office/contract/underwriting/payments/vintages.ts'
import { holds } from '#features/cases/engine/machine.rules.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { Context } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { amountCell, type CellValue } from '#lib/spreadsheet.ts'
import { monthText } from '@ipoteka-office/contract/common/months.ts'
import { findLoadedMonths, findVintages } from './vintages.repo.ts'
import { missingMonths, vintagesOf } from './vintages.rules.ts'

type Reader = Pick<Context, 'db' | 'actor'>

/** Loans of the filter, of the types whose lists the person reads: those of others are in no list either. */
export async function vintages({ db, actor }: Reader, filter: VintageFilter): Promise<Vintages> {
  const types = decidedTypes.filter(
    (type) => holds(actor, type, 'List') && (filter.types.length === 0 || filter.types.includes(type)),
  )
  const loaded = await findLoadedMonths(db)
  return {
    lastMonth: loaded.at(-1) ?? null,
    missing: missingMonths(loaded),
    vintages: vintagesOf(await findVintages(db, filter, types), monthText),
  }
}

interface ExportRow extends Readonly<Record<VintageColumn, CellValue>> {}

async function exportRows(reader: Reader, filter: VintageFilter): Promise<ExportRow[]> {
  const found = await vintages(reader, filter)
  return found.vintages.flatMap(({ name, loans, issued, ages }) =>
    ages.flatMap(({ known, late30, late90 }, age) =>
      known
        ? [
            {
              ...{ month: name, loans, issued: amountCell(issued), age },
              ...{ late30: late30.loans, late30Share: amountCell(late30.share) },
              ...{ late30Balance: amountCell(late30.balance), late30SumShare: amountCell(late30.sumShare) },
              ...{ late90: late90.loans, late90Share: amountCell(late90.share) },
              ...{ late90Balance: amountCell(late90.balance), late90SumShare: amountCell(late90.sumShare) },
            },
          ]
        : [],
    ),
  )
}

/** The vintages as a file: a row for each month of issue at each age. */
export const vintagesExport = (clock: BankClock) =>
  listExport(calls, {
    work: 'vintages-export',
    timeZone: clock.timeZone,
    of: () => ({
      title: 'Винтажи',
      count: async (reader, { filter }) => (await exportRows(reader, filter)).length,
      findIds: (reader, { filter }) => exportRows(reader, filter),
      findRows: (_, found: readonly ExportRow[]) => Promise.resolve([...found]),
      columns: ({ columns }) =>
        columns.map((column) => ({
          heading: vintageColumns[column],
          width: 18,
          value: (row: ExportRow) => row[column],
        })),
    }),
  })
