import { useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import styles from './documents.module.css'

const usual = [
  'Скан нечитаемый, пришлите заново',
  'Приложены не все страницы',
  'Документ просрочен',
  'Документ не на того человека',
  'Нет подписи или печати',
]

/** Asks why documents are rejected; the one who uploaded them will read it. */
export function RejectDialog({
  text,
  onReject,
  onClose,
}: {
  text: string
  onReject: (reason: string) => Promise<unknown>
  onClose: () => void
}) {
  const id = useId()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const ready = reason.trim() !== ''
  const apply = async () => {
    if (!ready || busy) return
    setBusy(true)
    await onReject(reason.trim())
    setBusy(false)
    onClose()
  }
  return (
    <Dialog
      open
      title="Отклонить"
      onClose={onClose}
      approval={{
        text: 'Отклонить',
        onApprove: () => void apply(),
        danger: true,
        busy,
        disabledReason: ready ? null : 'Напишите, что исправить',
      }}
    >
      <p>{text}</p>
      <label htmlFor={id} className={styles.label}>
        Причина: её увидит тот, кто загрузил документ
      </label>
      <TextArea id={id} value={reason} onChange={setReason} maxLength={1_000} aria-required />
      <div className={styles.usual}>
        {usual.map((words) => (
          <Button key={words} look="link" onClick={() => setReason(words)}>
            {words}
          </Button>
        ))}
      </div>
    </Dialog>
  )
}
