import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { roleFields as of, roleOperationFields } from '@ipoteka-office/contract/roles/role-fields.ts'
import type { Context } from '#http/route.ts'
import { requestLabels } from '#features/change-requests/request-labels.ts'
import { type CardLabels, told } from '#features/history/card-history.rules.ts'
import { listCardHistory } from '#features/history/card-history.service.ts'
import { notFound } from '#http/errors.ts'
import { describer } from './operations.service.ts'
import { findRole } from './roles.repo.ts'

const labels: CardLabels = {
  user_role: {
    fields: {
      code: told(of.code),
      name: told(of.name),
      description: told(of.description),
      is_disabled: told(of.isDisabled),
      partner_may_give: told(of.partnerMayGive),
    },
  },
  user_role_operation: {
    fields: {
      object_type: told(roleOperationFields.objectType),
      operation: told(roleOperationFields.operation),
    },
  },
  change_request: requestLabels,
}

/** The role's history with its operations, each told in one line. */
export async function listRoleHistory(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  if ((await findRole(db, id)) === undefined) throw notFound('Роль не найдена')
  const page = await listCardHistory({ db, actor }, { objectType: 'user_role', objectId: id }, labels, query)
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
    const { label } = roleOperationFields.operation
    return [{ field: 'operation', label, oldValue: text('oldValue'), newValue: text('newValue') }]
  }
  return {
    ...page,
    content: page.content.map((entry) => ({ ...entry, changes: oneLine(entry.changes) })),
  }
}
