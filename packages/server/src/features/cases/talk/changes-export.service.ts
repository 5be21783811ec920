import {
  type CaseChangeEntry,
  type ChangeColumn,
  caseChangesExport,
  changeColumns,
  changeSources,
} from '@ipoteka-office/contract/cases/case-changes.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { changesReading } from './changes.service.ts'

interface Row extends Omit<CaseChangeEntry, 'changes'> {
  readonly field: string | null
  readonly before: string | null
  readonly after: string | null
}

const empty = { field: null, before: null, after: null }

/** Each field in a row of its own, as the table on the screen has it. */
const rowsOf = ({ changes, ...entry }: CaseChangeEntry): Row[] =>
  changes.length === 0
    ? [{ ...entry, ...empty, field: entry.text }]
    : changes.map(({ label, oldValue, newValue }) => ({
        ...entry,
        field: label,
        before: oldValue,
        after: newValue,
      }))

const cells: Record<ChangeColumn, { width: number; value: (row: Row) => CellValue }> = {
  at: { width: 18, value: ({ at }) => new Date(at) },
  actor: { width: 34, value: ({ actor }) => actor },
  source: { width: 18, value: ({ source }) => changeSources[source] },
  section: { width: 34, value: ({ sectionName }) => sectionName },
  field: { width: 34, value: ({ field }) => field },
  before: { width: 40, value: ({ before }) => before },
  after: { width: 40, value: ({ after }) => after },
}

/** The history of an application as a file. */
export const changesExport = (engine: Engine) =>
  listExport(caseChangesExport, {
    work: 'case-changes-export',
    timeZone: engine.clock.timeZone,
    journal: 'Underwriting',
    of: ({ id }) => {
      const { count, findIds, findRows } = changesReading(engine, id)
      return {
        title: 'История изменений заявки',
        count: (reader, { filter }) => count(reader, filter),
        findIds: (reader, { filter }) => findIds(reader, filter),
        findRows: async (reader, ids: readonly string[]) => (await findRows(reader, ids)).flatMap(rowsOf),
        columns: ({ columns }) =>
          columns.map((column) => ({ heading: changeColumns[column], ...cells[column] })),
      }
    },
  })
