import {
  type ApproverType,
  type BulkAnswer,
  type BulkChange,
  bulkChangeApprovers,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { describeShift, isTime } from '@ipoteka-office/contract/common/shift.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { mutation } from '#api/query.ts'
import { countOf } from '#lib/plural.ts'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import styles from './approvers.module.css'
import { Labelled } from './labelled.tsx'

type Asked = 'pause' | 'activate' | 'limit' | 'shift'
const titles: Record<Asked, string> = {
  pause: 'Поставить на паузу',
  activate: 'Активировать',
  limit: 'Изменить лимит',
  shift: 'Изменить смену',
}
const people = (count: number) => countOf(count, 'сотрудника', 'сотрудников', 'сотрудников')

interface Draft {
  limit: number | null
  from: string
  by: string
}

/** The change that a dialog asks for; null while something is missing or wrong. */
function changeOf(asked: Asked, { limit, from, by }: Draft): BulkChange | null {
  if (asked === 'pause') return { action: 'status', workStatus: 'PAUSE' }
  if (asked === 'activate') return { action: 'status', workStatus: 'ACTIVE' }
  if (asked === 'limit') return limit === null ? null : { action: 'limit', mortgageApplicationsLimit: limit }
  return isTime(from) && isTime(by) ? { action: 'shift', workingShiftFrom: from, workingShiftBy: by } : null
}

const missing: Record<Asked, string> = {
  pause: '',
  activate: '',
  limit: 'Укажите лимит',
  shift: 'Укажите время начала и конца смены',
}
const explanations: Partial<Record<Asked, string>> = {
  pause: 'Заявки в работе останутся, новые приходить не будут.',
  activate: 'Начнут получать заявки по своим уровням, партнёрам, регионам и смене.',
}

function ChangeFields({
  asked,
  draft,
  onChange,
}: {
  asked: Asked
  draft: Draft
  onChange: (draft: Draft) => void
}) {
  if (asked === 'limit') {
    return (
      <Labelled label="Лимит">
        {(id) => (
          <NumberInput
            id={id}
            max={10_000}
            value={draft.limit}
            onChange={(limit) => onChange({ ...draft, limit })}
          />
        )}
      </Labelled>
    )
  }
  if (asked !== 'shift') return <p className="muted">{explanations[asked]}</p>
  return (
    <>
      <div className={styles.shiftTimes}>
        <Labelled label="Смена (с)">
          {(id) => <TimeInput id={id} value={draft.from} onChange={(from) => onChange({ ...draft, from })} />}
        </Labelled>
        <Labelled label="Смена (по)">
          {(id) => <TimeInput id={id} value={draft.by} onChange={(by) => onChange({ ...draft, by })} />}
        </Labelled>
      </div>
      <p className="muted small">{describeShift(draft.from, draft.by)}</p>
    </>
  )
}

function ChangeDialog({
  asked,
  count,
  busy,
  onClose,
  onApply,
}: {
  asked: Asked
  count: number
  busy: boolean
  onClose: () => void
  onApply: (change: BulkChange) => void
}) {
  const [draft, setDraft] = useState<Draft>({ limit: null, from: '', by: '' })
  const change = changeOf(asked, draft)
  const apply = () => {
    if (change && !busy) onApply(change)
  }
  return (
    <Dialog
      open
      title={titles[asked]}
      size="small"
      onClose={onClose}
      approval={{
        text: 'Применить',
        onApprove: apply,
        busy,
        disabledReason: change ? null : missing[asked],
      }}
    >
      <p>Изменение коснётся {people(count)}.</p>
      <ChangeFields asked={asked} draft={draft} onChange={setDraft} />
    </Dialog>
  )
}

type Results = BulkAnswer['results']

function AnswerDialog({
  results,
  busy,
  onClose,
  onRepeat,
}: {
  results: Results
  busy: boolean
  onClose: () => void
  onRepeat: (ids: number[]) => void
}) {
  const failed = results.filter(({ done }) => !done)
  return (
    <Dialog
      open
      title="Не всё удалось изменить"
      onClose={onClose}
      approval={{
        text: 'Повторить неудачные',
        onApprove: () => onRepeat(failed.map(({ id }) => id)),
        busy,
        cancelText: 'Закрыть',
      }}
    >
      <p>
        Изменено: {results.length - failed.length}, отклонено: {failed.length}.
      </p>
      <ul className={styles.answers}>
        {results
          .toSorted((a, b) => Number(a.done) - Number(b.done))
          .map(({ id, fullName, done, reason }) => (
            <li key={id}>
              <span>{fullName}</span>
              <span className={done ? 'muted' : styles.refused}>{reason ?? 'готово'}</span>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

/** The bulk actions over the chosen approvers: one change, an answer per item, and another try for those that failed. */
export function ApproversBulk({
  type,
  ids,
  disabledReason,
  onDone,
}: {
  type: ApproverType
  ids: readonly number[]
  disabledReason: string | null
  /** Called after an answer with those that were refused: they stay chosen. */
  onDone: (refused: number[]) => void
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [change, setChange] = useState<BulkChange | null>(null)
  const [results, setResults] = useState<Results | null>(null)
  const bulk = useMutation(mutation(bulkChangeApprovers))

  const run = async (next: BulkChange, over: readonly number[]) => {
    setChange(next)
    try {
      const answer = await bulk.mutateAsync({ params: { type }, body: { ids: [...over], change: next } })
      const refused = answer.results.filter(({ done }) => !done)
      setAsked(null)
      setResults(refused.length > 0 ? answer.results : null)
      if (refused.length === 0) toast.success('Данные сохранены')
      onDone(refused.map(({ id }) => id))
    } catch (failure) {
      sayFailed('Согласующие не изменены', failure)
    }
  }
  return (
    <>
      {(Object.keys(titles) as Asked[]).map((action) => (
        <BulkAction key={action} disabledReason={disabledReason} onClick={() => setAsked(action)}>
          {titles[action]}
        </BulkAction>
      ))}
      {asked && (
        <ChangeDialog
          asked={asked}
          count={ids.length}
          busy={bulk.isPending}
          onClose={() => setAsked(null)}
          onApply={(next) => void run(next, ids)}
        />
      )}
      {results && change && (
        <AnswerDialog
          results={results}
          busy={bulk.isPending}
          onClose={() => setResults(null)}
          onRepeat={(failed) => void run(change, failed)}
        />
      )}
    </>
  )
}
