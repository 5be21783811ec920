import { z } from 'zod'
import { QueueApplication, RejectionCounts, RejectionReason } from './queue.ts'
import { ApproverType, approverObject } from '../approvers/approvers.ts'
import { NamedRef } from '../common/refs.ts'
import { PageQuery, pageOf } from '../common/page.ts'
import { Id, IdParam } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

const TypeParams = z.object({ type: ApproverType })
const ApplicationParams = z.object({ type: ApproverType, id: IdParam })

/** What keeps an application waiting: a workgroup at which it stands, one of the rules, or nothing any more (it is given out within a minute). */
export const Obstacle = z.enum(['group', ...RejectionReason.options, 'none'])
export type Obstacle = z.output<typeof Obstacle>

export const listUnassigned = endpoint({
  method: 'GET',
  path: '/partner/:type/unassigned',
  summary: 'Нераспределённые заявки',
  access: can(approverObject, 'Read'),
  params: TypeParams,
  query: PageQuery.extend({ obstacle: Obstacle.optional() }),
  response: pageOf(QueueApplication),
})
export const getUnassignedSummary = endpoint({
  method: 'GET',
  path: '/partner/:type/unassigned/summary',
  summary: 'Число нераспределённых и что мешает',
  access: can(approverObject, 'Read'),
  params: TypeParams,
  /** Each application is counted once, under its obstacle: `ready`, `atGroups` and the reasons make up `count`. */
  response: z.object({ count: z.int(), ready: z.int(), atGroups: z.int(), reasons: RejectionCounts }),
})

/** Somebody of the department in the face of one application: every rule that forbids it, in the order of the rules. */
export const Weighed = z.object({
  id: Id,
  fullName: z.string(),
  reasons: z.array(RejectionReason),
  open: z.int(),
  limit: z.int(),
  shiftFrom: z.string().nullable(),
  shiftBy: z.string().nullable(),
})
export type Weighed = z.output<typeof Weighed>

export const explainUnassigned = endpoint({
  method: 'GET',
  path: '/partner/:type/unassigned/:id',
  summary: 'Почему заявку никому не назначить',
  access: can(approverObject, 'Read'),
  params: ApplicationParams,
  response: z.object({
    considered: z.int(),
    /** Who may take it now. */
    fits: z.int(),
    rejected: RejectionCounts,
    /** Where it stands and is waited for: its people take it by themselves. */
    group: NamedRef.nullable(),
    /** Those who could take it, or lack least for it. */
    nearest: z.array(Weighed),
  }),
})
export const listWeighed = endpoint({
  method: 'GET',
  path: '/partner/:type/unassigned/:id/people',
  summary: 'Кого и почему не подошло',
  access: can(approverObject, 'Read'),
  params: ApplicationParams,
  /** Those whom the rule was the first to shut out; `none`: those who fit. */
  query: PageQuery.extend({ obstacle: Obstacle }),
  response: pageOf(Weighed),
})
