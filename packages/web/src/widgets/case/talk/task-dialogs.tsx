import { decisionPath } from '@ipoteka-office/contract/cases/case-links.ts'
import {
  type CaseTask,
  completeTask,
  finishTask,
  postponeTask,
  transferTask,
} from '@ipoteka-office/contract/cases/case-tasks.ts'
import { findCaseAssignees, findCaseWorkgroups, getCase } from '@ipoteka-office/contract/cases/cases.ts'
import { type AllowedAction } from '@ipoteka-office/contract/common/process.ts'
import { escalateTask } from '@ipoteka-office/contract/underwriting/journal-tasks.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay, bankMoment } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { DelayedLoader } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import styles from '../case.module.css'
import { MoveDialog } from '../move-dialog.tsx'
import { type Receiver, ReceiverField, receiverBody } from './receiver-field.tsx'
import ownStyles from './task-dialogs.module.css'

/** Does it and tells whether it was done: a dialog closes only then. */
export type TaskCommand = (work: () => Promise<CaseTask>) => Promise<boolean>

interface Props {
  readonly task: CaseTask
  readonly run: TaskCommand
  readonly onClose: () => void
}

const params = (task: CaseTask) => ({ taskId: String(task.id) })
const withWords = (comment: string) => (comment.trim() === '' ? {} : { comment: comment.trim() })

function CommandDialog({
  title,
  task,
  lack,
  saveText,
  onSave,
  onClose,
  children,
}: {
  title: string
  task: CaseTask
  lack: string | null
  saveText: string
  onSave: () => Promise<boolean>
  onClose: () => void
  children: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (lack !== null || busy) return
    setBusy(true)
    const done = await onSave()
    setBusy(false)
    if (done) onClose()
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      approval={{
        text: saveText,
        onApprove: () => void save(),
        busy,
        disabledReason: lack,
      }}
    >
      <p>
        {task.title}: {task.clientName}, № {task.caseNumber}
      </p>
      {children}
    </Dialog>
  )
}

function WordsField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Комментарий (необязательно)</label>
      <TextArea id={id} value={value} onChange={onChange} maxLength={500} />
    </div>
  )
}

/** A colleague who can be chosen, with how much they have. */
export const personOption = (one: { id: number; fullName: string; jobTitle: string; openCases: number }) => ({
  code: String(one.id),
  name: [one.fullName, one.jobTitle, countOf(one.openCases, 'дело', 'дела', 'дел')]
    .filter(Boolean)
    .join(', '),
})

/** A group that can be chosen, with how many in it may do the task. */
export const groupOption = (one: { id: number; name: string; partner: string; people: number }) => ({
  code: String(one.id),
  name: `${one.name}, ${one.partner}, ${countOf(one.people, 'исполнитель', 'исполнителя', 'исполнителей')}`,
})

/** Employees who may have the case, or do its task, by words of the name. */
export function useAssignees(caseId: number, taskId?: number) {
  const of = taskId === undefined ? {} : { taskId }
  const ask = (search: string) => ({ params: { id: String(caseId) }, body: { search, ...of } }) as const
  const { data } = useQuery(query(findCaseAssignees, ask('')))
  return {
    options: (data ?? []).map(personOption),
    search: async (text: string, signal: AbortSignal) =>
      (await call(findCaseAssignees, ask(text), { signal })).map(personOption),
  }
}

/** Groups in which somebody may do the task. */
export function useGroups({ id: taskId, caseId }: CaseTask) {
  const ask = (search: string) => ({ params: { id: String(caseId) }, body: { search, taskId } }) as const
  const { data } = useQuery(query(findCaseWorkgroups, ask('')))
  return {
    options: (data ?? []).map(groupOption),
    search: async (text: string, signal: AbortSignal) =>
      (await call(findCaseWorkgroups, ask(text), { signal })).map(groupOption),
  }
}

/** Hands the task over to a colleague, or to a group, where whoever is free takes it. */
export function TransferDialog({ task, run, onClose }: Props) {
  const [to, setTo] = useState<Receiver>({ kind: 'person', id: null })
  const [comment, setComment] = useState('')
  const assignees = useAssignees(task.caseId, task.id)
  const groups = useGroups(task)
  const save = () =>
    run(() =>
      call(transferTask, {
        params: params(task),
        body: {
          version: task.version,
          ...receiverBody(to),
          ...withWords(comment),
        },
      }),
    )
  return (
    <CommandDialog
      title="Передать задачу"
      task={task}
      lack={to.id === null ? 'Выберите, кому передать' : null}
      saveText="Передать"
      onSave={save}
      onClose={onClose}
    >
      <ReceiverField label="Кому передать" value={to} onChange={setTo} people={assignees} groups={groups} />
      <WordsField value={comment} onChange={setComment} />
    </CommandDialog>
  )
}

