import { limitGrounds } from '@ipoteka-office/contract/rate-limits/limit-kinds.ts'
import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import {
  type LimitCase,
  type LimitCaseColumn,
  limitCaseColumns,
  limitCasesExport as caseCalls,
} from '@ipoteka-office/contract/rate-limits/limit-cases.ts'
import {
  type LimitColumn,
  limitColumns,
  limitsExport as limitCalls,
  type RateLimit,
} from '@ipoteka-office/contract/rate-limits/limits.ts'
import { quarterText } from '@ipoteka-office/contract/rate-limits/quarters.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { amountCell, type CellValue } from '#lib/spreadsheet.ts'
import { countLimitCases, findLimitCases, type LimitCaseRow } from './limit-cases.repo.ts'
import { measureOf, toCase } from './limit-cases.service.ts'
import { countLimits, findLimitIds, findLimitsById } from './limits.repo.ts'

const limitCells: Record<LimitColumn, { width: number; value: (row: RateLimit) => CellValue }> = {
  quarter: { width: 20, value: ({ quarter }) => quarterText(quarter) },
  category: { width: 16, value: ({ category }) => category },
  categoryName: { width: 60, value: ({ categoryName }) => categoryName },
  average: { width: 16, value: ({ average }) => amountCell(average) },
  value: { width: 14, value: ({ value }) => amountCell(value) },
  applies: { width: 14, value: ({ applies }) => (applies ? 'да' : 'нет') },
  ground: { width: 50, value: ({ ground }) => ground && limitGrounds[ground] },
  publishedOn: { width: 14, value: ({ publishedOn }) => dayText(publishedOn) },
  source: { width: 60, value: ({ source }) => source },
}

/** Limits as a file that the load reads back. */
export const limitsExport = ({ clock }: Pick<BankFigures, 'clock'>) =>
  listExport(limitCalls, {
    work: 'rate-limits-export',
    timeZone: clock.timeZone,
    of: () => ({
      title: 'Предельные ПСК',
      count: ({ db }, { filter }) => countLimits(db, filter),
      findIds: ({ db }, { filter }) => findLimitIds(db, filter),
      findRows: ({ db }, ids: readonly number[]) => findLimitsById(db, ids),
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: limitColumns[column], ...limitCells[column] })),
    }),
  })

const caseCells: Record<LimitCaseColumn, { width: number; value: (row: LimitCase) => CellValue }> = {
  number: { width: 16, value: ({ number }) => number },
  clientName: { width: 34, value: ({ clientName }) => clientName },
  partner: { width: 30, value: ({ partner }) => partner.shortName },
  category: { width: 50, value: ({ category }) => category },
  amount: { width: 18, value: ({ amount }) => amountCell(amount) },
  termMonths: { width: 12, value: ({ termMonths }) => termMonths },
  rate: { width: 12, value: ({ rate }) => amountCell(rate) },
  cost: { width: 12, value: ({ cost }) => amountCell(cost) },
  limit: { width: 12, value: ({ limit }) => amountCell(limit) },
  margin: { width: 12, value: ({ margin }) => amountCell(margin) },
  stage: { width: 26, value: ({ stageName }) => stageName },
}

/** Deals near their limits as a file. */
export const limitCasesExport = (bank: BankFigures) =>
  listExport(caseCalls, {
    work: 'limit-cases-export',
    timeZone: bank.clock.timeZone,
    of: () => ({
      title: 'Заявки у предела ПСК',
      count: async (reader, { filter: { zone, ...filter } }) =>
        countLimitCases(reader.db, await measureOf(bank, reader, filter), zone),
      findIds: async (reader, { filter: { zone, ...filter } }) =>
        findLimitCases(reader.db, await measureOf(bank, reader, filter), zone, null),
      findRows: (reader, rows: readonly LimitCaseRow[]) => Promise.resolve(rows.map(toCase(reader.actor))),
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: limitCaseColumns[column], ...caseCells[column] })),
    }),
  })
