import { Readable } from 'node:stream'
import {
  type Approver,
  type ApproverColumn,
  type ApproverExport,
  type ApproverType,
  approverColumns,
  approverObject,
  approverTypes,
  exportAtOnceRows,
  workStatuses,
} from '@ipoteka-office/contract/approvers.ts'
import { hasAllOperations } from '@ipoteka-office/contract/operations.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { forbidden } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { type CellValue, type SheetColumn, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { countFound, findByIds, findIds } from './approvers.repo.ts'
import { minuteNow, tooLarge } from './approvers.service.ts'

type Row = Approver & { fullName: string }

const shiftText = ({ workingShiftFrom: from, workingShiftBy: by }: Row) => (from && by ? `${from}–${by}` : '')
const namesOf = (list: readonly { name: string }[]) => list.map((o) => o.name).join(', ')

const cells: Record<ApproverColumn, { width: number; value: (row: Row) => CellValue }> = {
  fullName: { width: 34, value: (row) => row.fullName },
  role: { width: 24, value: (row) => row.role },
  workStatus: { width: 14, value: (row) => workStatuses[row.workStatus] },
  shift: { width: 14, value: shiftText },
  load: {
    width: 16,
    value: (row) => `${row.openApplicationsCount} / ${row.mortgageApplicationsLimit ?? '−'}`,
  },
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

/** Rows read at once. */
const batchSize = 1_000

const fileName = (type: ApproverType, format: string) => `Сотрудники ${approverTypes[type]}.${format}`

function write(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  type: ApproverType,
  { format, filter, columns, sort }: ApproverExport,
  clock: BankClock,
  progress: (done: number) => void = () => undefined,
): FileReply {
  const minute = minuteNow(clock)
  async function* rows(): AsyncGenerator<Row> {
    const ids = await findIds(db, actor, type, filter, sort)
    for (let done = 0; done < ids.length; done += batchSize) {
      progress(done)
      yield* await findByIds(db, ids.slice(done, done + batchSize), minute)
    }
    progress(ids.length)
  }
  const sheet: SheetColumn<Row>[] = columns.map((column) => ({
    heading: approverColumns[column],
    ...cells[column],
  }))
  const options = { sheetName: `Сотрудники ${approverTypes[type]}`, timeZone: clock.timeZone }
  return {
    name: fileName(type, format),
    contentType: sheetContentTypes[format],
    body: Readable.from(toSpreadsheet(format, sheet, rows(), options)),
  }
}

/** The whole filter as a file, while it is small enough to wait for. */
export async function exportAtOnce(
  { db, actor, requestId }: Context,
  type: ApproverType,
  body: ApproverExport,
  clock: BankClock,
): Promise<FileReply> {
  const count = await countFound(db, actor, type, body.filter)
  if (count > exportAtOnceRows) throw tooLarge(count)
  await recordExport({ db, actor, requestId }, approverObject.objects[type], count, body)
  return write({ db, actor }, type, body, clock)
}

/** Name of the background work; its handler is `exportWork`. */
export const exportWorkName = 'approvers-export'

/** The same in the background. */
export async function startExport(
  { db, actor, requestId }: Context,
  type: ApproverType,
  body: ApproverExport,
): Promise<BackgroundTask> {
  const total = await countFound(db, actor, type, body.filter)
  await recordExport({ db, actor, requestId }, approverObject.objects[type], total, body)
  return startTask(db, actor, {
    work: exportWorkName,
    title: `Выгрузка «${fileName(type, body.format)}»`,
    total,
    input: { type, body },
  })
}

/** Does the background export, when the person still has the rights that starting it needed. */
export const exportWork =
  (clock: BankClock): TaskWork =>
  async ({ db, actor, input, progress }) => {
    const { type, body } = input as { type: ApproverType; body: ApproverExport }
    if (!hasAllOperations(actor.operations, { [approverObject.objects[type]]: ['Read', 'Export'] }))
      throw forbidden('Право на выгрузку отозвано')
    return write({ db, actor }, type, body, clock, progress)
  }
