import { lowered } from '@ipoteka-office/contract/words.ts'
import {
  type StatisticsColumn,
  type StatisticsFilter,
  type StatisticsRow,
  statisticsColumns,
  statisticsCuts,
  statisticsExport as calls,
} from '@ipoteka-office/contract/underwriting/statistics.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { decisionStatistics } from './statistics.service.ts'

const cells: Record<StatisticsColumn, { width: number; value: (row: StatisticsRow) => CellValue }> = {
  name: { width: 34, value: (row) => row.name },
  decided: { width: 12, value: (row) => row.decided },
  approved: { width: 12, value: (row) => row.approved },
  approvalShare: {
    width: 14,
    value: ({ approved, decided }) => (decided === 0 ? null : Math.round((approved / decided) * 1_000) / 10),
  },
  rejected: { width: 12, value: (row) => row.rejected },
  automatic: { width: 14, value: (row) => row.automatic },
  medianMinutes: { width: 16, value: (row) => row.medianMinutes },
  p90Minutes: { width: 22, value: (row) => row.p90Minutes },
  returned: { width: 14, value: (row) => row.returned },
  againstEngine: { width: 14, value: (row) => row.againstEngine },
  againstScore: { width: 16, value: (row) => row.againstScore },
}

/** The table of the statistics as a file. */
export const statisticsExport = (clock: BankClock) =>
  listExport(calls, {
    work: 'decision-statistics-export',
    timeZone: clock.timeZone,
    of: ({ cut }) => {
      const rows = async (reader: Parameters<typeof decisionStatistics>[1], filter: StatisticsFilter) =>
        (await decisionStatistics(clock, reader, { filter, cut })).rows
      return {
        title: `Статистика решений ${lowered(statisticsCuts[cut])}`,
        count: async (reader, { filter }) => (await rows(reader, filter)).length,
        findIds: (reader, { filter }) => rows(reader, filter),
        findRows: (_, found: readonly StatisticsRow[]) => Promise.resolve([...found]),
        columns: ({ columns }) =>
          columns.map((column) => ({ heading: statisticsColumns[column], ...cells[column] })),
      }
    },
  })
