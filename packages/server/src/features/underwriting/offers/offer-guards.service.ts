import { creditorQuestion } from '@ipoteka-office/contract/cases/monthly-means.ts'
import type { Db } from '#db/database.ts'
import { isAnyOf } from '#db/same-person.ts'
import type { CaseRow } from '#features/cases/engine/cases.service.ts'
import type { Engine, Guard, GuardAsk } from '#features/cases/engine/engine.ts'
import { bankDay } from '#lib/bank-time.ts'
import { type Grounds, groundsOf } from '../grounds.service.ts'
import { changedFacts, type OfferFacts, offerFacts } from './offer-facts.rules.ts'
import { findLastEnding, type LastEnding } from './offers.repo.ts'

/** On what an offer by these grounds stands: everything that is counted from, whatever day it is counted on. */
export function factsOf({ stored, counted, objects, deviations }: Grounds, today: string): OfferFacts {
  const question = creditorQuestion(counted, objects, today)
  const { issueDate: _, ...means } = question ?? { issueDate: today }
  return offerFacts(stored, { means, objects }, deviations)
}

/** Whose name stands for which participant. */
export const namesIn = ({ stored }: Grounds): ReadonlyMap<number, string> =>
  new Map(stored.participants.map(({ id, name }) => [id, name]))

/** What has changed since the offer on which a case stands, in the reader's words. */
export async function changesSince(
  engine: Engine,
  db: Db,
  row: Pick<CaseRow, 'id' | 'type'>,
  { before, isAhml }: { readonly before: OfferFacts; readonly isAhml: boolean },
): Promise<string[]> {
  const grounds = await groundsOf(engine, db, row, null)
  return changedFacts(before, factsOf(grounds, bankDay(engine.clock)), { names: namesIn(grounds), isAhml })
}

/** Why the offer may not be answered by this person today, whatever the facts are. */
async function closedReason(
  { db, engine, mover: { actor } }: GuardAsk,
  { authorId, validTo }: LastEnding,
): Promise<string | null> {
  if (validTo !== null && validTo < bankDay(engine.clock)) return 'Срок предложения прошёл'
  const isOwn = actor !== null && authorId !== null && (await isAnyOf(db, actor.employeeId, [authorId]))
  return isOwn ? 'Предложение подписали вы: согласие клиента отмечает другой сотрудник' : null
}

/** The offer holds while nothing that it was made on has changed, and its signer does not answer for the client. */
const offerStands: Guard = async (ask) => {
  const { db, engine, caseId, mover } = ask
  const offer = await findLastEnding(db, caseId)
  if (offer?.outcome !== 'COUNTER') return 'Предложения банка по заявке нет'
  const closed = await closedReason(ask, offer)
  if (closed !== null) return closed
  const changed = await changesSince(
    engine,
    db,
    { id: caseId, type: offer.type },
    {
      before: offer.facts ?? {},
      isAhml: mover.actor?.isAhml ?? true,
    },
  )
  return changed.length === 0
    ? null
    : `После предложения изменилось: ${changed.join(', ')}. Выберите «Иные условия»: банк посчитает заново`
}

/** Conditions of moves by counter-offers. */
export const offerGuards = { offerStands }