/** Hands the underwriter's task up to the head of the group, whom the server finds. */
export function EscalateDialog({ task, run, onClose }: Props) {
  const id = useId()
  const [reason, setReason] = useState('')
  const save = () =>
    run(() =>
      call(escalateTask, {
        params: { id: String(task.caseId) },
        body: { version: task.version, reason: reason.trim() },
      }),
    )
  return (
    <CommandDialog
      title="Эскалировать руководителю"
      task={task}
      lack={reason.trim() === '' ? 'Напишите, почему заявку решает руководитель' : null}
      saveText="Эскалировать"
      onSave={save}
      onClose={onClose}
    >
      <p className="muted">
        Задача перейдёт руководителю группы. Причину он увидит в уведомлении и в истории.
      </p>
      <div className={styles.field}>
        <label htmlFor={id}>Причина</label>
        <TextArea id={id} value={reason} onChange={setReason} maxLength={500} />
      </div>
    </CommandDialog>
  )
}

/** Puts the task off to a moment; its deadline stays. */
export function PostponeDialog({ task, run, onClose }: Props) {
  const id = useId()
  const tomorrow = bankDay(new Date(serverNow().getTime() + 86_400_000))
  const [day, setDay] = useState(tomorrow)
  const [time, setTime] = useState('10:00')
  const [comment, setComment] = useState('')
  const until = bankMoment(day, time)
  const lack =
    until === null || Date.parse(until) <= serverNow().getTime() ? 'Укажите день и время в будущем' : null
  const save = () =>
    run(() =>
      call(postponeTask, {
        params: params(task),
        body: { version: task.version, until, ...withWords(comment) },
      }),
    )
  return (
    <CommandDialog
      title="Отложить задачу"
      task={task}
      lack={lack}
      saveText="Отложить"
      onSave={save}
      onClose={onClose}
    >
      <p className="muted">Задача вернётся в список в это время. Её срок не изменится.</p>
      <div className={ownStyles.pair}>
        <div className={styles.field}>
          <label htmlFor={`${id}-day`}>День</label>
          <DateInput id={`${id}-day`} value={day} onChange={setDay} />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-time`}>Время (Москва)</label>
          <TimeInput id={`${id}-time`} value={time} onChange={setTime} />
        </div>
      </div>
      <WordsField value={comment} onChange={setComment} />
    </CommandDialog>
  )
}

/** Closes a task beside the stages with an answer. */
export function FinishDialog({
  task,
  outcome: { code, label, words },
  run,
  onClose,
}: Props & { readonly outcome: CaseTask['outcomes'][number] }) {
  const id = useId()
  const [comment, setComment] = useState('')
  const body = { version: task.version, outcome: code, comment: comment.trim() }
  return (
    <CommandDialog
      title={label}
      task={task}
      lack={comment.trim() === '' ? 'Напишите ответ' : null}
      saveText={label}
      onSave={() => run(() => call(finishTask, { params: params(task), body }))}
      onClose={onClose}
    >
      <div className={styles.field}>
        <label htmlFor={id}>{words}</label>
        <TextArea id={id} value={comment} onChange={setComment} maxLength={2_000} aria-required />
      </div>
    </CommandDialog>
  )
}

/** Completes the task: the person chooses one of the actions that the case allows now. */
export function CompleteDialog({
  task,
  onDone,
  onClose,
}: {
  task: CaseTask
  onDone: () => void
  onClose: () => void
}) {
  const answer = useQuery(query(getCase, { params: { id: String(task.caseId) } }))
  const [chosen, setChosen] = useState<AllowedAction | null>(null)
  const go = useNavigate()
  const head = answer.data
  if (head && chosen)
    return (
      <MoveDialog
        head={head}
        action={chosen}
        onClose={onClose}
        onMoved={onDone}
        send={(words) =>
          call(completeTask, {
            params: { id: String(task.caseId), taskId: String(task.id) },
            body: { action: chosen.code, version: head.version, ...words },
          })
        }
      />
    )
  return (
    <Dialog
      open
      title="Завершить задачу"
      onClose={onClose}
      footer={<Button onClick={onClose}>Отмена</Button>}
    >
      <p>
        {task.title}: {task.clientName}, № {task.caseNumber}
      </p>
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <DelayedLoader />}
      {head?.actions.length === 0 && <p>Сейчас с делом ничего нельзя сделать</p>}
      <ul className={ownStyles.choices}>
        {head?.actions.map((action) => (
          <li key={action.code}>
            <Button
              look={action.look === 'plain' ? 'default' : action.look}
              disabledReason={action.enabled ? null : (action.reasonDisabled ?? 'Сейчас недоступно')}
              onClick={() =>
                action.decides
                  ? void go({ href: decisionPath(head.type, head.id, action.code) })
                  : setChosen(action)
              }
            >
              {action.label}
            </Button>
            <span className="muted">→ {action.toStage}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
