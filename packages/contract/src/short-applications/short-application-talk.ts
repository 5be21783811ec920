import { z } from 'zod'
import { CaseHistoryEntry, CaseRemark, RemarkInput } from '../cases/cases.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

const Key = z.object({ id: IdParam })
const read = can('ShortApplication', 'Read')

/** Remarks and history under the addresses of specification 2 §7: the same as those of the case. */
export const listShortAppRemarks = endpoint({
  method: 'GET',
  path: '/shortApp/:id/remarks',
  summary: 'Замечания к краткой заявке',
  access: read,
  params: Key,
  response: z.array(CaseRemark),
})
export const addShortAppRemark = endpoint({
  method: 'POST',
  path: '/shortApp/:id/remarks',
  summary: 'Новое замечание к краткой заявке',
  // Whoever does more than read; which operations exactly is told by `remarkOperations`.
  access: can('ShortApplication', 'Update'),
  params: Key,
  body: RemarkInput,
  response: CaseRemark,
  idempotent: true,
})
export const getShortAppHistory = endpoint({
  method: 'GET',
  path: '/shortApp/:id/history',
  summary: 'История изменений краткой заявки',
  access: read,
  params: Key,
  query: PageQuery,
  response: pageOf(CaseHistoryEntry),
})
