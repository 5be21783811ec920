import {
  type CaseColumn,
  type CaseRow,
  caseColumns,
  casesExport,
} from '@ipoteka-office/contract/cases/case-lists.ts'
import { caseLists } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { masked } from '#lib/masking.ts'
import { amountCell, type CellValue } from '#lib/spreadsheet.ts'
import { countFound } from './case-counts.repo.ts'
import { findIds } from './case-lists.repo.ts'
import { listedRows, scopeOf } from './case-lists.service.ts'

const instant = (text: string | null): CellValue => (text === null ? null : new Date(text))

const cells: Record<CaseColumn, { width: number; value: (row: CaseRow) => CellValue }> = {
  number: { width: 16, value: (row) => row.number },
  createdAt: { width: 18, value: (row) => instant(row.createdAt) },
  clientName: { width: 34, value: (row) => row.clientName },
  clientPhone: { width: 18, value: (row) => row.clientPhone },
  programme: { width: 28, value: (row) => row.programme },
  amount: { width: 18, value: (row) => amountCell(row.amount) },
  region: { width: 26, value: (row) => row.region?.name ?? null },
  channel: { width: 22, value: (row) => row.channel?.name ?? null },
  partner: { width: 30, value: (row) => row.partner.shortName },
  responsible: { width: 30, value: (row) => row.responsible?.fullName ?? row.workgroup?.name ?? null },
  stage: { width: 26, value: (row) => row.stageName },
  nextStep: { width: 30, value: (row) => row.nextStep },
  nextContactAt: { width: 18, value: (row) => instant(row.nextContactAt) },
  dueAt: { width: 18, value: (row) => instant(row.clock.dueAt) },
}

/** The lists of cases as files; phones are masked for those without the right. */
export const caseExport = (engine: Engine) =>
  listExport(casesExport, {
    work: 'case-export',
    timeZone: engine.clock.timeZone,
    of: ({ list }) => ({
      title: caseLists[list].title,
      count: async (reader, { filter }) => countFound(reader.db, await scopeOf(engine, reader, list, filter)),
      findIds: async (reader, { filter, sort }) =>
        findIds(reader.db, await scopeOf(engine, reader, list, filter), sort),
      findRows: async ({ db, actor }, ids) => masked(actor, await listedRows(engine, db, actor, ids)),
      columns: ({ columns }) => columns.map((column) => ({ heading: caseColumns[column], ...cells[column] })),
    }),
  })
