import {
  answerDispute,
  disputeOutcomes,
  type DisputeOutcome,
  disputeStopFactor,
  type EngineRun,
  type EngineRuns,
} from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation } from '#api/query.ts'
import { formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import styles from './runs.module.css'

type Factor = EngineRun['factors'][number]
type Documents = EngineRuns['documents']
interface Of {
  readonly caseId: number
  readonly run: EngineRun
  readonly documents: Documents
  readonly onChanged: () => void
}

/** Stop factors in words: what was found, what is allowed, what would lift it, and who disputes it. */
export function StopFactors({ caseId, run, documents, onChanged }: Of) {
  const [disputed, setDisputed] = useState<Factor | null>(null)
  return (
    <>
      <h3>Стоп-факторы</h3>
      <ul className={styles.factors}>
        {run.factors.map((factor) => (
          <li key={factor.code}>
            <b>{factor.name}</b>: {factor.value}, норма — {factor.norm}
            <span className={styles.note}>Что снимет: {factor.lift}</span>
            {factor.dispute === null ? (
              <p>
                {factor.hard ? (
                  <span className="muted">{factor.refusalToDispute}</span>
                ) : (
                  <Button disabledReason={factor.refusalToDispute} onClick={() => setDisputed(factor)}>
                    Оспорить стоп-фактор
                  </Button>
                )}
              </p>
            ) : (
              <Dispute caseId={caseId} dispute={factor.dispute} onChanged={onChanged} />
            )}
          </li>
        ))}
      </ul>
      {disputed !== null && (
        <DisputeDialog
          caseId={caseId}
          runId={run.id}
          factor={disputed}
          documents={documents}
          onChanged={onChanged}
          onClose={() => setDisputed(null)}
        />
      )}
    </>
  )
}

/** Why a stop factor is wrong, and by which papers. */
export function DisputeDialog({
  caseId,
  runId,
  factor,
  documents,
  onChanged,
  onClose,
}: {
  caseId: number
  runId: number
  factor: Factor
  documents: Documents
  onChanged: () => void
  onClose: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const [chosen, setChosen] = useState<readonly number[]>([])
  const dispute = useMutation(mutation(disputeStopFactor))
  const send = async () => {
    try {
      const body = { factor: factor.code, comment: comment.trim(), documents: [...chosen] }
      await dispute.mutateAsync({ params: { id: String(caseId), runId: String(runId) }, body })
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    }
    onChanged()
  }
  const tick = (one: number) =>
    setChosen((now) => (now.includes(one) ? now.filter((each) => each !== one) : [...now, one]))
  return (
    <Dialog
      open
      size="medium"
      title={`Оспорить: ${factor.name}`}
      outside={comment === '' ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: 'Передать руководителю',
        onApprove: () => void send(),
        busy: dispute.isPending,
        disabledReason: comment.trim() === '' ? 'Напишите, почему стоп-фактор неверен' : null,
      }}
    >
      <label htmlFor={id}>Почему стоп-фактор неверен</label>
      <TextArea id={id} value={comment} onChange={setComment} maxLength={2_000} />
      {documents.length > 0 && (
        <fieldset className={styles.documents}>
          <legend>Документы, которые это подтверждают</legend>
          {documents.map((document) => (
            <label key={document.id}>
              <input
                type="checkbox"
                checked={chosen.includes(document.id)}
                onChange={() => tick(document.id)}
              />{' '}
              {document.name}
            </label>
          ))}
        </fieldset>
      )}
    </Dialog>
  )
}

function Dispute({
  caseId,
  dispute,
  onChanged,
}: {
  caseId: number
  dispute: NonNullable<Factor['dispute']>
  onChanged: () => void
}) {
  const id = useId()
  const [comment, setComment] = useState('')
  const answer = useMutation(mutation(answerDispute))
  const send = async (outcome: DisputeOutcome) => {
    try {
      const params = { id: String(caseId), disputeId: String(dispute.id) }
      await answer.mutateAsync({ params, body: { outcome, comment: comment.trim() } })
    } catch (failure) {
      notifyFailure(failure)
    }
    onChanged()
  }
  return (
    <div className={styles.dispute}>
      <p>
        Оспорен: {dispute.comment}
        <span className={styles.note}>
          {dispute.by.fullName}, {formatDateTime(dispute.at)}
          {dispute.documents.length > 0 && ` · ${dispute.documents.map(({ name }) => name).join(', ')}`}
        </span>
      </p>
      {dispute.outcome !== null && (
        <p>
          <b>{disputeOutcomes[dispute.outcome]}</b>: {dispute.answer}
          <span className={styles.note}>
            {dispute.decidedBy?.fullName}
            {dispute.decidedAt !== null && `, ${formatDateTime(dispute.decidedAt)}`}
          </span>
        </p>
      )}
      {dispute.outcome === null && dispute.refusal !== null && (
        <p className="muted">Ждёт ответа. {dispute.refusal}.</p>
      )}
      {dispute.refusal === null && (
        <>
          <label htmlFor={id}>Ответ</label>
          <TextArea id={id} rows={2} value={comment} onChange={setComment} maxLength={2_000} />
          <p className={styles.buttons}>
            {(['LIFTED', 'UPHELD'] as const).map((outcome) => (
              <Button
                key={outcome}
                loading={answer.isPending}
                disabledReason={comment.trim() === '' ? 'Напишите, почему' : null}
                onClick={() => void send(outcome)}
              >
                {disputeOutcomes[outcome]}
              </Button>
            ))}
          </p>
        </>
      )}
    </div>
  )
}
