import { Readable } from 'node:stream'
import { exportAtOnceRows } from '@ipoteka-office/contract/approvers.ts'
import {
  type CaseColumn,
  type CaseExport,
  type CaseList,
  type CaseRow,
  caseColumns,
  caseLists,
} from '@ipoteka-office/contract/case-lists.ts'
import { caseTypes } from '@ipoteka-office/contract/machines/machines.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import { tooLarge } from '#features/approvers/approvers.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import type { Engine } from '#features/processes/engine.ts'
import { holds } from '#features/processes/machine.rules.ts'
import { forbidden } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { masked } from '#lib/masking.ts'
import { amountCell, type CellValue, type SheetColumn, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { countFound, findIds } from './case-lists.repo.ts'
import { exportedObject, listedRows, scopeOf } from './case-lists.service.ts'

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

/** Rows read at once. */
const batchSize = 1_000
const fileName = (list: CaseList, format: string) => `${caseLists[list].title}.${format}`

async function write(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  list: CaseList,
  { format, filter, sort, columns }: CaseExport,
  engine: Engine,
  progress: (done: number) => void = () => undefined,
): Promise<FileReply> {
  const scope = await scopeOf({ db, actor }, list, filter, engine)
  async function* rows(): AsyncGenerator<CaseRow> {
    const ids = await findIds(db, scope, sort)
    for (let done = 0; done < ids.length; done += batchSize) {
      progress(done)
      yield* masked(actor, await listedRows(engine, db, actor, ids.slice(done, done + batchSize)))
    }
    progress(ids.length)
  }
  const sheet: SheetColumn<CaseRow>[] = columns.map((column) => ({
    heading: caseColumns[column],
    ...cells[column],
  }))
  return {
    name: fileName(list, format),
    contentType: sheetContentTypes[format],
    body: Readable.from(
      toSpreadsheet(format, sheet, rows(), {
        sheetName: caseLists[list].title,
        timeZone: engine.clock.timeZone,
      }),
    ),
  }
}

async function countOf(context: Context, list: CaseList, body: CaseExport, engine: Engine): Promise<number> {
  return countFound(context.db, await scopeOf(context, list, body.filter, engine))
}

const log = (context: Context, list: CaseList, count: number, body: CaseExport) =>
  recordExport(context, caseTypes[exportedObject[list]].object, count, { list, ...body })

/** The whole filter as a file, while it is small enough to wait for. */
export async function exportAtOnce(
  context: Context,
  list: CaseList,
  body: CaseExport,
  engine: Engine,
): Promise<FileReply> {
  const count = await countOf(context, list, body, engine)
  if (count > exportAtOnceRows) throw tooLarge(count)
  await log(context, list, count, body)
  return write(context, list, body, engine)
}

/** Name of the background work; its handler is `caseExportWork`. */
export const caseExportWorkName = 'case-export'

/** The same in the background. */
export async function startExport(
  context: Context,
  list: CaseList,
  body: CaseExport,
  engine: Engine,
): Promise<BackgroundTask> {
  const total = await countOf(context, list, body, engine)
  await log(context, list, total, body)
  return startTask(context.db, context.actor, {
    work: caseExportWorkName,
    title: `Выгрузка «${fileName(list, body.format)}»`,
    total,
    input: { list, body },
  })
}

/** Does the background export, when the person still has the right that starting it needed. */
export const caseExportWork =
  (engine: Engine): TaskWork =>
  async ({ db, actor, input, progress }) => {
    const { list, body } = input as { list: CaseList; body: CaseExport }
    if (!holds(actor, exportedObject[list], 'Export')) throw forbidden('Право на выгрузку отозвано')
    return write({ db, actor }, list, body, engine, progress)
  }
