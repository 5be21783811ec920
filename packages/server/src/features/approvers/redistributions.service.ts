import type { ApproverType } from '@ipoteka-office/contract/approvers/approvers.ts'
import { type Page, type PageQuery, toPage } from '@ipoteka-office/contract/common/page.ts'
import type { Redistributed, Redistribution } from '@ipoteka-office/contract/approvers/redistributions.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'
import { refuseDeepPage } from '#lib/paging.ts'
import { getApprover } from './approvers.service.ts'
import { findRedistributed, findRedistributions } from './redistributions.repo.ts'

interface Key {
  readonly type: ApproverType
  readonly id: number
}

/** What became of the approver's applications each time they stopped working. */
export async function listRedistributions(
  db: Db,
  actor: Actor,
  key: Key,
  clock: BankClock,
): Promise<Redistribution[]> {
  await getApprover(db, actor, key, clock)
  return findRedistributions(db, actor, key.id)
}

/** Which application went to whom, and why some stayed with nobody. */
export async function listRedistributed(
  db: Db,
  actor: Actor,
  { redistribution, ...key }: Key & { readonly redistribution: number },
  query: PageQuery,
  clock: BankClock,
): Promise<Page<Redistributed>> {
  refuseDeepPage(query)
  await getApprover(db, actor, key, clock)
  const { rows, total } = await findRedistributed(
    db,
    actor,
    { approverId: key.id, redistributionId: redistribution },
    query,
  )
  return toPage(rows, total, query)
}
