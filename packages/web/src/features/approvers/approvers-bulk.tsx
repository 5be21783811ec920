import {
  type Approver,
  type ApproverType,
  type BulkChange,
  bulkChangeApprovers,
  undoBulkChange,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { describeShift, isTime } from '@ipoteka-office/contract/common/shift.ts'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { countOf } from '#lib/plural.ts'
import { BulkAction } from '#ui/table/data-table.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TimeInput } from '#ui/input/time-input.tsx'
import { useBulk } from '#widgets/list/bulk.tsx'
import type { Chosen } from '#widgets/list/selection.tsx'
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

/** The bulk actions over the chosen approvers. */
export function ApproversBulk({
  type,
  chosen,
  mayUpdate,
}: {
  type: ApproverType
  chosen: Chosen<Approver>
  mayUpdate: boolean
}) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const bulk = useBulk(chosen, {
    run: async (ids, change: BulkChange) => {
      const { results } = await call(bulkChangeApprovers, { params: { type }, body: { ids, change } })
      setAsked(null)
      return results
    },
    undo: async (done) => {
      const items = done.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]))
      return (await call(undoBulkChange, { params: { type }, body: { items } })).results
    },
  })
  return (
    <>
      {(Object.keys(titles) as Asked[]).map((action) => (
        <BulkAction
          key={action}
          disabledReason={
            mayUpdate ? null : 'Нет права на изменение сотрудников. Обратитесь к администратору'
          }
          onClick={() => setAsked(action)}
        >
          {titles[action]}
        </BulkAction>
      ))}
      {asked && (
        <ChangeDialog
          asked={asked}
          count={chosen.keys.length}
          busy={bulk.isBusy}
          onClose={() => setAsked(null)}
          onApply={(change) => void bulk.start(change)}
        />
      )}
      {bulk.dialog}
    </>
  )
}
