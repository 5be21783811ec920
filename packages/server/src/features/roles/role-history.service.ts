import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { requestStatuses } from '@ipoteka-office/contract/change-requests/change-requests.ts'
import type { Db } from '#db/database.ts'
import type { CardLabels } from '#features/history/card-history.rules.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import { notFound } from '#http/errors.ts'
import { describer } from './operations.service.ts'
import { findRole } from './roles.repo.ts'

const labels: CardLabels = {
  user_role: {
    fields: {
      code: { label: 'Код' },
      name: { label: 'Название' },
      description: { label: 'Описание' },
      is_disabled: { label: 'Отключена' },
      partner_may_give: { label: 'Может выдавать партнёр' },
    },
  },
  user_role_operation: {
    fields: { object_type: { label: 'Тип объекта' }, operation: { label: 'Операция' } },
  },
  change_request: {
    title: 'Запрос на изменение',
    fields: {
      title: { label: 'Что' },
      status: { label: 'Состояние', names: requestStatuses },
      comment: { label: 'Комментарий' },
    },
  },
}

/** The role's history with its operations, each told in one line. */
export async function listRoleHistory(db: Db, id: number, query: PageQuery): Promise<Page<HistoryEntry>> {
  if ((await findRole(db, id)) === undefined) throw notFound('Роль не найдена')
  const page = await listCardHistory(db, { objectType: 'user_role', objectId: id }, labels, query)
  const describe = await describer(db)
  const oneLine = (changes: HistoryEntry['changes']): HistoryEntry['changes'] => {
    const [type, operation] = ['object_type', 'operation'].map((field) =>
      changes.find((change) => change.field === field),
    )
    if (type === undefined || operation === undefined) return changes
    const text = (side: 'oldValue' | 'newValue') => {
      if (type[side] === '−') return '−'
      const { objectTypeName, descriptor } = describe({ objectType: type[side], code: operation[side] })
      return `${objectTypeName}: ${descriptor}`
    }
    return [{ field: 'operation', label: 'Операция', oldValue: text('oldValue'), newValue: text('newValue') }]
  }
  return {
    ...page,
    content: page.content.map((entry) => ({ ...entry, changes: oneLine(entry.changes) })),
  }
}
