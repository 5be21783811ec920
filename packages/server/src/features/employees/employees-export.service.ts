import { Readable } from 'node:stream'
import { exportAtOnceRows } from '@ipoteka-office/contract/approvers.ts'
import {
  type EmployeeColumn,
  type EmployeeExport,
  employeeColumns,
} from '@ipoteka-office/contract/employee-exports.ts'
import {
  absenceReasons,
  accountStates,
  type EmployeeRow,
  expiryStates,
} from '@ipoteka-office/contract/employees.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications.ts'
import { hasAllOperations } from '@ipoteka-office/contract/operations.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import { tooLarge } from '#features/approvers/approvers.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { forbidden } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { type CellValue, type SheetColumn, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { countFound, findIds, findRows } from './employees.repo.ts'
import { requirePartner } from './employees.service.ts'

const namesOf = (list: readonly { name: string }[]) => list.map((one) => one.name).join(', ')
const ruDay = (day: string) => day.split('-').reverse().join('.')

const cells: Record<EmployeeColumn, { width: number; value: (row: EmployeeRow) => CellValue }> = {
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
    value: ({ absence }) => absence && `${absenceReasons[absence.reason]} до ${ruDay(absence.dateTo)}`,
  },
  procuracy: {
    width: 24,
    value: ({ procuracy }) => procuracy && `${expiryStates[procuracy.state]}, до ${ruDay(procuracy.dateTo)}`,
  },
  account: { width: 20, value: (row) => accountStates[row.accountState] },
  active: { width: 12, value: (row) => (row.notActive ? 'Отключён' : 'Работает') },
}

/** Rows read at once. */
const batchSize = 1_000
const fileName = (format: string) => `Сотрудники партнёра.${format}`

function write(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  partnerId: number,
  { format, filter, columns, sort }: EmployeeExport,
  clock: BankClock,
  progress: (done: number) => void = () => undefined,
): FileReply {
  const today = bankDay(clock)
  async function* rows(): AsyncGenerator<EmployeeRow> {
    const ids = await findIds(db, { partnerId, filter, today }, sort)
    for (let done = 0; done < ids.length; done += batchSize) {
      progress(done)
      yield* await findRows(db, actor, ids.slice(done, done + batchSize), today)
    }
    progress(ids.length)
  }
  const sheet: SheetColumn<EmployeeRow>[] = columns.map((column) => ({
    heading: employeeColumns[column],
    ...cells[column],
  }))
  const options = { sheetName: 'Сотрудники', timeZone: clock.timeZone }
  return {
    name: fileName(format),
    contentType: sheetContentTypes[format],
    body: Readable.from(toSpreadsheet(format, sheet, rows(), options)),
  }
}

async function countVisible(
  { db, actor }: Context,
  partnerId: number,
  body: EmployeeExport,
  clock: BankClock,
) {
  await requirePartner(db, actor, partnerId)
  return countFound(db, { partnerId, filter: body.filter, today: bankDay(clock) })
}

/** The whole filter as a file, while it is small enough to wait for. */
export async function exportAtOnce(
  context: Context,
  partnerId: number,
  body: EmployeeExport,
  clock: BankClock,
): Promise<FileReply> {
  const count = await countVisible(context, partnerId, body, clock)
  if (count > exportAtOnceRows) throw tooLarge(count)
  await recordExport(context, 'PartnerEmployee', count, { partnerId, ...body })
  return write(context, partnerId, body, clock)
}

/** Name of the background work; its handler is `employeesExportWork`. */
export const employeesExportWorkName = 'employees-export'

/** The same in the background. */
export async function startExport(
  context: Context,
  partnerId: number,
  body: EmployeeExport,
  clock: BankClock,
): Promise<BackgroundTask> {
  const total = await countVisible(context, partnerId, body, clock)
  await recordExport(context, 'PartnerEmployee', total, { partnerId, ...body })
  return startTask(context.db, context.actor, {
    work: employeesExportWorkName,
    title: `Выгрузка «${fileName(body.format)}»`,
    total,
    input: { partnerId, body },
  })
}

/** Does the background export, when the person still has the rights that starting it needed. */
export const employeesExportWork =
  (clock: BankClock): TaskWork =>
  async ({ db, actor, input, progress }) => {
    const { partnerId, body } = input as { partnerId: number; body: EmployeeExport }
    if (!hasAllOperations(actor.operations, { PartnerEmployee: ['List', 'Read', 'Export'] }))
      throw forbidden('Право на выгрузку отозвано')
    await requirePartner(db, actor, partnerId)
    return write({ db, actor }, partnerId, body, clock, progress)
  }
