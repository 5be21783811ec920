import { buffer } from 'node:stream/consumers'
import type { BackgroundTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { batchColumns } from '#features/calculator/calculations/batch.rules.ts'
import { readSpreadsheet } from '#lib/read-spreadsheet.ts'
import { type SheetFormat, toSpreadsheet } from '#lib/spreadsheet.ts'
import { runTask, send, type Target, whileRead } from '../background-work.ts'

export const batchRows = 100_000

export interface BatchMeasured {
  readonly format: SheetFormat
  readonly seconds: number
  /** Different numbers of rows that were told done while it ran. */
  readonly steps: number
  /** Of the reads meanwhile. */
  readonly milliseconds: readonly number[]
}

async function* rows(): AsyncGenerator<number> {
  for (let at = 0; at < batchRows; at += 1) yield at
}

/** Loans of one to thirty years, no two alike. */
const fileOf = (format: SheetFormat): Promise<Buffer> =>
  buffer(
    toSpreadsheet(
      format,
      [
        { heading: batchColumns.number.heading, value: (at: number) => `К-${at}` },
        { heading: batchColumns.amount.heading, value: (at) => 300_000 + at * 101 },
        { heading: batchColumns.rate.heading, value: (at) => ((80 + (at % 160)) / 10).toFixed(1) },
        { heading: batchColumns.months.heading, value: (at) => 12 + (at % 349) },
        {
          heading: batchColumns.issueDate.heading,
          value: (at) => `${String(1 + (at % 28)).padStart(2, '0')}.11.2026`,
        },
      ],
      rows(),
    ),
  )

/** Rows of the result that have a ПСК. */
async function countComputed({ url, token }: Target, format: SheetFormat, taskId: number): Promise<number> {
  const answer = await fetch(`${url}/api/tasks/${taskId}/result`, {
    headers: { authorization: `Bearer ${token}` },
  })
  if (!answer.ok) throw new Error(`result: ${answer.status} ${await answer.text()}`)
  let at = -1
  let computed = 0
  for await (const { cells } of readSpreadsheet(format, Buffer.from(await answer.arrayBuffer())))
    if (at === -1) at = cells.indexOf('ПСК, %')
    else if (Number(cells[at]) > 0) computed += 1
  return computed
}

/** Calculates a file as a background task while people read through the same process. */
export async function measureBatch(target: Target, format: SheetFormat): Promise<BatchMeasured> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await fileOf(format))]), `кредиты.${format}`)
  const { id } = await send<BackgroundTask>(target, '/evaluate/batch', form)
  const told = new Set<number>()
  const look = setInterval(() => {
    send<BackgroundTask>(target, `/tasks/${id}`).then(
      ({ done }) => told.add(done),
      (error: unknown) => console.error(error),
    )
  }, 1_000)
  try {
    const { result, milliseconds } = await whileRead(target, () => runTask(target, id))
    const computed = await countComputed(target, format, id)
    if (computed !== batchRows) throw new Error(`Computed ${computed} of ${batchRows}`)
    return { format, seconds: result, steps: told.size, milliseconds }
  } finally {
    clearInterval(look)
  }
}
