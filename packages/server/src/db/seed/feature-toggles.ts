import { productFeatures } from '@ipoteka-office/contract/feature-toggles/feature-toggles.ts'
import type { Db } from '#db/database.ts'

/** Adds the toggles that the product reads and the database lacks; what the bank has set stays. */
export async function deliverFeatureToggles(db: Db): Promise<void> {
  await db
    .insertInto('feature_toggle')
    .values(Object.entries(productFeatures).map(([key, feature]) => ({ key, ...feature })))
    .onConflict((c) => c.column('key').doNothing())
    .execute()
}
