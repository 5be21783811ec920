import { type CaseHead, changeResponsible } from '@ipoteka-office/contract/cases/cases.ts'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { statusOf } from '#api/failure.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '../notify-failure.ts'
import styles from './case.module.css'
import { acceptHead, refreshHead } from './case-data.ts'
import { useAssignees } from './talk/task-dialogs.tsx'

/** Hands the case to another person; the group stays what it is. */
export function ResponsibleDialog({ head, onClose }: { head: CaseHead; onClose: () => void }) {
  const id = useId()
  const now = head.responsible
  const assignees = useAssignees(head.id)
  const [chosen, setChosen] = useState<string | null>(now === null ? null : String(now.id))
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState(false)
  const same = chosen === (now === null ? null : String(now.id))
  const apply = async () => {
    if (same || busy) return
    setBusy(true)
    try {
      acceptHead(
        await call(changeResponsible, {
          params: { id: String(head.id) },
          body: {
            employeeId: chosen === null ? null : Number(chosen),
            workgroupId: head.workgroup?.id ?? null,
            version: head.version,
            ...(comment.trim() !== '' && { comment: comment.trim() }),
          },
        }),
      )
      toast.success('Ответственный изменён')
      onClose()
    } catch (failure) {
      notifyFailure(failure)
      if (statusOf(failure) === 409) await refreshHead(head.id)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title="Сменить ответственного"
      onClose={onClose}
      approval={{
        text: 'Назначить',
        onApprove: () => void apply(),
        busy,
        disabledReason: same ? 'Выберите другого ответственного' : null,
      }}
    >
      <div className={styles.field}>
        <label htmlFor={`${id}-who`}>Ответственный</label>
        <LookupSelect
          id={`${id}-who`}
          value={chosen}
          onChange={setChosen}
          known={now === null ? null : { code: String(now.id), name: now.fullName }}
          {...assignees}
        />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-words`}>Комментарий (необязательно)</label>
        <TextArea id={`${id}-words`} value={comment} onChange={setComment} maxLength={500} />
      </div>
    </Dialog>
  )
}
