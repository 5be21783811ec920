import {
  type AccessColumn,
  type AccessEvent,
  accessActions,
  accessColumns,
  accessLogExport,
} from '@ipoteka-office/contract/access-log/access-log.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { countEvents, findEventIds, findEventsByIds } from './journal.repo.ts'
import { toEvent } from './journal.rules.ts'

const cells: Record<AccessColumn, { width: number; value: (row: AccessEvent) => CellValue }> = {
  at: { width: 18, value: (row) => new Date(row.at) },
  employee: { width: 34, value: (row) => row.employee.fullName },
  partner: { width: 30, value: (row) => row.partner.shortName },
  action: { width: 30, value: (row) => accessActions[row.action] },
  object: { width: 26, value: (row) => row.object },
  name: { width: 30, value: (row) => row.name },
  what: { width: 34, value: (row) => row.what },
  rowCount: { width: 12, value: (row) => row.rowCount },
  requestId: { width: 40, value: (row) => row.requestId },
}

/** The journal as a file. */
export const journalExport = ({ timeZone }: Pick<BankClock, 'timeZone'>) =>
  listExport(accessLogExport, {
    work: 'access-log-export',
    timeZone,
    journal: 'AccessLog',
    of: () => ({
      title: 'Журнал доступа',
      count: ({ db, actor }, { filter }) => countEvents(db, actor, filter, timeZone),
      findIds: ({ db, actor }, { filter }) => findEventIds(db, actor, filter, timeZone),
      findRows: async ({ db }, ids) => (await findEventsByIds(db, ids)).map(toEvent),
      columns: ({ columns }) =>
        columns.map((column) => ({ heading: accessColumns[column], ...cells[column] })),
    }),
  })
