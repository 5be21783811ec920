import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { useId, useState } from 'react'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './insurance.module.css'

/** Leads a version or a tariff on, with words where they are asked for. */
export function MoveDialog({
  what,
  action,
  move,
  onDone,
  onClose,
}: {
  /** What is led on: «Версия 3». */
  what: string
  action: AllowedAction
  move: (comment: string) => Promise<unknown>
  /** Called whatever became of it: what is shown may be old. */
  onDone: () => void
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    setBusy(true)
    try {
      await move(comment.trim())
      toast.success(`${action.label}: готово`)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  const lacks = action.comment === 'required' && comment.trim() === ''
  return (
    <Dialog
      open
      title={`${action.label}: ${what}`}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: action.label,
        onApprove: () => void apply(),
        busy,
        disabledReason: lacks ? 'Напишите комментарий' : null,
      }}
    >
      <p>Новое состояние — «{action.toStage}».</p>
      {action.comment !== 'none' && (
        <>
          <label className={styles.words} htmlFor={id}>
            Комментарий{action.comment === 'required' ? '' : ' (необязательно)'}
          </label>
          <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
        </>
      )}
    </Dialog>
  )
}
