import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { parameterCodes } from '@ipoteka-office/contract/parameters/declared.ts'
import { parameterGroups } from '@ipoteka-office/contract/parameters/parameter-spec.ts'
import * as api from '@ipoteka-office/contract/parameters/parameters.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { findRows, type ParameterParts } from './parameters.service.ts'

const cells: Record<api.ParameterColumn, { width: number; value: (row: api.ParameterRow) => CellValue }> = {
  code: { width: 30, value: ({ code }) => code },
  title: { width: 50, value: ({ title }) => title },
  group: { width: 26, value: ({ group }) => parameterGroups[group] },
  value: { width: 40, value: ({ current }) => current.text },
  validFrom: { width: 14, value: ({ current }) => dayText(current.validFrom) },
  source: { width: 50, value: ({ current }) => current.source },
  next: { width: 40, value: ({ next }) => next?.text ?? null },
  nextFrom: { width: 14, value: ({ next }) => next && dayText(next.validFrom) },
}

/** The list of parameters as a file: what holds today and what comes next. */
export const parametersExport = (parts: ParameterParts) =>
  listExport(api.parametersExport, {
    work: 'parameters-export',
    timeZone: parts.clock.timeZone,
    of: () => ({
      title: 'Параметры',
      count: async () => parameterCodes.length,
      findIds: async ({ db }, { filter }) => (await findRows(parts, db, filter)).map(({ code }) => code),
      findRows: async ({ db }, codes) =>
        (await findRows(parts, db, {})).filter(({ code }) => codes.includes(code)),
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: api.parameterColumns[column], ...cells[column] })),
    }),
  })
