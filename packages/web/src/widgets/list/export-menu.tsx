import {
  exportAtOnceRows,
  type ExportFormat,
  exportFormats,
} from '@ipoteka-office/contract/exports/list-export.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import {
  type BackgroundTask,
  downloadTaskResult,
  getTask,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { useRights } from '#api/rights.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { type Column, exportedColumns } from '#ui/table/table-columns.ts'
import { notifyFailure } from '../notify-failure.ts'
import styles from './export-menu.module.css'

/** What an export ended in: a file in the downloads, or work in the background that will make one. */
export type Exported = { kind: 'file' } | { kind: 'task'; task: BackgroundTask }

const pollMs = 1_500
const pause = () => new Promise((resolve) => setTimeout(resolve, pollMs))

/** Waits for a background task that makes a file and offers the file; the task is in the notifications too. */
async function followTask(id: number): Promise<void> {
  const params = { id: String(id) }
  let task = await call(getTask, { params })
  while (task.state === 'IDLE' || task.state === 'RUNNING' || task.state === 'STOPPING') {
    await pause()
    task = await call(getTask, { params })
  }
  toast.closeByKey(`export-${id}`)
  if (task.state === 'FAILED') toast.error('Не удалось сделать выгрузку', { description: task.error ?? '' })
  if (task.state !== 'COMPLETED') return
  const action = {
    label: 'Скачать',
    onClick: () => void download(downloadTaskResult, { params }).catch(notifyFailure),
  }
  toast.info('Выгрузка готова', { action, keepOnRouteChange: true })
}

function announceTask({ id }: BackgroundTask): void {
  toast.info('Строк много: файл готовится в фоне', {
    key: `export-${id}`,
    description: 'Его можно найти и в уведомлениях',
    keepOnRouteChange: true,
  })
  followTask(id).catch(notifyFailure)
}

/** «Выгрузить»: the whole filter as a file; a long export goes on in the background. */
export function ExportMenu({
  run,
  disabledReason,
}: {
  run: (format: ExportFormat) => Promise<Exported>
  disabledReason?: string | null
}) {
  const [busy, setBusy] = useState(false)
  const start = async (format: ExportFormat) => {
    setBusy(true)
    try {
      const made = await run(format)
      if (made.kind === 'task') announceTask(made.task)
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  if (disabledReason) return <Button disabledReason={disabledReason}>Выгрузить</Button>
  return (
    <Popover
      label="Выгрузить"
      trigger={(props) => (
        <Button {...props} loading={busy}>
          Выгрузить
        </Button>
      )}
    >
      {(close) => (
        <div className={styles.menu}>
          {(Object.keys(exportFormats) as ExportFormat[]).map((format) => (
            <Button
              key={format}
              look="quiet"
              onClick={() => {
                close()
                void start(format)
              }}
            >
              {exportFormats[format]}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  )
}

/** The calls by which a list is taken out: at once, and in the background. */
export interface ListExports {
  readonly now: EndpointSpec
  readonly task: EndpointSpec
}

/** What of a list its export needs. */
interface Exportable {
  readonly total: number
  readonly request: () => { readonly params?: unknown; readonly body?: unknown }
  readonly state: { readonly sort: { readonly key: string; readonly direction: string } }
  readonly sortable: readonly string[]
  readonly refresh: () => void
}

/** «Выгрузить» of a list: its filter, its order and the columns that it shows. */
export function ListExportMenu<Row>({
  list,
  columns,
  exporting,
}: {
  list: Exportable
  columns: readonly Column<Row>[]
  exporting: ListExports
}) {
  const { params, body: filter } = list.request()
  const mayExport = useRights().mayCall(exporting.now, params as Record<string, unknown>)
  const run = async (format: ExportFormat): Promise<Exported> => {
    const { key, direction } = list.state.sort
    const body = {
      format,
      filter,
      columns: exportedColumns(columns),
      ...(list.sortable.length > 0 && { sort: `${key},${direction}` }),
    }
    const request = { ...(params !== undefined && { params }), body } as never
    if (list.total > exportAtOnceRows)
      return { kind: 'task', task: (await call(exporting.task, request)) as unknown as BackgroundTask }
    await download(exporting.now, request)
    // The journal of access is a list too, and writes its own export down.
    list.refresh()
    return { kind: 'file' }
  }
  return (
    <ExportMenu
      run={run}
      disabledReason={mayExport ? null : 'Нет права на выгрузку. Обратитесь к администратору'}
    />
  )
}
