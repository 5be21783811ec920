import type { AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { moveRuleSet, type RuleSet } from '@ipoteka-office/contract/assignment-rules/assignment-rules.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './assignment.module.css'
import { refreshRules } from './use-board.ts'

type Move = RequestOf<typeof moveRuleSet>['body']['action']

const questions: Partial<Record<string, string>> = {
  submit: 'Что меняется и зачем',
  decline: 'Что исправить',
  rollback: 'Почему возвращаем прежние правила',
}

/** Leads a version on: whoever wrote it sends it, another one puts it into force. */
export function ActionDialog({
  set,
  action,
  onClose,
}: {
  set: Pick<RuleSet, 'id' | 'number' | 'version'>
  action: AllowedAction
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const apply = async () => {
    setBusy(true)
    try {
      await call(moveRuleSet, {
        params: { id: String(set.id) },
        body: { action: action.code as Move, comment: comment.trim(), version: set.version },
      })
      toast.success(`${action.label}: готово`)
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
      refreshRules()
    }
  }
  const lacks = action.comment === 'required' && comment.trim() === ''
  return (
    <Dialog
      open
      title={`${action.label}: версия ${set.number}`}
      onClose={onClose}
      outside={comment === '' ? 'close' : 'ask'}
      approval={{
        text: action.label,
        onApprove: () => void apply(),
        busy,
        danger: action.look === 'danger',
        disabledReason: lacks ? 'Напишите комментарий' : null,
      }}
    >
      <p>Версия перейдёт в состояние «{action.toStage}».</p>
      {action.comment !== 'none' && (
        <>
          <label className={styles.words} htmlFor={id}>
            {questions[action.code] ?? 'Комментарий'}
            {action.comment === 'required' ? '' : ' (необязательно)'}
          </label>
          <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
        </>
      )}
    </Dialog>
  )
}
