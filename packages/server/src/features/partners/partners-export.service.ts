import { Readable } from 'node:stream'
import { exportAtOnceRows } from '@ipoteka-office/contract/approvers.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications.ts'
import { hasAllOperations } from '@ipoteka-office/contract/operations.ts'
import type { PartnerExport } from '@ipoteka-office/contract/partner-exports.ts'
import {
  accreditationStates,
  type PartnerColumn,
  type PartnerRow,
  partnerColumns,
} from '@ipoteka-office/contract/partners.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { ApiError, forbidden } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { type BankClock, bankDay } from '#lib/bank-time.ts'
import { type CellValue, type SheetColumn, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { countPartners, findPartnerIds, findPartnersByIds } from './partner-list.repo.ts'

const dayText = (day: string) => day.split('-').reverse().join('.')

const accreditationOf = ({ roles }: PartnerRow) =>
  roles
    .flatMap(({ name, state, dateTo }) => {
      if (state === null) return []
      const until = dateTo === null ? '' : ` до ${dayText(dateTo)}`
      return [`${name}: ${accreditationStates[state].toLowerCase()}${until}`]
    })
    .join('; ')

const cells: Record<PartnerColumn, { width: number; value: (row: PartnerRow) => CellValue }> = {
  shortName: { width: 40, value: (row) => row.shortName },
  inn: { width: 16, value: (row) => row.inn },
  kpp: { width: 14, value: (row) => row.kpp },
  ogrn: { width: 18, value: (row) => row.ogrn },
  roles: { width: 40, value: (row) => row.roles.map(({ name }) => name).join(', ') },
  accreditation: { width: 50, value: accreditationOf },
  region: { width: 28, value: (row) => row.regionName ?? row.regionCode },
  parent: { width: 40, value: (row) => row.parent?.shortName ?? null },
  branchesCount: { width: 10, value: (row) => row.branchesCount },
  notActive: { width: 14, value: (row) => (row.notActive ? 'Отключён' : 'Действует') },
}

/** Rows read at once. */
const batchSize = 1_000

function write(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  { format, filter, columns, sort }: PartnerExport,
  clock: BankClock,
  progress: (done: number) => void = () => undefined,
): FileReply {
  const today = bankDay(clock)
  async function* rows(): AsyncGenerator<PartnerRow> {
    const ids = await findPartnerIds(db, actor, { filter, sort, today })
    for (let done = 0; done < ids.length; done += batchSize) {
      progress(done)
      yield* await findPartnersByIds(db, ids.slice(done, done + batchSize), today)
    }
    progress(ids.length)
  }
  const sheet: SheetColumn<PartnerRow>[] = columns.map((column) => ({
    heading: partnerColumns[column],
    ...cells[column],
  }))
  return {
    name: `Партнёры.${format}`,
    contentType: sheetContentTypes[format],
    body: Readable.from(
      toSpreadsheet(format, sheet, rows(), { sheetName: 'Партнёры', timeZone: clock.timeZone }),
    ),
  }
}

/** The whole filter as a file, while it is small enough to wait for. */
export async function exportAtOnce(
  { db, actor, requestId }: Context,
  body: PartnerExport,
  clock: BankClock,
): Promise<FileReply> {
  const count = await countPartners(db, actor, body.filter, bankDay(clock))
  if (count > exportAtOnceRows)
    throw new ApiError(
      400,
      'ER_VALIDATION',
      `Строк: ${count.toLocaleString('ru')}. Такая выгрузка выполняется в фоне`,
    )
  await recordExport({ db, actor, requestId }, 'Partner', count, body)
  return write({ db, actor }, body, clock)
}

/** Name of the background work; its handler is `partnerExportWork`. */
export const partnerExportName = 'partners-export'

/** The same in the background. */
export async function startExport(
  { db, actor, requestId }: Context,
  body: PartnerExport,
  clock: BankClock,
): Promise<BackgroundTask> {
  const total = await countPartners(db, actor, body.filter, bankDay(clock))
  await recordExport({ db, actor, requestId }, 'Partner', total, body)
  return startTask(db, actor, {
    work: partnerExportName,
    title: `Выгрузка «Партнёры.${body.format}»`,
    total,
    input: body,
  })
}

/** Does the background export, when the person still has the rights that starting it needed. */
export const partnerExportWork =
  (clock: BankClock): TaskWork =>
  async ({ db, actor, input, progress }) => {
    if (!hasAllOperations(actor.operations, { Partner: ['List', 'Export'] }))
      throw forbidden('Право на выгрузку отозвано')
    return write({ db, actor }, input as PartnerExport, clock, progress)
  }
