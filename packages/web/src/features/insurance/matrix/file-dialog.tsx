import {
  maxDistributionBytes,
  readDistributionFile,
} from '@ipoteka-office/contract/insurance/distributions.ts'
import type { ResponseOf } from '@ipoteka-office/contract/endpoint.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Progress } from '#ui/progress.tsx'
import { failureLine } from '#widgets/notify-failure.ts'
import { SheetDrop } from '#widgets/sheet-drop.tsx'

type Read = ResponseOf<typeof readDistributionFile>

/** Reads shares of a file into the draft at hand; what they change is told before they are taken. */
export function FileDialog({
  id,
  onTake,
  onClose,
}: {
  id: number
  onTake: (read: Read) => void
  onClose: () => void
}) {
  const [read, setRead] = useState<Read | null>(null)
  const [sending, setSending] = useState(false)
  const [issue, setIssue] = useState<string | null>(null)
  const take = async (file: File) => {
    setIssue(null)
    setRead(null)
    setSending(true)
    try {
      setRead(await call(readDistributionFile, { params: { id: String(id) } }, { file }))
    } catch (failure) {
      setIssue(failureLine(failure))
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog
      open
      title="Доли из файла"
      onClose={onClose}
      approval={{
        text: 'Взять в черновик',
        onApprove: () => {
          if (read === null) return
          onTake(read)
          onClose()
        },
        disabledReason: read === null ? 'Сначала выберите файл' : null,
      }}
    >
      {sending ? (
        <Progress label="Читаем файл" done={0} total={null} />
      ) : (
        <SheetDrop maxBytes={maxDistributionBytes} issue={issue} onTake={(file) => void take(file)}>
          XLSX или CSV в том виде, в каком доли выгружаются: строка — один страховщик в одном месте. Файл
          заменяет всю матрицу черновика.
        </SheetDrop>
      )}
      {read !== null && (
        <p role="status">
          Строк матрицы: новых {read.added}, изменённых {read.changed}, исключённых {read.gone}, прежних{' '}
          {read.same}. Сохраните черновик, чтобы они остались.
        </p>
      )}
    </Dialog>
  )
}
