import { topics } from '@ipoteka-office/contract/live.ts'
import type { Db } from '#db/database.ts'
import { forbidden, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { publish } from '#live/publish.ts'
import { findPlace, lockPlace, type PartnerPlace } from './partner-card.repo.ts'

export const noPartner = () => notFound('Партнёр не найден')

/** The partner, or 404 when the caller may not see it. */
export async function requirePartner(db: Db, actor: Actor, id: number): Promise<PartnerPlace> {
  const partner = await findPlace(db, actor, id)
  if (!partner) throw noPartner()
  return partner
}

/** The same for a change: the card and its parts change one at a time. */
export async function takePartner({ db, actor }: Context, id: number): Promise<PartnerPlace> {
  const partner = await lockPlace(db, actor, id)
  if (!partner) throw noPartner()
  return partner
}

/** 403 for everybody but the operator. */
export function requireOperator(actor: Actor, what: string): void {
  if (!actor.isAhml) throw forbidden(`${what} может только оператор`)
}

/** Tells open cards of the partner that something on them changed. */
export const partnerChanged = (db: Db, ...ids: (number | null)[]): Promise<void[]> =>
  Promise.all(ids.filter((id) => id !== null).map((id) => publish(db, topics.partner(id))))
