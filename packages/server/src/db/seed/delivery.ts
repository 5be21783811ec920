import type { Db } from '#db/database.ts'
import { deliverAddresses } from './addresses.ts'
import { deliverBanks } from './banks.ts'
import { deliverCheckLists } from './check-lists.ts'
import { deliverDocumentRules } from './document-rules.ts'
import { deliverFeatureToggles } from './feature-toggles.ts'
import { deliverOperations } from './operations.ts'
import { deliverParameters } from './parameters.ts'
import { deliverPassportUnits } from './passport-units.ts'
import { deliverReferences } from './references.ts'

/** What the rest stands on: quick when nothing is new. */
export async function deliverBasics(db: Db): Promise<void> {
  await deliverReferences(db)
  await deliverBanks(db)
  await deliverPassportUnits(db)
  await deliverFeatureToggles(db)
  await deliverDocumentRules(db)
  await deliverCheckLists(db)
  await deliverOperations(db)
  await deliverParameters(db)
}

/** Data that belongs to the product and not to a demo bank: brought at every start. */
export async function deliverData(db: Db): Promise<void> {
  await deliverBasics(db)
  await deliverAddresses(db)
}
