import { fourEyesFeature } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import { isFeatureOn } from '#features/feature-toggles/feature-toggles.service.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import type { BankClock } from '#lib/bank-time.ts'

/** What calls that change roles get: toggles end on a day of the bank. */
export interface RoleContext extends Context {
  readonly clock: BankClock
}

/** Whether the person's changes of roles wait for a second person. */
export const isFourEyesOn = (db: Db, actor: Actor, clock: BankClock): Promise<boolean> =>
  isFeatureOn(db, actor, fourEyesFeature, clock)
