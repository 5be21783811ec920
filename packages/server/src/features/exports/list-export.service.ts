import { Readable } from 'node:stream'
import { unseenFields } from '@ipoteka-office/contract/common/field-rights.ts'
import { exportAtOnceRows } from '@ipoteka-office/contract/exports/list-export.ts'
import type { EndpointSpec, ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type { RequiredOperations } from '@ipoteka-office/contract/operations.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { ApiError, forbidden } from '#http/errors.ts'
import { type Context, type FileReply, type Route, route } from '#http/route.ts'
import { shownTo } from '#lib/field-rights.ts'
import { type SheetColumn, type SheetFormat, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'

/** For whom a list is read. */
export type ExportReader = Pick<Context, 'db' | 'actor'>

/** The two calls of an export as the contract has them. */
interface Calls {
  readonly now: EndpointSpec
  readonly task: EndpointSpec
}
type ParamsOf<C extends Calls> = ParsedRequest<C['now']>['params']
type BodyOf<C extends Calls> = ParsedRequest<C['now']>['body']

/** How the rows of a list are read for its file. */
export interface ExportedList<Body, Row, Id> {
  /** What the file, its sheet and the task are called. */
  readonly title: string
  readonly count: (reader: ExportReader, body: Body) => Promise<number>
  /** All of the filter in the order of the list. */
  readonly findIds: (reader: ExportReader, body: Body) => Promise<Id[]>
  readonly findRows: (reader: ExportReader, ids: readonly Id[]) => Promise<Row[]>
  readonly columns: (body: Body) => SheetColumn<Row>[]
}

/** A list that is taken out as a file: its two calls, and its work in the background by the work's name. */
export interface ListExport {
  readonly routes: readonly Route[]
  readonly works: Readonly<Record<string, TaskWork>>
}

/** 400: so many rows are not waited for. */
const tooLarge = (rows: number) =>
  new ApiError(400, 'ER_VALIDATION', `Строк: ${rows.toLocaleString('ru')}. Такая выгрузка выполняется в фоне`)

/** Rows read at once. */
const batchSize = 1_000

type Asked = { readonly format: SheetFormat; readonly columns: readonly string[] }

/** What is asked for without the columns that the reader does not see; 403 where none is left. */
function seenColumns<B extends Asked>({ fields = {} }: EndpointSpec, { actor }: ExportReader, body: B): B {
  const unseen = unseenFields(actor, fields)
  const columns = body.columns.filter((column) => !unseen.includes(column))
  if (columns.length === 0) throw forbidden('Этих столбцов вы не видите: выберите другие')
  return { ...body, columns }
}

function fileOf<Body extends Asked, Row, Id>(
  { now, list, reader }: { now: EndpointSpec; list: ExportedList<Body, Row, Id>; reader: ExportReader },
  asked: Body,
  {
    ids,
    timeZone,
    progress = () => undefined,
  }: { ids: readonly Id[]; timeZone: string; progress?: (done: number, total?: number) => void },
): FileReply {
  const { fields = {} } = now
  const body = seenColumns(now, reader, asked)
  async function* rows(): AsyncGenerator<Row> {
    for (let done = 0; done < ids.length; done += batchSize) {
      progress(done, ids.length)
      yield* shownTo(reader.actor, fields, await list.findRows(reader, ids.slice(done, done + batchSize)))
    }
    progress(ids.length, ids.length)
  }
  return {
    name: `${list.title}.${body.format}`,
    contentType: sheetContentTypes[body.format],
    body: Readable.from(
      toSpreadsheet(body.format, list.columns(body), rows(), { sheetName: list.title, timeZone }),
    ),
  }
}

/** The operations that the call needs of its object: `objects` depends on a parameter where the path names the object. */
function rightsOf({ access }: EndpointSpec, params: object): { object: string; rights: RequiredOperations } {
  if (access.kind === 'signedIn') return { object: '', rights: {} }
  const { object, operations } = access
  const type =
    typeof object === 'string'
      ? object
      : object.objects[String((params as Readonly<Record<string, unknown>>)[object.param])]
  if (type === undefined) throw new Error('The export is of no object')
  return { object: type, rights: { [type]: operations } }
}

/**
 * The export of a list: at once while it is small enough to wait for, in the background, and the line in the journal of
 * access, which is written before the first row leaves. Rights are those of the call; the background work asks for them
 * again when it begins, since they may have been taken away meanwhile.
 */
export function listExport<const C extends Calls, Row, Id>(
  calls: C,
  {
    work,
    timeZone,
    journal,
    of,
  }: {
    /** Name of its background work; unique in the bank. */
    readonly work: string
    readonly timeZone: string
    /** What the journal of access calls its object, where it is not the object of the right. */
    readonly journal?: string
    readonly of: (params: ParamsOf<C>) => ExportedList<BodyOf<C>, Row, Id>
  },
): ListExport {
  type Body = BodyOf<C> & Asked
  const written = (context: Context, { params, body }: { params: object; body: object }, count: number) =>
    recordExport(context, journal ?? rightsOf(calls.now, params).object, count, body)

  const now = async (params: ParamsOf<C>, body: Body, context: Context): Promise<FileReply> => {
    const list = of(params)
    const count = await list.count(context, body)
    if (count > exportAtOnceRows) throw tooLarge(count)
    const ids = await list.findIds(context, body)
    await written(context, { params: params ?? {}, body }, ids.length)
    return fileOf<Body, Row, Id>({ now: calls.now, list, reader: context }, body, { ids, timeZone })
  }
  const later = async (params: ParamsOf<C>, body: Body, context: Context): Promise<BackgroundTask> => {
    const list = of(params)
    const total = await list.count(context, body)
    await written(context, { params: params ?? {}, body }, total)
    return startTask(context.db, context.actor, {
      work,
      title: `Выгрузка «${list.title}.${body.format}»`,
      total,
      input: { params: params ?? {}, body },
    })
  }
  const inBackground: TaskWork = async ({ db, actor, input, progress }) => {
    const { params, body } = input as { params: ParamsOf<C>; body: Body }
    if (!hasAllOperations(actor.operations, rightsOf(calls.now, params as object).rights))
      throw forbidden('Право на выгрузку отозвано')
    const list = of(params)
    const ids = await list.findIds({ db, actor }, body)
    return fileOf<Body, Row, Id>({ now: calls.now, list, reader: { db, actor } }, body, {
      ids,
      timeZone,
      progress,
    })
  }
  return {
    routes: [
      route<EndpointSpec>(
        calls.now,
        ({ params, body }, context) => now(params as ParamsOf<C>, body as Body, context) as never,
      ),
      route<EndpointSpec>(
        calls.task,
        ({ params, body }, context) => later(params as ParamsOf<C>, body as Body, context) as never,
      ),
    ],
    works: { [work]: inBackground },
  }
}
