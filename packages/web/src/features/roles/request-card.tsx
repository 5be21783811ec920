import type { OperationRef } from '@ipoteka-office/contract/roles/role-operations.ts'
import {
  approveRoleRequest,
  type ChangeRequest,
  rejectRoleRequest,
  requestStatuses,
  withdrawRoleRequest,
} from '@ipoteka-office/contract/roles/role-requests.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { Tag } from '#ui/tag.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import { Labelled } from './pickers.tsx'
import parts from './questions.module.css'
import { operationText, peopleText, requestTones } from './role-words.ts'
import styles from './roles.module.css'
import { reloadRoles } from './roles-data.ts'

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
export function refusalToDecide({ canDecide, canWithdraw }: ChangeRequest): string | null {
  if (canDecide) return null
  return canWithdraw
    ? 'Это ваша заявка: её подтверждает другой сотрудник'
    : 'Решает другой сотрудник с правом на подтверждение, не тот, кого изменение касается'
}

function DecisionDialog({
  request,
  decision,
  onClose,
}: {
  request: ChangeRequest
  decision: Decision
  onClose: () => void
}) {
  const [comment, setComment] = useState('')
  const client = useQueryClient()
  const decide = useMutation(mutation(decision === 'approve' ? approveRoleRequest : rejectRoleRequest))
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
    await reloadRoles(client)
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
        {request.title}: {request.summary}. {request.maker.fullName}, затронет: {peopleText(request.affected)}
        .
      </p>
      <Labelled label={decision === 'reject' ? 'Причина' : 'Комментарий, если нужен'}>
        {(id) => <TextArea id={id} value={comment} onChange={setComment} maxLength={1_000} />}
      </Labelled>
    </Dialog>
  )
}

function OperationList({ title, sign, list }: { title: string; sign: string; list: OperationRef[] }) {
  if (list.length === 0) return null
  return (
    <div className={sign === '+' ? parts.plus : parts.minus}>
      <b>{title}</b>
      <ul>
        {list.map((operation) => (
          <li key={`${operation.objectType}.${operation.code}`}>
            <span aria-hidden="true">{sign} </span>
            {operationText(operation)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function RequestActions({ request }: { request: ChangeRequest }) {
  const [decision, setDecision] = useState<Decision | null>(null)
  const client = useQueryClient()
  const withdraw = useMutation(mutation(withdrawRoleRequest))
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
    await reloadRoles(client)
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
      {decision && <DecisionDialog request={request} decision={decision} onClose={() => setDecision(null)} />}
    </div>
  )
}

/** A change that waits for a second person or has been decided: what, by whom, and what can be done. */
export function RequestCard({ request }: { request: ChangeRequest }) {
  const pending = request.status === 'PENDING'
  const refusal = pending ? refusalToDecide(request) : null
  return (
    <article className={`card ${parts.request}`} aria-label={request.title}>
      <div className={styles.requestHead}>
        <div>
          <h3>{request.title}</h3>
          <span className={styles.tags}>
            <Tag tone={requestTones[request.status]}>
              {pending ? 'Ожидает подтверждения' : requestStatuses[request.status]}
            </Tag>
            {request.stale && pending && <Tag tone="red">С тех пор изменилось</Tag>}
            <span className="muted">
              {request.summary} · затронет: {peopleText(request.affected)}
            </span>
          </span>
        </div>
        {pending && <RequestActions request={request} />}
      </div>
      <p className={parts.who}>
        {request.maker.fullName}, {formatDateTime(request.createdAt)}
        {pending && `. Действительна до ${formatDateTime(request.expiresAt)}`}
        {request.checker &&
          `. ${requestStatuses[request.status]}: ${request.checker.fullName}, ${formatDateTime(request.decidedAt)}`}
        {refusal !== null && `. ${refusal}`}
      </p>
      {request.comment && <p className={parts.who}>Комментарий: {request.comment}</p>}
      {request.fields.length > 0 && (
        <ul className={parts.fields}>
          {request.fields.map(({ label, oldValue, newValue }) => (
            <li key={label}>
              {label}: {oldValue || '−'} → <b>{newValue || '−'}</b>
            </li>
          ))}
        </ul>
      )}
      <div className={parts.diff}>
        <OperationList title="Добавляет" sign="+" list={request.added} />
        <OperationList title="Снимает" sign="−" list={request.removed} />
      </div>
    </article>
  )
}
