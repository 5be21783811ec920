import { Readable } from 'node:stream'
import { exportAtOnceRows } from '@ipoteka-office/contract/approvers/approvers.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { hasAllOperations, type RequiredOperations } from '@ipoteka-office/contract/operations.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { ApiError, forbidden } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { type SheetColumn, type SheetFormat, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'

/** For whom a list is read. */
export type ExportReader = Pick<Context, 'db' | 'actor'>

/** A list that is taken out as a file. */
export interface ListExport<Body extends { readonly format: SheetFormat }, Row, Id> {
  /** Name of its background work; unique in the bank. */
  readonly work: string
  /** What the file, its sheet and the task are called. */
  readonly title: string
  /** For the journal of access. */
  readonly objectType: string
  /** Asked again when the background work begins: rights may have been taken away since. */
  readonly rights: RequiredOperations
  readonly timeZone: string
  readonly count: (reader: ExportReader, body: Body) => Promise<number>
  /** All of the filter in the order of the list. */
  readonly findIds: (reader: ExportReader, body: Body) => Promise<Id[]>
  readonly findRows: (reader: ExportReader, ids: readonly Id[]) => Promise<Row[]>
  readonly columns: (body: Body) => SheetColumn<Row>[]
}

/** 400: so many rows are not waited for. */
const tooLarge = (rows: number) =>
  new ApiError(400, 'ER_VALIDATION', `Строк: ${rows.toLocaleString('ru')}. Такая выгрузка выполняется в фоне`)

/** Rows read at once. */
const batchSize = 1_000

function fileOf<Body extends { readonly format: SheetFormat }, Row, Id>(
  list: ListExport<Body, Row, Id>,
  reader: ExportReader,
  body: Body,
  { ids, progress }: { ids: readonly Id[]; progress: (done: number, total?: number) => void },
): FileReply {
  async function* rows(): AsyncGenerator<Row> {
    for (let done = 0; done < ids.length; done += batchSize) {
      progress(done, ids.length)
      yield* await list.findRows(reader, ids.slice(done, done + batchSize))
    }
    progress(ids.length, ids.length)
  }
  return {
    name: `${list.title}.${body.format}`,
    contentType: sheetContentTypes[body.format],
    body: Readable.from(
      toSpreadsheet(body.format, list.columns(body), rows(), {
        sheetName: list.title,
        timeZone: list.timeZone,
      }),
    ),
  }
}

/** The whole filter as a file, while it is small enough to wait for; what leaves is written down before its first row. */
export async function exportAtOnce<Body extends { readonly format: SheetFormat }, Row, Id>(
  list: ListExport<Body, Row, Id>,
  context: Context,
  body: Body,
): Promise<FileReply> {
  const count = await list.count(context, body)
  if (count > exportAtOnceRows) throw tooLarge(count)
  const ids = await list.findIds(context, body)
  await recordExport(context, list.objectType, ids.length, body)
  return fileOf(list, context, body, { ids, progress: () => undefined })
}

/** The same in the background. */
export async function startExport<Body extends { readonly format: SheetFormat }, Row, Id>(
  list: ListExport<Body, Row, Id>,
  context: Context,
  body: Body,
): Promise<BackgroundTask> {
  const total = await list.count(context, body)
  await recordExport(context, list.objectType, total, body)
  return startTask(context.db, context.actor, {
    work: list.work,
    title: `Выгрузка «${list.title}.${body.format}»`,
    total,
    input: body,
  })
}

/** The background work by its name; done when the person still has the rights that starting it needed. */
export const listExportWork = <Body extends { readonly format: SheetFormat }, Row, Id>(
  list: ListExport<Body, Row, Id>,
): Readonly<Record<string, TaskWork>> => ({
  [list.work]: async ({ db, actor, input, progress }) => {
    if (!hasAllOperations(actor.operations, list.rights)) throw forbidden('Право на выгрузку отозвано')
    const body = input as Body
    return fileOf(list, { db, actor }, body, {
      ids: await list.findIds({ db, actor }, body),
      progress,
    })
  },
})
