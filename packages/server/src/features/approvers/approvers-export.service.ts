import * as api from '@ipoteka-office/contract/approvers/approvers.ts'
import { listExport } from '#features/exports/list-export.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { countFound, findByIds, findIds } from './approvers.repo.ts'
import { minuteNow, scopeOf } from './approvers.service.ts'

type Row = api.Approver & { fullName: string }

const shiftText = ({ workingShiftFrom: from, workingShiftBy: by }: Row) => (from && by ? `${from}–${by}` : '')
const namesOf = (list: readonly { name: string }[]) => list.map((o) => o.name).join(', ')

type Cell = { readonly heading?: string; readonly width: number; readonly value: (row: Row) => CellValue }

const cells: Record<api.ApproverColumn, Cell | readonly Cell[]> = {
  fullName: { width: 34, value: (row) => row.fullName },
  role: { width: 24, value: (row) => row.role },
  workStatus: { width: 14, value: (row) => api.workStatuses[row.workStatus] },
  shift: { width: 14, value: shiftText },
  // Two numbers, which a sheet can add up; «5 / 12» it would even take for a date.
  load: [
    { heading: 'В работе', width: 10, value: (row) => row.openApplicationsCount },
    { heading: 'Лимит', width: 10, value: (row) => row.mortgageApplicationsLimit },
  ],
  levels: { width: 30, value: (row) => namesOf(row.mortgageApplicationLevels) },
  statuses: { width: 30, value: (row) => namesOf(row.mortgageApplicationStatuses) },
  regions: { width: 40, value: (row) => (row.allRegions ? 'Все регионы' : namesOf(row.regions)) },
  partners: {
    width: 40,
    value: (row) => (row.allPartners ? 'Все партнёры' : row.partners.map((p) => p.shortName).join(', ')),
  },
  overdue: { width: 10, value: (row) => row.overdueCount },
  lastAssignedAt: {
    width: 18,
    value: (row) => (row.lastAssignedAt === null ? null : new Date(row.lastAssignedAt)),
  },
}

/** The list of a department's approvers as a file. */
export const approversExport = (clock: BankClock) =>
  listExport(api.approversExport, {
    work: 'approvers-export',
    timeZone: clock.timeZone,
    of: ({ type }) => ({
      title: `Сотрудники ${api.approverTypes[type]}`,
      count: ({ db, actor }, { filter }) => countFound(db, actor, scopeOf(type, filter, clock)),
      findIds: ({ db, actor }, { filter, sort }) => findIds(db, actor, scopeOf(type, filter, clock), sort),
      findRows: ({ db }, ids) => findByIds(db, ids, minuteNow(clock)),
      columns: ({ columns }) =>
        columns.flatMap((column) =>
          [cells[column]].flat().map((cell) => ({ heading: api.approverColumns[column], ...cell })),
        ),
    }),
  })
