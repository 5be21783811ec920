import { autoCheckStates } from '@ipoteka-office/contract/full-applications/full-applications.ts'
import {
  type CheckDetails,
  type CheckRun,
  checkVerdicts,
  getCheckDetails,
  judgeCheck,
  retryCheck,
  takeRisk,
  withdrawRisk,
} from '@ipoteka-office/contract/underwriting/checks-grid.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { mutation, query } from '#api/query.ts'
import { formatDate, formatDateTime } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Fold } from '#ui/fold.tsx'
import { latePart } from '#ui/late/late-part.tsx'
import { SkeletonRows } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { StatusDot } from '#ui/status-dot.tsx'
import { Timeline } from '#ui/timeline.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { checkTones } from './grid-part.tsx'
import { RiskForm, VerdictForm, WithdrawForm } from './word-forms.tsx'
import styles from './checks.module.css'

// Of the checks three are of blacklists, and few of those find anybody.
const BlacklistHits = latePart(
  async () => (await import('#widgets/case-review/blacklist-hits.tsx')).BlacklistHits,
  null,
)

/** One check: its answer, what people say of it, and every run of it. */
export function CheckDialog({
  caseId,
  checkId,
  onChanged,
  onClose,
}: {
  caseId: number
  checkId: number
  onChanged: () => void
  onClose: () => void
}) {
  const params = { id: String(caseId), checkId: String(checkId) }
  const answer = useQuery(query(getCheckDetails, { params }))
  useCaseRefresh(caseId, ['checks'], () => void answer.refetch())
  const retry = useMutation(mutation(retryCheck))
  const judge = useMutation(mutation(judgeCheck))
  const accept = useMutation(mutation(takeRisk))
  const withdraw = useMutation(mutation(withdrawRisk))
  /** Whatever came of a word, the page shows what stands now: a refusal may be of what somebody else has said meanwhile. */
  const said = async (word: Promise<unknown>): Promise<boolean> => {
    try {
      await word
      return true
    } catch (failure) {
      notifyFailure(failure)
      return false
    } finally {
      onChanged()
      await answer.refetch()
    }
  }
  const details = answer.data
  return (
    <Dialog
      open
      size="wide"
      title={details ? `${details.check.name}: ${details.check.subject}` : 'Проверка'}
      onClose={onClose}
      outside="ask"
    >
      {answer.isError && <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />}
      {answer.isPending && <SkeletonRows />}
      {details && (
        <div className={styles.details}>
          <Answer
            details={details}
            busy={retry.isPending}
            onRetry={() => void said(retry.mutateAsync({ params, body: { version: details.version } }))}
          />
          {details.check.code.startsWith('BLACKLIST_') && (
            <BlacklistHits caseId={caseId} of={details.check} />
          )}
          <Words title="Вердикт" refusal={details.refusalToJudge}>
            <VerdictForm
              onSay={(verdict, comment) =>
                said(judge.mutateAsync({ params, body: { version: details.version, verdict, comment } }))
              }
            />
          </Words>
          <Verdicts details={details} />
          <Words title="Принять риск" refusal={details.refusalToTakeRisk}>
            <RiskForm
              onSay={(reason, validTo) =>
                said(accept.mutateAsync({ params, body: { version: details.version, reason, validTo } }))
              }
            />
          </Words>
          <Risks details={details} />
          {details.refusalToWithdrawRisk === null && (
            <Words title="Отозвать принятый риск" refusal={null}>
              <WithdrawForm
                onSay={(reason) =>
                  said(withdraw.mutateAsync({ params, body: { version: details.version, reason } }))
                }
              />
            </Words>
          )}
          <Fold name="Запросы и ответы" count={details.runs.length} memory="check-runs" opensItself>
            {details.runs.length === 0 && <p className="muted">До этого ответа запросы не сохраняли.</p>}
            {details.runs.map((run) => (
              <Run key={run.id} run={run} />
            ))}
          </Fold>
        </div>
      )}
    </Dialog>
  )
}

function Answer({
  details: { check, refusalToRetry },
  busy,
  onRetry,
}: {
  details: CheckDetails
  busy: boolean
  onRetry: () => void
}) {
  return (
    <div className={styles.answer}>
      <div>
        <StatusDot tone={checkTones[check.state]}>{autoCheckStates[check.state]}</StatusDot>
        {check.text !== '' && <p>{check.text}</p>}
        <p className="muted small">
          {check.source}
          {check.answeredAt && `, ответ ${formatDateTime(check.answeredAt)}`}
          {check.validUntil && `, действует до ${formatDateTime(check.validUntil)}`}
          {check.standIn && ', имитатор'}
        </p>
      </div>
      <Button loading={busy} disabledReason={refusalToRetry} onClick={onRetry}>
        Повторить
      </Button>
    </div>
  )
}

function Words({ title, refusal, children }: { title: string; refusal: string | null; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {refusal === null ? children : <p className="muted">{refusal}.</p>}
    </section>
  )
}

function Verdicts({ details: { verdicts } }: { details: CheckDetails }) {
  if (verdicts.length === 0) return null
  return (
    <Timeline
      entries={verdicts.map(({ id, verdict, comment, answer, current, by, at }) => ({
        id: String(id),
        text: (
          <>
            <b>{checkVerdicts[verdict]}</b>: {comment}
            {!current && <span className={styles.until}>Об ответе «{answer}»</span>}
          </>
        ),
        by: by.fullName,
        at: formatDateTime(at),
      }))}
    />
  )
}

function Risks({ details: { risks } }: { details: CheckDetails }) {
  if (risks.length === 0) return null
  return (
    <Timeline
      entries={risks.map(({ id, reason, validTo, answer, current, by, at }) => ({
        id: String(id),
        text: (
          <>
            <b>
              {validTo === null
                ? 'Риск отозван'
                : `${current ? 'Риск принят' : 'Был принят'} по ${formatDate(validTo)}`}
            </b>
            : {reason}
            {!current && <span className={styles.until}>Об ответе «{answer}»</span>}
          </>
        ),
        by: by.fullName,
        at: formatDateTime(at),
      }))}
    />
  )
}

function Run({ run }: { run: CheckRun }) {
  const { at, by, cause, attempt, durationMs, state, text, standIn, request, response } = run
  return (
    <details className={styles.run}>
      <summary>
        {formatDateTime(at)} · <StatusDot tone={checkTones[state]}>{autoCheckStates[state]}</StatusDot> ·
        попытка {attempt}, {durationMs} мс{standIn && ' · имитатор'}
      </summary>
      <p>{text}</p>
      <p className="muted small">
        {cause}
        {by !== null && `: ${by.fullName}`}
      </p>
      <h4>Запрос</h4>
      <pre className="raw">{request}</pre>
      <h4>Ответ</h4>
      <pre className="raw">{response ?? 'Ответа не было'}</pre>
    </details>
  )
}
