import { dayText } from '@ipoteka-office/contract/common/day-text.ts'
import { Readable } from 'node:stream'
import { exportAtOnceRows } from '@ipoteka-office/contract/exports/list-export.ts'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { Dictionary, DictionaryExport } from '@ipoteka-office/contract/references/reference-items.ts'
import type { Db } from '#db/database.ts'
import { recordExport } from '#features/access-log/access-log.service.ts'
import type { TaskWork } from '#features/notifications/run-task.service.ts'
import { startTask } from '#features/notifications/tasks.service.ts'
import { conflict, forbidden } from '#http/errors.ts'
import type { Context, FileReply } from '#http/route.ts'
import { type CellValue, type SheetColumn, sheetContentTypes, toSpreadsheet } from '#lib/spreadsheet.ts'
import { getDictionary } from './dictionaries.service.ts'
import { countItems, type ItemRow, listItemsFrom } from './dictionary-items.repo.ts'
import { attributeHeading, headings } from './reference-import.rules.ts'

/** Rows read at once. */
const batchSize = 1_000

const yesNo = (value: boolean) => (value ? 'да' : 'нет')

function cellOf(value: string | number | boolean | null | undefined, type: string): CellValue {
  if (value === null || value === undefined) return null
  if (typeof value === 'boolean') return yesNo(value)
  return type === 'date' && typeof value === 'string' ? dayText(value) : value
}

/** The columns that an import reads. */
function columnsOf({ attributes, hierarchical }: Dictionary): SheetColumn<ItemRow>[] {
  return [
    { heading: headings.code[0], width: 24, value: (row) => row.code },
    { heading: headings.name[0], width: 60, value: (row) => row.name },
    { heading: headings.order[0], width: 12, value: (row) => row.order },
    { heading: headings.active[0], width: 10, value: (row) => yesNo(row.active) },
    { heading: headings.validFrom[0], width: 14, value: (row) => dayText(row.validFrom) },
    { heading: headings.validTo[0], width: 14, value: (row) => dayText(row.validTo) },
    ...(hierarchical
      ? [{ heading: headings.parentCode[0], width: 24, value: (row: ItemRow) => row.parentCode }]
      : []),
    ...attributes.map((attribute) => ({
      heading: attributeHeading(attribute, attributes),
      value: (row: ItemRow) => cellOf(row.attributes[attribute.key], attribute.type),
    })),
  ]
}

const fileName = ({ title }: Dictionary, format: string) =>
  `Справочник ${title.replace(/[\\/:*?"<>|]/g, ' ')}.${format}`

function write(
  db: Db,
  dictionary: Dictionary,
  { format, query, state }: DictionaryExport,
  progress: (done: number) => void = () => undefined,
): FileReply {
  async function* rows(): AsyncGenerator<ItemRow> {
    let done = 0
    let last: ItemRow | null = null
    for (;;) {
      const part: ItemRow[] = await listItemsFrom(db, dictionary.code, { query, state }, last, batchSize)
      yield* part
      done += part.length
      progress(done)
      last = part.at(-1) ?? null
      if (part.length < batchSize) return
    }
  }
  const sheetName = dictionary.title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
  return {
    name: fileName(dictionary, format),
    contentType: sheetContentTypes[format],
    body: Readable.from(toSpreadsheet(format, columnsOf(dictionary), rows(), { sheetName })),
  }
}

/** The whole dictionary as a file, while it is small enough to wait for. */
export async function exportAtOnce(context: Context, id: number, body: DictionaryExport): Promise<FileReply> {
  const dictionary = await getDictionary(context.db, id)
  const count = await countItems(context.db, dictionary.code, body)
  if (count > exportAtOnceRows)
    throw conflict(`Строк больше ${exportAtOnceRows}: выгрузка такого размера делается в фоне`)
  await recordExport(context, 'Dictionary', count, { dictionary: dictionary.code, ...body })
  return write(context.db, dictionary, body)
}

/** Name of the background work; its handler is `exportWork`. */
export const dictionaryExportName = 'dictionary-export'

export async function startExport(
  context: Context,
  id: number,
  body: DictionaryExport,
): Promise<BackgroundTask> {
  const { db, actor } = context
  const dictionary = await getDictionary(db, id)
  const total = await countItems(db, dictionary.code, body)
  await recordExport(context, 'Dictionary', total, { dictionary: dictionary.code, ...body })
  return startTask(db, actor, {
    work: dictionaryExportName,
    title: `Выгрузка «${fileName(dictionary, body.format)}»`,
    total,
    input: { id, body },
  })
}

/** Does the background export, when the person still has the rights that starting it needed. */
export const dictionaryExportWork: TaskWork = async ({ db, actor, input, progress }) => {
  const { id, body } = input as { id: number; body: DictionaryExport }
  if (!hasAllOperations(actor.operations, { Dictionary: ['List', 'Export'] }))
    throw forbidden('Право на выгрузку отозвано')
  return write(db, await getDictionary(db, id), body, progress)
}
