import { documentOwnerRights } from '@ipoteka-office/contract/documents/document-owners.ts'
import type { PartnerTabCounts } from '@ipoteka-office/contract/partners/partner-reads.ts'
import { hasAllOperations } from '@ipoteka-office/contract/rights.ts'
import type { Db } from '#db/database.ts'
import type { Actor } from '#lib/actor.ts'
import { noPartner, requirePartner } from './partner-access.service.ts'
import { findTabCounts } from './tab-counts.repo.ts'

/** What the tabs of a card hold; what the caller may not read is not counted for them either. */
export async function countTabs(db: Db, actor: Actor, partnerId: number): Promise<PartnerTabCounts> {
  const { id } = await requirePartner(db, actor, partnerId)
  const { operations } = actor
  const counts = await findTabCounts(db, id, {
    documents: hasAllOperations(operations, { Document: ['Read'], ...documentOwnerRights.PARTNER.read }),
    employees: hasAllOperations(operations, { PartnerEmployee: ['List'] }),
    workgroups: hasAllOperations(operations, { Workgroup: ['Read'] }),
  })
  if (counts === undefined) throw noPartner()
  return counts
}
