import { type ReactNode, useId, useState } from 'react'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from './notify-failure.ts'
import styles from './words-dialog.module.css'

/**
 * Asks for the words of a step and takes it. A refusal is shown and leaves the dialog with what is typed; whatever became
 * of the step, `onDone` reads again what is shown, as somebody else may have taken one meanwhile.
 */
export function WordsDialog({
  title,
  about,
  action,
  question = 'Комментарий',
  done = `${action.label}: готово`,
  send,
  onDone,
  onClose,
}: {
  title: string
  /** What will become of it. */
  about?: ReactNode
  action: {
    /** On the button. */
    readonly label: string
    readonly comment: 'required' | 'optional' | 'none'
    readonly look?: string
  }
  /** What the words tell. */
  question?: string
  /** What is said when it succeeded; null: nothing. */
  done?: string | null
  send: (comment: string) => Promise<unknown>
  onDone: () => unknown
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    setBusy(true)
    try {
      await send(comment.trim())
      if (done !== null) toast.success(done, { keepOnRouteChange: true })
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  const needsWords = action.comment === 'required'
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: action.label,
        onApprove: () => void apply(),
        busy,
        // A step with words begins in their field, and no single press of a key takes it.
        danger: action.look === 'danger' && action.comment === 'none',
        disabledReason: needsWords && comment.trim() === '' ? 'Напишите комментарий' : null,
      }}
    >
      {about !== undefined && <p>{about}</p>}
      {action.comment !== 'none' && (
        <>
          <label className={styles.words} htmlFor={id}>
            {question}
            {needsWords ? '' : ' (необязательно)'}
          </label>
          <TextArea
            id={id}
            value={comment}
            onChange={setComment}
            maxLength={1_000}
            aria-required={needsWords}
          />
        </>
      )}
    </Dialog>
  )
}
