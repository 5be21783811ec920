import {
  type ApproverType,
  bulkChangeApprovers,
  undoBulkChange,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { describeShift } from '@ipoteka-office/contract/common/shift.ts'
import { bulkOf, changedBy, offer } from '#widgets/list/bulk-changes.tsx'

/** The bulk actions over the chosen approvers. */
export const approversBulk = (type: ApproverType) =>
  bulkOf({
    needs: { call: bulkChangeApprovers, params: { type }, to: 'изменение сотрудников' },
    of: ['сотрудника', 'сотрудников'],
    offers: [
      offer('Поставить на паузу', {
        note: 'Заявки в работе останутся, новые приходить не будут.',
        change: () => ({ action: 'status', workStatus: 'PAUSE' }),
      }),
      offer('Активировать', {
        note: 'Начнут получать заявки по своим уровням, партнёрам, регионам и смене.',
        change: () => ({ action: 'status', workStatus: 'ACTIVE' }),
      }),
      offer('Изменить лимит', {
        fields: { limit: { label: 'Лимит', kind: 'whole', max: 10_000 } },
        change: ({ limit }) => ({ action: 'limit', mortgageApplicationsLimit: limit }),
        missing: 'Укажите лимит',
      }),
      offer('Изменить смену', {
        fields: { from: { label: 'Смена (с)', kind: 'time' }, by: { label: 'Смена (по)', kind: 'time' } },
        note: ({ from = '', by = '' }) => describeShift(from, by),
        change: ({ from, by }) => ({ action: 'shift', workingShiftFrom: from, workingShiftBy: by }),
        missing: 'Укажите время начала и конца смены',
      }),
    ],
    ...changedBy(bulkChangeApprovers, undoBulkChange, { type }),
  })
