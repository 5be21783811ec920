import { z } from 'zod'
import { PersonRef } from '../common/refs.ts'
import { RejectionCounts } from '../queue/queue.ts'
import { ApproverType, approverObject } from './approvers.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam, Instant } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** What became of an approver's applications when they became INACTIVE. */
export const Redistribution = z.object({
  id: Id,
  at: Instant,
  actor: z.string(),
  /** Of the approver after the change: the entry of the history has the same. */
  version: z.int(),
  total: z.int(),
  recipients: z.array(PersonRef.extend({ count: z.int() })),
  unassigned: z.int(),
})
export type Redistribution = z.output<typeof Redistribution>

/** The latest first. */
export const listRedistributions = endpoint({
  method: 'GET',
  path: '/partner/:type/:id/redistributions',
  summary: 'Распределения заявок согласующего',
  access: can(approverObject, 'Read'),
  params: z.object({ type: ApproverType, id: IdParam }),
  response: z.array(Redistribution),
})

/** One application of a redistribution, as it was decided then. */
export const Redistributed = z.object({
  id: Id,
  number: z.string(),
  clientName: z.string(),
  /** Who got it; null: nobody fitted, and `rejected` says why. */
  approver: PersonRef.nullable(),
  rejected: RejectionCounts,
})
export type Redistributed = z.output<typeof Redistributed>

export const listRedistributed = endpoint({
  method: 'GET',
  path: '/partner/:type/:id/redistributions/:redistribution',
  summary: 'Заявки одного распределения',
  access: can(approverObject, 'Read'),
  params: z.object({ type: ApproverType, id: IdParam, redistribution: IdParam }),
  query: PageQuery,
  response: pageOf(Redistributed),
})
