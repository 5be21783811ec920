import type { FieldSpecs } from '@ipoteka-office/contract/common/fields.ts'
import type { Db } from '#db/database.ts'
import { recordUnmasking } from '#features/access-log/access-log.service.ts'
import type { Engine, Mover } from '#features/cases/engine/engine.ts'
import { findOrCreatePerson, type PersonInput } from '#features/cases/sections/persons.service.ts'
import { fullNameOf } from '#features/cases/sections/section-values.rules.ts'
import { nameOfCode, refuseUnknownIn } from '#features/references/known-codes.service.ts'
import { invalid } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { masked, seesPersonalData } from '#lib/masking.ts'
import { refuseFutureDays } from '#lib/refuse-future-days.ts'
import { cardColumns } from './card-columns.rules.ts'
import { insertCardRow, isPartnerOpen, updateCardRow } from './cards.repo.ts'

/** What a card is filled in with as far as the head of its case tells of it. */
export interface CardInput extends PersonInput {
  readonly phone: string | null
  readonly programmeCode: string | null
  readonly regionCode: string | null
  readonly amount: string | null
  readonly channelCode: string | null
}

/** Who moves, of a call. */
export const moverOf = ({ actor, requestId }: Pick<Context, 'actor' | 'requestId'>): Mover => ({
  actor,
  requestId,
})

/** The partner a new case is of, the caller's own when none is named; 400 for one that they may not open cases for. */
export async function openPartnerOf(db: Db, actor: Actor, wanted: number | null): Promise<number> {
  const partnerId = wanted ?? actor.partnerId
  if (!(await isPartnerOpen(db, actor, partnerId)))
    throw invalid([{ path: 'partnerId', message: 'Для этого партнёра заявку завести нельзя' }])
  return partnerId
}

/** 400 for days to come and for codes that cannot be chosen; `before` is the card as it stands. */
export async function checkCard(
  { clock }: Engine,
  db: Db,
  fields: FieldSpecs,
  input: object,
  before: object | null = null,
): Promise<void> {
  refuseFutureDays(fields, { ...input }, clock)
  await refuseUnknownIn(db, fields, input, before)
}

/** What the head of the case says of its card; the client is found among the partner's people or written down. */
export async function headOfCard(db: Db, { employeeId }: Actor, partnerId: number, card: CardInput) {
  return {
    regionCode: card.regionCode,
    programmeCode: card.programmeCode,
    programme: await nameOfCode(db, 'product/type', card.programmeCode),
    clientName: fullNameOf({ ...card }),
    personId: await findOrCreatePerson(db, partnerId, card, employeeId),
    clientPhone: card.phone,
    amount: card.amount,
    channel: card.channelCode,
  }
}

/** The card as the person may see it; what is shown whole is written down. */
export async function showCard<T>(
  context: Pick<Context, 'db' | 'actor' | 'requestId'>,
  object: 'Lead' | 'ShortApplication',
  card: T & { readonly id: number; readonly passport: string | null; readonly phone: string | null },
): Promise<T> {
  if (seesPersonalData(context.actor) && (card.passport !== null || card.phone !== null))
    await recordUnmasking(context, { type: object, id: card.id }, { persons: 1, what: 'Карточка' })
  return masked(context.actor, card)
}

/** Where a card is kept: its table, the fields of its form, and columns that no form has. */
export interface CardPlace {
  readonly table: string
  readonly fields: FieldSpecs
  readonly more?: Readonly<Record<string, unknown>>
}

const rowOf = ({ table, fields, more }: CardPlace, id: number, card: object) => ({
  table,
  id,
  columns: { ...cardColumns(fields, { ...card }), ...more },
})

/** Writes the card of a case that has just been opened. */
export const insertCard = (db: Db, place: CardPlace, id: number, card: object): Promise<void> =>
  insertCardRow(db, rowOf(place, id, card))

/** Writes the card and raises its version. */
export const updateCard = (db: Db, place: CardPlace, id: number, card: object): Promise<void> =>
  updateCardRow(db, rowOf(place, id, card))
