import {
  type Approver,
  type ApproverType,
  type BulkChange,
  bulkChangeApprovers,
  undoBulkChange,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { describeShift, isTime } from '@ipoteka-office/contract/common/shift.ts'
import { call } from '#api/call.ts'
import { countOf } from '#lib/plural.ts'
import { BulkChanges, type ChangeOffer } from '#widgets/list/bulk-changes.tsx'
import type { Chosen } from '#widgets/list/selection.tsx'

const timeOf = (value: unknown) => (typeof value === 'string' ? value : '')

const offers: readonly ChangeOffer<BulkChange>[] = [
  {
    text: 'Поставить на паузу',
    note: 'Заявки в работе останутся, новые приходить не будут.',
    change: () => ({ action: 'status', workStatus: 'PAUSE' }),
  },
  {
    text: 'Активировать',
    note: 'Начнут получать заявки по своим уровням, партнёрам, регионам и смене.',
    change: () => ({ action: 'status', workStatus: 'ACTIVE' }),
  },
  {
    text: 'Изменить лимит',
    fields: [{ name: 'limit', label: 'Лимит', kind: 'whole', max: 10_000 }],
    change: ({ limit }) =>
      typeof limit === 'number' ? { action: 'limit', mortgageApplicationsLimit: limit } : null,
    missing: 'Укажите лимит',
  },
  {
    text: 'Изменить смену',
    fields: [
      { name: 'from', label: 'Смена (с)', kind: 'time' },
      { name: 'by', label: 'Смена (по)', kind: 'time' },
    ],
    note: ({ from, by }) => describeShift(timeOf(from), timeOf(by)),
    change: (draft) => {
      const [from, by] = [timeOf(draft.from), timeOf(draft.by)]
      return isTime(from) && isTime(by)
        ? { action: 'shift', workingShiftFrom: from, workingShiftBy: by }
        : null
    },
    missing: 'Укажите время начала и конца смены',
  },
]

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
  const params = { type }
  return (
    <BulkChanges
      chosen={chosen}
      offers={offers}
      reason={mayUpdate ? null : 'Нет права на изменение сотрудников. Обратитесь к администратору'}
      concerned={(count) => countOf(count, 'сотрудника', 'сотрудников', 'сотрудников')}
      run={async (ids, change) =>
        (await call(bulkChangeApprovers, { params, body: { ids, change } })).results
      }
      undo={async (done) => {
        const items = done.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }]))
        return (await call(undoBulkChange, { params, body: { items } })).results
      }}
    />
  )
}
