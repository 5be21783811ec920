import { machines } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { CaseType } from '@ipoteka-office/contract/cases/types/case-types.ts'
import type { MachineState } from '@ipoteka-office/contract/machines/machine.ts'
import type { Db } from '#db/database.ts'
import { changePlaces } from './promotion-places.repo.ts'

/**
 * Places of promotions follow the case: an end without a loan gives them back, a case that is handed over to be lent uses
 * them up. An application that is looked into again takes a place with its next price.
 */
export async function followPlaces(
  db: Db,
  { id, type }: { readonly id: number; readonly type: CaseType },
  stage: string,
  at: Date,
): Promise<void> {
  const states: Readonly<Record<string, MachineState>> = machines[type].states
  const { releases, commits, final } = states[stage] ?? {}
  if (releases) await changePlaces(db, { caseId: id, but: [], from: ['RESERVED'], to: 'GIVEN_BACK', at })
  if (commits && final) await changePlaces(db, { caseId: id, but: [], from: ['RESERVED'], to: 'USED', at })
}
