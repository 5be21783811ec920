import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { type CaseHead, moveCase } from '@ipoteka-office/contract/cases/cases.ts'
import { listOf } from '@ipoteka-office/contract/references/reference-options.ts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { statusOf } from '#api/failure.ts'
import { queryOnce } from '#api/query.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SingleSelect } from '#ui/select/single-select.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './case.module.css'
import { acceptHead, refreshHead } from './case-data.ts'

/** What the person says with an action. */
export interface MoveWords {
  readonly comment?: string
  readonly reason?: string
}

function lackOf(action: AllowedAction, comment: string, reason: string | null): string | null {
  if (action.reasons !== null && reason === null) return 'Выберите причину'
  if (action.comment === 'required' && comment.trim() === '') return 'Напишите комментарий'
  return null
}

function ReasonField({
  dictionary,
  value,
  onChange,
}: {
  dictionary: string
  value: string | null
  onChange: (code: string) => void
}) {
  const id = useId()
  const { data } = useQuery(queryOnce(listOf(dictionary, '')))
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Причина</label>
      <SingleSelect id={id} options={data} value={value} onChange={onChange} aria-required />
    </div>
  )
}

/** Asks for what an action needs and does it; `send` where it is not the move of a case itself (a task completed). */
export function MoveDialog({
  head,
  action,
  onClose,
  onMoved,
  send,
  children,
}: {
  head: CaseHead
  action: AllowedAction
  onClose: () => void
  onMoved?: (head: CaseHead) => void
  send?: (words: MoveWords) => Promise<CaseHead>
  /** Above the fields: what the action will do. */
  children?: ReactNode
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [reason, setReason] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const lack = lackOf(action, comment, reason)
  const move = (words: MoveWords) =>
    call(moveCase, {
      params: { id: String(head.id) },
      body: { action: action.code, version: head.version, ...words },
    })
  const apply = async () => {
    if (lack !== null || busy) return
    setBusy(true)
    const words = {
      ...(comment.trim() !== '' && { comment: comment.trim() }),
      ...(reason !== null && { reason }),
    }
    try {
      const moved = await (send ?? move)(words)
      acceptHead(moved)
      toast.success(`${action.label}: готово. Этап: ${moved.stageName}`)
      onClose()
      onMoved?.(moved)
    } catch (failure) {
      notifyFailure(failure)
      // Somebody was quicker: the page shows what the case has become, and the dialog with its words goes on.
      if (statusOf(failure) === 409) await refreshHead(head.id)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={action.label}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: action.label,
        onApprove: () => void apply(),
        danger: action.look === 'danger',
        busy,
        disabledReason: lack,
      }}
    >
      <p>
        {head.clientName}, № {head.number}: «{head.stageName}» → «{action.toStage}»
      </p>
      {children}
      {action.reasons !== null && (
        <ReasonField dictionary={action.reasons} value={reason} onChange={setReason} />
      )}
      {action.comment !== 'none' && (
        <div className={styles.field}>
          <label htmlFor={id}>Комментарий{action.comment === 'optional' && ' (необязательно)'}</label>
          <TextArea
            id={id}
            value={comment}
            onChange={setComment}
            maxLength={2_000}
            aria-required={action.comment === 'required'}
          />
        </div>
      )}
    </Dialog>
  )
}
