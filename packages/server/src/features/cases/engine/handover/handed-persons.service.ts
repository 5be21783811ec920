import type { SectionValues } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { findOrCreatePerson, type PersonInput, personOf } from '../../sections/persons.service.ts'
import { findForeignPersons, type HandedPerson, replacePersons } from './handover.repo.ts'

/** Who somebody is, as far as the moved case tells: what their partner knows from other cases stays with that partner. */
function toldByCase({ personal, id: _, ...identity }: HandedPerson): PersonInput {
  if (personal === null) return identity
  const told = Object.entries(personOf(personal as SectionValues)).filter(
    ([, value]) => value !== null && value !== '',
  )
  // The partner may know the passport from another case.
  return { ...identity, passport: null, ...Object.fromEntries(told) }
}

/** Gives the cases persons of the new partner's own: what one partner has written of a client is not another's. */
export async function handPersonsOver(
  db: Db,
  caseIds: readonly number[],
  partnerId: number,
  actorId: number | null,
): Promise<void> {
  const own = new Map<number, number | null>()
  for (const person of await findForeignPersons(db, caseIds, partnerId))
    own.set(person.id, await findOrCreatePerson(db, partnerId, toldByCase(person), actorId))
  if (own.size > 0) await replacePersons(db, caseIds, own)
}
