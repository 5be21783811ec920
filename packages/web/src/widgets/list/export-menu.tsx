import {
  type BackgroundTask,
  downloadTaskResult,
  getTask,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { describeFailure } from '#api/failure.ts'
import { Button } from '#ui/button.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import styles from './export-menu.module.css'

/** Formats of every export. */
export const exportFormats = { xlsx: 'Excel (XLSX)', csv: 'Текст с разделителями (CSV)' } as const
export type ExportFormat = keyof typeof exportFormats

/** What an export ended in: a file in the downloads, or work in the background that will make one. */
export type Exported = { kind: 'file' } | { kind: 'task'; task: BackgroundTask }

const pollMs = 1_500
const say = (failure: unknown) => {
  const { description, requestId } = describeFailure(failure)
  toast.error(description, { ...(requestId !== null && { requestId }) })
}
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
    onClick: () => void download(downloadTaskResult, { params }).catch(say),
  }
  toast.info('Выгрузка готова', { action, keepOnRouteChange: true })
}

function announceTask({ id }: BackgroundTask): void {
  toast.info('Строк много: файл готовится в фоне', {
    key: `export-${id}`,
    description: 'Его можно найти и в уведомлениях',
    keepOnRouteChange: true,
  })
  followTask(id).catch(say)
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
      say(failure)
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
