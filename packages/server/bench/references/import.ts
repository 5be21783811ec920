import { buffer } from 'node:stream/consumers'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import type { ReferenceImport } from '@ipoteka-office/contract/references/reference-imports.ts'
import type { Dictionary } from '@ipoteka-office/contract/references/reference-items.ts'
import { type SheetFormat, toSpreadsheet } from '#lib/spreadsheet.ts'
import { runTask, send, type Target, whileRead } from '../background-work.ts'

export const importRows = 100_000
export interface ImportMeasured {
  readonly name: string
  readonly check: number
  readonly apply: number
  /** Of the reads meanwhile. */
  readonly milliseconds: readonly number[]
}

async function* rows(): AsyncGenerator<number> {
  for (let at = 0; at < importRows; at += 1) yield at
}

/** A file as the product itself writes it. */
const fileOf = (format: SheetFormat, suffix: string): Promise<Buffer> =>
  buffer(
    toSpreadsheet(
      format,
      [
        { heading: 'Код', value: (at: number) => `CODE_${at}` },
        { heading: 'Название', value: (at) => `Элемент справочника номер ${at}${suffix}` },
        { heading: 'Активен', value: () => 'да' },
        { heading: 'Лимит', value: (at) => at * 1.5 },
        { heading: 'Категория', value: () => 'IDENTITY' },
      ],
      rows(),
    ),
  )

/** Compares and applies a file while people read dictionaries through the same process. */
async function importFile(target: Target, dictionary: Dictionary, format: SheetFormat, suffix: string) {
  const file = await fileOf(format, suffix)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), `файл.${format}`)
  const found = await send<ReferenceImport>(
    target,
    `/reference-admin/dictionaries/${dictionary.id}/import`,
    form,
  )
  const { result, milliseconds } = await whileRead(target, async () => {
    const check = await runTask(target, found.taskId)
    const task = await send<BackgroundTask>(target, `/reference-admin/imports/${found.id}/apply`, {})
    return { check, apply: await runTask(target, task.id) }
  })
  return { ...result, milliseconds }
}

/** A new dictionary from XLSX, then every row of it changed from CSV. */
export async function measureImports(target: Target): Promise<ImportMeasured[]> {
  const dictionary = await send<Dictionary>(target, '/reference-admin/dictionaries', {
    code: 'bench',
    title: 'Большой справочник',
    attributes: [
      { key: 'limit', label: 'Лимит', type: 'number' },
      { key: 'category', label: 'Категория', type: 'code', dictionary: 'docCategory' },
    ],
  })
  return [
    { name: 'XLSX, все строки новые', ...(await importFile(target, dictionary, 'xlsx', '')) },
    { name: 'CSV, все строки изменены', ...(await importFile(target, dictionary, 'csv', ' иначе')) },
  ]
}
