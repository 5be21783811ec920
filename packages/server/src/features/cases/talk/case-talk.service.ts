import type { Db } from '#db/database.ts'
import { requireCase } from '#features/cases/engine/cases.service.ts'
import type { Actor } from '#lib/actor.ts'
import { markFavourite, writeVisit } from './case-marks.repo.ts'

/** Puts the case among the person's favourites, or takes it out. */
export async function setFavourite(db: Db, actor: Actor, caseId: number, favourite: boolean) {
  await requireCase(db, actor, caseId, 'Read')
  await markFavourite(db, actor.employeeId, caseId, favourite)
  return { favourite }
}

/** Puts the case among the latest that the person has opened. */
export async function visitCase(db: Db, actor: Actor, caseId: number): Promise<void> {
  await requireCase(db, actor, caseId, 'Read')
  await writeVisit(db, actor.employeeId, caseId)
}
