import { useId, useState } from 'react'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './insurance.module.css'

/** Asks for the words of a move and makes it; whatever became of it, what is shown is read again. */
export function MoveWordsDialog({
  title,
  text,
  comment: asked,
  send,
  onDone,
  onClose,
}: {
  title: string
  text: string
  comment: 'required' | 'optional' | 'none'
  send: (comment: string) => Promise<unknown>
  onDone: () => void
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    setBusy(true)
    try {
      await send(comment.trim())
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      onDone()
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: title,
        onApprove: () => void apply(),
        busy,
        disabledReason: asked === 'required' && comment.trim() === '' ? 'Напишите комментарий' : null,
      }}
    >
      <p>{text}</p>
      {asked !== 'none' && (
        <>
          <label className={styles.words} htmlFor={id}>
            Комментарий{asked === 'required' ? '' : ' (необязательно)'}
          </label>
          <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
        </>
      )}
    </Dialog>
  )
}
