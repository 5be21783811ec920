import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import * as api from '@ipoteka-office/contract/employees/employee-exports.ts'
import {
  absenceReasons,
  accountStates,
  type EmployeeRow,
  expiryStates,
} from '@ipoteka-office/contract/employees/employees.ts'
import { type ExportReader, listExport } from '#features/exports/list-export.service.ts'
import { papersHorizon } from '#features/parameters/horizon.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { CellValue } from '#lib/spreadsheet.ts'
import { countFound, findIds, findRows } from './employees.repo.ts'
import { requirePartner } from './employees.service.ts'

const namesOf = (list: readonly { name: string }[]) => list.map((one) => one.name).join(', ')

const cells: Record<api.EmployeeColumn, { width: number; value: (row: EmployeeRow) => CellValue }> = {
  fullName: { width: 34, value: (row) => row.fullName },
  jobTitle: { width: 26, value: (row) => row.jobTitle },
  partner: { width: 34, value: (row) => row.partner.shortName },
  login: { width: 18, value: (row) => row.login },
  email: { width: 28, value: (row) => row.email },
  phone: { width: 16, value: (row) => row.phone },
  head: { width: 34, value: (row) => row.head?.fullName ?? null },
  userRoles: { width: 30, value: (row) => namesOf(row.userRoles) },
  workgroups: { width: 30, value: (row) => namesOf(row.workgroups) },
  absence: {
    width: 24,
    value: ({ absence }) => absence && `${absenceReasons[absence.reason]} до ${dayText(absence.dateTo)}`,
  },
  procuracy: {
    width: 24,
    value: ({ procuracy }) =>
      procuracy && `${expiryStates[procuracy.state]}, до ${dayText(procuracy.dateTo)}`,
  },
  account: { width: 20, value: (row) => accountStates[row.accountState] },
  active: { width: 12, value: (row) => (row.notActive ? 'Отключён' : 'Работает') },
}

/** The list of a partner's employees as a file. */
export const employeesExport = (bank: BankFigures) =>
  listExport(api.employeesExport, {
    work: 'employees-export',
    timeZone: bank.clock.timeZone,
    of: ({ partnerId }) => {
      const scopeOf = async ({ db, actor }: ExportReader, { filter }: api.EmployeeExport) => {
        await requirePartner(db, actor, partnerId)
        return { partnerId, filter, horizon: await papersHorizon(bank) }
      }
      return {
        title: 'Сотрудники партнёра',
        count: async (reader, body) => countFound(reader.db, await scopeOf(reader, body)),
        findIds: async (reader, body) => findIds(reader.db, await scopeOf(reader, body), body.sort),
        findRows: async ({ db }, ids) => findRows(db, ids, await papersHorizon(bank)),
        columns: ({ columns }) =>
          columns.map((column) => ({ heading: api.employeeColumns[column], ...cells[column] })),
      }
    },
  })
