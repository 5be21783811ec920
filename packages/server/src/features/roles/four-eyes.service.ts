import { fourEyesFeature } from '@ipoteka-office/contract/roles/roles.ts'
import type { Db } from '#db/database.ts'
import { isFeatureOn } from '#features/feature-toggles/feature-toggles.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'

/** What calls that change roles get: toggles end on a day of the bank. */
export interface RoleContext extends Context {
  readonly bank: BankFigures
}

/** Whether the person's changes of roles wait for a second person. */
export const isFourEyesOn = (db: Db, actor: Actor, bank: BankFigures): Promise<boolean> =>
  isFeatureOn(db, actor, fourEyesFeature, bank.clock)
