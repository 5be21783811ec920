import { DecisionPages } from '#widgets/case/decision-pages.tsx'
import { enginePath, casePath } from '@ipoteka-office/contract/cases/case-links.ts'
import {
  type EngineRuns,
  getEngineRuns,
  repeatEngineRun,
} from '@ipoteka-office/contract/underwriting/engine-runs.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mutation, query } from '#api/query.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/input/text-input.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Tag } from '#ui/tag.tsx'
import { useCaseRefresh } from '#widgets/case/case-data.ts'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { CaseScorePart } from '../scorecard/case-score.tsx'
import { OfProduct } from '../of-product.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RunCard } from './run-card.tsx'
import styles from './runs.module.css'

/** «Ответы СПР»: every run of the decision engine, its stop factors and what became of disputes. */
export function RunsPage({ id, path }: { id: string; path: string }) {
  const answer = useQuery(query(getEngineRuns, { params: { id } }))
  useCaseRefresh(Number(id), ['checks', 'head'], () => void answer.refetch())
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (answer.isPending) return <PageSkeleton kind="form" />
  const { type, id: caseId } = answer.data.head
  return (
    <OfProduct address={enginePath(type, caseId)} path={path}>
      <Runs data={answer.data} onChanged={() => void answer.refetch()} />
    </OfProduct>
  )
}

function Runs({ data, onChanged }: { data: EngineRuns; onChanged: () => void }) {
  const { head, runs, left, refusalToRepeat } = data
  const title = `Ответы СПР по заявке № ${head.number}`
  usePagePlace({ text: `№ ${head.number}`, href: casePath(head.type, head.id) }, 'Ответы СПР')
  const [asking, setAsking] = useState(false)
  return (
    <>
      <PageHead title={title} mark={<Tag>{head.stageName}</Tag>}>
        <Button look="primary" disabledReason={refusalToRepeat} onClick={() => setAsking(true)}>
          Повторить
        </Button>
      </PageHead>
      <p className="muted">
        {head.clientName} · {head.partner.shortName} · повторов сегодня осталось: {left}
      </p>
      <DecisionPages head={head} here="engine" />
      <CaseScorePart id={String(head.id)} />
      {runs.length === 0 && (
        <p>
          СПР об этой заявке ещё не спрашивали: запрос уходит на этапе «Автопроверки и СПР» или кнопкой
          «Повторить».
        </p>
      )}
      <div className={styles.runs}>
        {runs.map((run) => (
          <RunCard key={run.id} run={run} data={data} onChanged={onChanged} />
        ))}
      </div>
      {asking && <RepeatDialog caseId={head.id} onChanged={onChanged} onClose={() => setAsking(false)} />}
    </>
  )
}

function RepeatDialog({
  caseId,
  onChanged,
  onClose,
}: {
  caseId: number
  onChanged: () => void
  onClose: () => void
}) {
  const id = useId()
  const [reason, setReason] = useState('')
  const repeat = useMutation(mutation(repeatEngineRun))
  const send = async () => {
    try {
      await repeat.mutateAsync({ params: { id: String(caseId) }, body: { reason: reason.trim() } })
      onClose()
    } catch (failure) {
      notifyFailure(failure)
    }
    onChanged()
  }
  return (
    <Dialog
      open
      title="Повторить запрос в СПР"
      outside={reason === '' ? 'close' : 'ask'}
      onClose={onClose}
      approval={{
        text: 'Отправить запрос',
        onApprove: () => void send(),
        busy: repeat.isPending,
        disabledReason: reason.trim() === '' ? 'Напишите, что изменилось' : null,
      }}
    >
      <label htmlFor={id}>Что изменилось с прошлого ответа</label>
      <TextArea id={id} value={reason} onChange={setReason} maxLength={1_000} />
    </Dialog>
  )
}
