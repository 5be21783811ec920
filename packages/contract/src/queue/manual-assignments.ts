import { z } from 'zod'
import { QueueApplication, RejectionCounts } from './queue.ts'
import { ApproverType, approverObject } from '../approvers/approvers.ts'
import { Id, requiredText } from '../common/scalars.ts'
import { can, endpoint } from '../endpoint.ts'

/** Applications given by hand in one call. */
export const maxManualAssignments = 100
/** People answered at most, those who may take the most first. */
export const maxCheckers = 50

/** Somebody of the department: how loaded, how many of the applications they may take, and what forbids the rest. */
export const Checker = z.object({
  id: Id,
  fullName: z.string(),
  open: z.int(),
  limit: z.int(),
  fits: z.int(),
  /** By every rule that forbids it, not only by the first. */
  reasons: RejectionCounts,
})
export type Checker = z.output<typeof Checker>

const TypeParams = z.object({ type: ApproverType })

export const findCheckers = endpoint({
  method: 'POST',
  path: '/partner/:type/checkers',
  summary: 'Кому можно назначить заявки вручную',
  access: can(approverObject, 'Update'),
  params: TypeParams,
  body: z.object({
    ids: z.array(Id).min(1).max(maxManualAssignments),
    search: z.string().max(100).default(''),
  }),
  response: z.object({
    /** Those of the asked that are open and visible, as they are now. */
    applications: z.array(QueueApplication),
    people: z.array(Checker),
    /** How many people there are by the search. */
    total: z.int(),
  }),
  reads: true,
})

export const AssignedByHand = z.object({
  results: z.array(
    z.object({
      id: Id,
      number: z.string().nullable(),
      done: z.boolean(),
      /** Why not, in words; null when done. */
      reason: z.string().nullable(),
    }),
  ),
})
export type AssignedByHand = z.output<typeof AssignedByHand>

/** One or many, each answered by itself; the rules of the distribution hold for a hand as well. */
export const assignByHand = endpoint({
  method: 'POST',
  path: '/partner/:type/assignments',
  summary: 'Назначение заявок согласующему вручную',
  access: can(approverObject, 'Update'),
  params: TypeParams,
  body: z.object({
    approverId: Id,
    reason: requiredText(500),
    items: z
      .array(z.object({ id: Id, version: z.int() }))
      .min(1)
      .max(maxManualAssignments),
  }),
  response: AssignedByHand,
  idempotent: true,
})
