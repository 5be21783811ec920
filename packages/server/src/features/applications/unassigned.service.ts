import { type RejectionReason, rejectionReasons } from '@ipoteka-office/contract/applications.ts'
import type { ApproverType } from '@ipoteka-office/contract/approvers.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { summariseUnassigned } from './applications.repo.ts'

/** How many applications of a department nobody has, and in words why, the most frequent reason first. */
export async function unassignedOf(
  db: Db,
  actor: Actor,
  type: ApproverType,
): Promise<{ count: number; reasons: string[] }> {
  const { count, reasons } = await summariseUnassigned(db, actor, type)
  const frequent = Object.entries(reasons).toSorted(([, a], [, b]) => (b ?? 0) - (a ?? 0))
  return { count, reasons: frequent.map(([reason]) => rejectionReasons[reason as RejectionReason]) }
}
