import type { Db } from '#db/database.ts'
import {
  handOver,
  holdCases,
  planHandover,
  regionsOf,
} from '#features/cases/engine/handover/handover.service.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { lockForMove, moveApplications } from '#features/queue/transfer.service.ts'

/** Which cases go from whom to whom. */
export interface CaseTransfer {
  readonly ids: readonly number[]
  readonly fromPartnerId: number
  readonly toPartnerId: number
  /** The employee whose cases move, and who takes over; null: all of the partner. */
  readonly employees: { readonly from: number; readonly to: number } | null
  /** A return asks for no region: the cases go where they came from. */
  readonly isReturn: boolean
}

/** On whose word, and by whose clock. */
export interface TransferCause {
  /** Null: the schedule. */
  readonly actorId: number | null
  readonly requestId: string
  readonly clock: BankClock
}

/**
 * Moves open cases of any type to another partner or employee, with their places in the approvers' queue; answers each with
 * the reason of its refusal or null. Locks go in the order of all moves: cases, departments, places.
 */
export async function moveCases(
  db: Db,
  { ids, fromPartnerId, toPartnerId, employees, isReturn }: CaseTransfer,
  { actorId, requestId, clock }: TransferCause,
): Promise<Map<number, string | null>> {
  const now = clock.now()
  await holdCases(db, ids)
  await lockForMove(db, ids, employees?.to ?? null)
  const regions = isReturn || fromPartnerId === toPartnerId ? null : await regionsOf(db, toPartnerId)
  const order = { fromPartnerId, toPartnerId, employees, regions, isReturn }
  const { moving, answers } = await planHandover(db, ids, order)
  const queued = moving.filter((one) => one.queued).map(({ id }) => id)
  if (queued.length > 0) await moveApplications(db, queued, order, now, { actorId, requestId })
  await handOver(db, moving, order, { actorId, at: now, clock })
  return answers
}
