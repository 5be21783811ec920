import {
  type ChangeRequest,
  type ChangeRequestCalls,
  requestStatuses,
} from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { OperationRef } from '@ipoteka-office/contract/roles/role-operations.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import styles from './change-requests.module.css'

/** What a request is shown and decided on by. */
export interface RequestParts {
  readonly request: ChangeRequest
  /** Of the object whose holders of `Approve` decide. */
  readonly calls: ChangeRequestCalls
  /** Reads again what a decision changes. */
  readonly onDecided: () => Promise<void>
}

const requestTones: Record<ChangeRequest['status'], Tone> = {
  PENDING: 'amber',
  APPROVED: 'green',
  REJECTED: 'red',
  EXPIRED: 'neutral',
  WITHDRAWN: 'neutral',
}

/** «+3 / −1 операции · затронет: 4 сотрудника»; empty where there is nothing of the kind. */
const consequences = ({ summary, affected }: ChangeRequest): string =>
  [summary, affected > 0 ? `затронет: ${countOf(affected, 'сотрудник', 'сотрудника', 'сотрудников')}` : '']
    .filter(Boolean)
    .join(' · ')

type Decision = 'approve' | 'reject'
const decisionWords = {
  approve: {
    title: 'Подтвердить изменение',
    done: 'Изменение подтверждено и действует',
    ok: 'Подтвердить',
  },
  reject: { title: 'Отклонить изменение', done: 'Изменение отклонено', ok: 'Отклонить' },
} as const

/** Why the caller may not decide; null when they may. */
function refusalToDecide({ canDecide, canWithdraw }: ChangeRequest): string | null {
  if (canDecide) return null
  return canWithdraw
    ? 'Это ваша заявка: её подтверждает другой сотрудник'
    : 'Решает другой сотрудник с правом на подтверждение, не тот, кого изменение касается'
}

function DecisionDialog({
  request,
  calls,
  onDecided,
  decision,
  onClose,
}: RequestParts & { decision: Decision; onClose: () => void }) {
  const [comment, setComment] = useState('')
  const id = useId()
  const decide = useMutation(mutation(calls[decision]))
  const words = decisionWords[decision]
  const missing =
    decision === 'reject' && comment.trim() === '' ? 'Напишите, почему изменение отклонено' : null
  const send = async () => {
    if (missing !== null) return
    try {
      await decide.mutateAsync({
        params: { id: String(request.id) },
        body: { version: request.version, comment: comment.trim() },
      })
      toast.success(words.done)
      onClose()
    } catch (failure) {
      sayFailed('Решение не принято', failure)
    }
    await onDecided()
  }
  return (
    <Dialog
      open
      title={words.title}
      onClose={onClose}
      approval={{
        text: words.ok,
        onApprove: () => void send(),
        danger: decision === 'reject',
        busy: decide.isPending,
        disabledReason: missing,
      }}
    >
      <p className={styles.lead}>
        {[request.title, consequences(request), request.maker.fullName].filter(Boolean).join('. ')}.
      </p>
      <div className={styles.labelled}>
        <label htmlFor={id}>{decision === 'reject' ? 'Причина' : 'Комментарий, если нужен'}</label>
        <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />
      </div>
    </Dialog>
  )
}

function OperationList({ title, sign, list }: { title: string; sign: string; list: OperationRef[] }) {
  if (list.length === 0) return null
  return (
    <div className={sign === '+' ? styles.plus : styles.minus}>
      <b>{title}</b>
      <ul>
        {list.map((operation) => (
          <li key={`${operation.objectType}.${operation.code}`}>
            <span aria-hidden="true">{sign} </span>
            {`${operation.objectTypeName}: ${operation.descriptor}`}
          </li>
        ))}
      </ul>
    </div>
  )
}

function RequestActions(parts: RequestParts) {
  const { request, calls, onDecided } = parts
  const [decision, setDecision] = useState<Decision | null>(null)
  const withdraw = useMutation(mutation(calls.withdraw))
  const takeBack = async () => {
    const agreed = await confirm({
      text: 'Отозвать заявку? Всё останется как есть.',
      okText: 'Отозвать',
    })
    if (!agreed) return
    try {
      await withdraw.mutateAsync({ params: { id: String(request.id) }, body: { version: request.version } })
      toast.success('Заявка отозвана')
    } catch (failure) {
      sayFailed('Заявка не отозвана', failure)
    }
    await onDecided()
  }
  const refusal = refusalToDecide(request)
  const stale = request.stale
    ? 'С тех пор здесь уже что-то изменили: заявку можно только отклонить или отозвать'
    : null
  return (
    <div className={styles.actions}>
      {request.canWithdraw && (
        <Button loading={withdraw.isPending} onClick={() => void takeBack()}>
          Отозвать
        </Button>
      )}
      <Button disabledReason={refusal} onClick={() => setDecision('reject')}>
        Отклонить
      </Button>
      <Button look="primary" disabledReason={refusal ?? stale} onClick={() => setDecision('approve')}>
        Подтвердить
      </Button>
      {decision && <DecisionDialog {...parts} decision={decision} onClose={() => setDecision(null)} />}
    </div>
  )
}

/** A change that waits for a second person or has been decided: what, by whom, and what can be done. */
export function RequestCard(parts: RequestParts) {
  const { request } = parts
  const pending = request.status === 'PENDING'
  const refusal = pending ? refusalToDecide(request) : null
  return (
    <article className={`card ${styles.request}`} aria-label={request.title}>
      <div className={styles.requestHead}>
        <div>
          <h3>{request.title}</h3>
          <span className={styles.tags}>
            <Tag tone={requestTones[request.status]}>
              {pending ? 'Ожидает подтверждения' : requestStatuses[request.status]}
            </Tag>
            {request.stale && pending && <Tag tone="red">С тех пор изменилось</Tag>}
            <span className="muted">{consequences(request)}</span>
          </span>
        </div>
        {pending && <RequestActions {...parts} />}
      </div>
      <p className={styles.who}>
        {request.maker.fullName}, {formatDateTime(request.createdAt)}
        {pending && `. Действительна до ${formatDateTime(request.expiresAt)}`}
        {request.checker &&
          `. ${requestStatuses[request.status]}: ${request.checker.fullName}, ${formatDateTime(request.decidedAt)}`}
        {refusal !== null && `. ${refusal}`}
      </p>
      {request.comment && <p className={styles.who}>Комментарий: {request.comment}</p>}
      {request.fields.length > 0 && (
        <ul className={styles.fields}>
          {request.fields.map(({ label, oldValue, newValue }) => (
            <li key={label}>
              {label}: {oldValue || '−'} → <b>{newValue || '−'}</b>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.diff}>
        <OperationList title="Добавляет" sign="+" list={request.added} />
        <OperationList title="Снимает" sign="−" list={request.removed} />
      </div>
    </article>
  )
}
