import { buffer } from 'node:stream/consumers'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications.ts'
import type { ReferenceImport } from '@ipoteka-office/contract/reference-imports.ts'
import type { Dictionary } from '@ipoteka-office/contract/reference-items.ts'
import { type SheetFormat, toSpreadsheet } from '#lib/spreadsheet.ts'
import type { Paced, PacedMessage } from '../api/load.ts'
import type { Worker } from '../processes.ts'
import type { ReferenceServerMessage, TaskRan } from './server.ts'

export const importRows = 100_000
/** Reads of people who work meanwhile. */
export const readsPerSecond = 50

export interface Target {
  readonly url: string
  readonly token: string
  readonly server: Worker
  readonly load: Worker
}

export interface ImportMeasured {
  readonly name: string
  readonly check: number
  readonly apply: number
  /** Of the reads meanwhile. */
  readonly milliseconds: readonly number[]
}

async function send<Answer>({ url, token }: Target, path: string, body: object): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${url}/api/reference-admin${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
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

async function runTask(target: Target, taskId: number): Promise<number> {
  const message: ReferenceServerMessage = { kind: 'run', taskId }
  return (await target.server.ask<TaskRan>(message)).seconds
}

/** Compares and applies a file while people read dictionaries through the same process. */
async function importFile(target: Target, dictionary: Dictionary, format: SheetFormat, suffix: string) {
  const file = await fileOf(format, suffix)
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), `файл.${format}`)
  const found = await send<ReferenceImport>(target, `/dictionaries/${dictionary.id}/import`, form)
  let over = false
  const visit = async (): Promise<readonly number[]> => {
    const all: number[] = []
    while (!over) {
      const calls = Array.from(
        { length: readsPerSecond },
        () => ({ method: 'GET', path: '/api/reference/region' }) as const,
      )
      const message: PacedMessage = {
        kind: 'paced',
        url: target.url,
        token: target.token,
        perSecond: readsPerSecond,
        calls,
      }
      all.push(...(await target.load.ask<Paced>(message)).milliseconds)
    }
    return all
  }
  const visiting = visit()
  const check = await runTask(target, found.taskId)
  const task = await send<BackgroundTask>(target, `/imports/${found.id}/apply`, {})
  const apply = await runTask(target, task.id)
  over = true
  return { check, apply, milliseconds: await visiting }
}

/** A new dictionary from XLSX, then every row of it changed from CSV. */
export async function measureImports(target: Target): Promise<ImportMeasured[]> {
  const dictionary = await send<Dictionary>(target, '/dictionaries', {
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
