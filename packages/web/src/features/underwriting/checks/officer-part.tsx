import {
  type ComplianceHit,
  decideComplianceHit,
  getComplianceSheet,
  hitSources,
  hitStates,
  type HitState,
  type OfficerOutcome,
  officerOutcomes,
} from '@ipoteka-office/contract/compliance/compliance.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { TextArea } from '#ui/input/text-input.tsx'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './officer-part.module.css'

const tones: Record<HitState, DotTone> = {
  WAITING: 'amber',
  SUSPENDED: 'amber',
  MATCH: 'red',
  NO_MATCH: 'green',
}
const outcomes = Object.entries(officerOutcomes) as [OfficerOutcome, string][]

/** What the lists of 115-ФЗ have found, for the responsible officer, with the officer's decisions. */
export function OfficerPart({ caseId }: { caseId: number }) {
  const params = { id: String(caseId) }
  const answer = useQuery(query(getComplianceSheet, { params }))
  const decide = useMutation(mutation(decideComplianceHit))
  useCaseRefresh(caseId, ['checks', 'head'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.data === undefined || answer.data.hits.length === 0) return null
  const { hits, held } = answer.data
  const say = async ({ id, decisions }: ComplianceHit, outcome: OfficerOutcome, comment: string) => {
    try {
      const body = { outcome, comment, after: decisions[0]?.id ?? null }
      await decide.mutateAsync({ params: { ...params, hitId: String(id) }, body })
      return true
    } catch (failure) {
      notifyFailure(failure)
      return false
    } finally {
      // Another officer may have decided meanwhile: what stands now is shown.
      await answer.refetch()
    }
  }
  return (
    <section className={cx('card', styles.part)} aria-label="Решение ответственного сотрудника">
      <h2>Решение ответственного сотрудника</h2>
      <p className="muted small">
        {held
          ? 'Заявка задержана: одобрить её нельзя. Остальные видят только «Требуется решение ответственного сотрудника».'
          : 'Заявка отпущена: по каждому совпадению решено, что это другой человек.'}
      </p>
      <ul className={styles.hits}>
        {hits.map((hit) => (
          <Hit key={hit.id} hit={hit} onSay={(outcome, comment) => say(hit, outcome, comment)} />
        ))}
      </ul>
    </section>
  )
}

function Hit({
  hit,
  onSay,
}: {
  hit: ComplianceHit
  onSay: (outcome: OfficerOutcome, comment: string) => Promise<boolean>
}) {
  const { participantName, source, state, text, foundAt, standIn, request, response, decisions } = hit
  return (
    <li>
      <h3>
        {participantName} <StatusDot tone={tones[state]}>{hitStates[state]}</StatusDot>
      </h3>
      <p>{text}</p>
      <p className="muted small">
        {hitSources[source]} · {formatDateTime(foundAt)}
        {standIn && ' · имитатор'}
      </p>
      {decisions.map(({ id, outcome, comment, by, at }) => (
        <p key={id}>
          <b>{officerOutcomes[outcome]}</b>: {comment}{' '}
          <span className="muted">
            {by.fullName}, {formatDateTime(at)}
          </span>
        </p>
      ))}
      <details>
        <summary>Запрос и ответ</summary>
        <h4>Запрос</h4>
        <pre>{request}</pre>
        <h4>Ответ</h4>
        <pre>{response}</pre>
      </details>
      {hit.refusal === null ? <Words onSay={onSay} /> : <p className="muted small">{hit.refusal}</p>}
    </li>
  )
}

function Words({ onSay }: { onSay: (outcome: OfficerOutcome, comment: string) => Promise<boolean> }) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [busy, setBusy] = useState<OfficerOutcome | null>(null)
  const say = async (outcome: OfficerOutcome) => {
    setBusy(outcome)
    if (await onSay(outcome, comment.trim())) setComment('')
    setBusy(null)
  }
  return (
    <>
      <label htmlFor={id}>На чём основано решение</label>
      <TextArea id={id} rows={2} value={comment} onChange={setComment} maxLength={2_000} />
      <p className={styles.buttons}>
        {outcomes.map(([code, words]) => (
          <Button
            key={code}
            loading={busy === code}
            disabled={busy !== null}
            disabledReason={comment.trim() === '' ? 'Напишите, на чём основано решение' : null}
            onClick={() => void say(code)}
          >
            {words}
          </Button>
        ))}
      </p>
    </>
  )
}
