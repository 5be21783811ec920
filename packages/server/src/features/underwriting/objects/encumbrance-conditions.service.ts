import { encumbranceConditions } from '@ipoteka-office/contract/underwriting/objects/encumbrances.ts'
import { positiveCodes } from '@ipoteka-office/contract/underwriting/subject-decisions.ts'
import type { ConditionTerms } from '@ipoteka-office/contract/underwriting/conditions/conditions.ts'
import type { Db } from '#db/database.ts'
import { presentObjects } from '#features/realty-objects/realty-completeness.service.ts'
import { findSubjects } from '../subjects/subjects.repo.ts'
import { findReviews } from './review.repo.ts'

/** What the plans of encumbrances make conditions of the deal, of the objects that are taken as they are. */
export async function conditionsOfEncumbrances(db: Db, caseId: number): Promise<ConditionTerms[]> {
  const taken = (await findSubjects(db, caseId)).filter(
    ({ kind, code, isCurrent }) =>
      kind === 'OBJECT' && code !== null && isCurrent === true && positiveCodes.includes(code),
  )
  if (taken.length === 0) return []
  const objects = await presentObjects(db, caseId)
  const terms: ConditionTerms[] = []
  for (const { id, title, note } of taken) {
    if (!objects.some((object) => object.id === id)) continue
    const rights = (await findReviews(db, id)).find(({ part }) => part === 'RIGHTS')?.answers ?? {}
    terms.push(...encumbranceConditions(title || note, rights))
  }
  return terms
}
