import type { CaseTask } from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { JournalTaskChange } from '@ipoteka-office/contract/underwriting/journal-tasks.ts'
import { useState } from 'react'
import { countOf } from '#lib/plural.ts'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { type Receiver, ReceiverField, receiverBody } from '#widgets/case/talk/receiver-field.tsx'
import { useAssignees, useGroups } from '#widgets/case/talk/task-dialogs.tsx'

/** To whom the tasks of several applications go. */
export function TransferMany({
  task,
  count,
  isBusy,
  onApply,
  onClose,
}: {
  /** One of them: who may have it is asked of it. */
  task: CaseTask
  count: number
  isBusy: boolean
  onApply: (change: JournalTaskChange) => void
  onClose: () => void
}) {
  const [to, setTo] = useState<Receiver>({ kind: 'person', id: null })
  const people = useAssignees(task.caseId, task.id)
  const groups = useGroups(task)
  return (
    <Dialog
      open
      title="Передать задачи"
      onClose={onClose}
      approval={{
        text: 'Передать',
        onApprove: () => onApply({ action: 'transfer', ...receiverBody(to) }),
        busy: isBusy,
        disabledReason: to.id === null ? 'Выберите, кому передать' : null,
      }}
    >
      <p>
        Перейдут задачи {countOf(count, 'заявки', 'заявок', 'заявок')}. Кому нельзя, ответит по каждой
        отдельно.
      </p>
      <ReceiverField label="Кому передать" value={to} onChange={setTo} people={people} groups={groups} />
    </Dialog>
  )
}
