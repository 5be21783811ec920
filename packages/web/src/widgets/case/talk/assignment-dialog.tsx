import { assignmentFields as fields } from '@ipoteka-office/contract/cases/assignment-fields.ts'
import {
  findAssignmentGroups,
  findAssignmentPeople,
  giveAssignment,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { bankMoment } from '#lib/dates.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextArea, TextInput } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from '../case.module.css'
import { type Receiver, ReceiverField, receiverBody } from './receiver-field.tsx'
import { groupOption, personOption } from './task-dialogs.tsx'

/** Colleagues and groups who may get an assignment of the case. */
function useReceivers(caseId: number) {
  const ask = (search: string) => ({ params: { id: String(caseId) }, body: { search } }) as const
  const people = useQuery(query(findAssignmentPeople, ask('')))
  const groups = useQuery(query(findAssignmentGroups, ask('')))
  return {
    people: {
      options: (people.data ?? []).map(personOption),
      search: async (text: string, signal: AbortSignal) =>
        (await call(findAssignmentPeople, ask(text), { signal })).map(personOption),
    },
    groups: {
      options: (groups.data ?? []).map(groupOption),
      search: async (text: string, signal: AbortSignal) =>
        (await call(findAssignmentGroups, ask(text), { signal })).map(groupOption),
    },
  }
}

/** The end of the bank's working day. */
const endOfDay = '18:00'

/** Gives a colleague or a group something to do about the case. */
export function AssignmentDialog({
  head,
  onGiven,
  onClose,
}: {
  head: CaseHead
  onGiven: () => void
  onClose: () => void
}) {
  const id = useId()
  const mayHold = useRights().refusalOfEntry(fields.holdsMoves) === null
  const receivers = useReceivers(head.id)
  const [to, setTo] = useState<Receiver>({ kind: 'person', id: null })
  const [title, setTitle] = useState('')
  const [details, setDetails] = useState('')
  const [day, setDay] = useState('')
  const [holdsMoves, setHoldsMoves] = useState(false)
  const [busy, setBusy] = useState(false)
  const dueAt = bankMoment(day, endOfDay)
  const lack = to.id === null ? 'Выберите, кому' : title.trim() === '' ? 'Напишите, что нужно сделать' : null
  const give = async () => {
    if (lack !== null || busy) return
    setBusy(true)
    try {
      await call(giveAssignment, {
        params: { id: String(head.id) },
        body: {
          ...receiverBody(to),
          title: title.trim(),
          ...(details.trim() !== '' && { details: details.trim() }),
          ...(dueAt !== null && { dueAt }),
          holdsMoves,
        },
      })
      toast.success('Поручение дано')
      onGiven()
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      title="Поручение по делу"
      onClose={onClose}
      outside={title === '' && details === '' ? 'close' : 'ask'}
      approval={{ text: 'Поручить', onApprove: () => void give(), busy, disabledReason: lack }}
    >
      <ReceiverField label={fields.employeeId.label} value={to} onChange={setTo} {...receivers} />
      <div className={styles.field}>
        <label htmlFor={`${id}-title`}>{fields.title.label}</label>
        <TextInput id={`${id}-title`} value={title} onChange={setTitle} maxLength={200} aria-required />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-details`}>{fields.details.label}</label>
        <TextArea id={`${id}-details`} value={details} onChange={setDetails} maxLength={2_000} />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}-day`}>{fields.dueAt.label}</label>
        <DateInput id={`${id}-day`} value={day} onChange={setDay} />
        <span className="muted small">{fields.dueAt.hint}</span>
      </div>
      {mayHold && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={holdsMoves}
            onChange={(event) => setHoldsMoves(event.target.checked)}
          />
          {fields.holdsMoves.label}
        </label>
      )}
    </Dialog>
  )
}
