import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { Partner } from '@ipoteka-office/contract/partners/partners.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import type { BankFigures } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { Actor } from '#lib/actor.ts'
import { requireOperator, requirePartner, takePartner } from '../partner-access.service.ts'
import { findPlace, lockPlace, type PartnerPlace } from '../partner-card.repo.ts'
import { getPartner, moveBranch } from '../partners.service.ts'

interface Key {
  readonly partnerId: number
  readonly id: number
}

const noBranch = () => notFound('У партнёра нет такого филиала')

/** The direct branch of a partner that the caller may see. */
export async function requireBranch(db: Db, actor: Actor, { partnerId, id }: Key): Promise<PartnerPlace> {
  await requirePartner(db, actor, partnerId)
  const branch = await findPlace(db, actor, id)
  if (branch?.parentId !== partnerId) throw noBranch()
  return branch
}

async function requireVersion(
  { db, actor }: Context,
  place: PartnerPlace,
  version: number,
  bank: BankFigures,
): Promise<void> {
  if (place.version === version) return
  const by = await findLastChangeOf(db, { objectType: 'partner', objectId: place.id })
  throw stale(await getPartner(db, actor, { id: place.id }, bank), by)
}

/** A partner without a parent becomes a branch. */
export async function attachBranch(
  context: Context,
  parentId: number,
  { partnerId, version }: { partnerId: number; version: number },
  bank: BankFigures,
): Promise<Partner> {
  const { db, actor } = context
  requireOperator(actor, 'Присоединить филиал')
  const place = await lockPlace(db, actor, partnerId)
  if (place === undefined) throw invalid([{ path: 'partnerId', message: 'Партнёр не найден' }])
  await requireVersion(context, place, version, bank)
  if (place.parentId !== null) throw conflict('У партнёра уже есть головная организация')
  await moveBranch(context, place, parentId)
  return getPartner(db, actor, { id: partnerId }, bank)
}

/** The branch becomes a partner without a parent. */
export async function detachBranch(
  context: Context,
  key: Key,
  version: number,
  bank: BankFigures,
): Promise<void> {
  await requireBranch(context.db, context.actor, key)
  requireOperator(context.actor, 'Отсоединить филиал')
  const place = await takePartner(context, key.id)
  await requireVersion(context, place, version, bank)
  if (place.parentId === key.partnerId) await moveBranch(context, place, null)
}

/** Each by itself. */
export async function detachBranches(
  context: Context,
  partnerId: number,
  ids: readonly number[],
): Promise<ItemsAnswer> {
  await requirePartner(context.db, context.actor, partnerId)
  requireOperator(context.actor, 'Отсоединить филиалы')
  const results: ItemsAnswer['results'] = []
  for (const id of ids) {
    const place = await lockPlace(context.db, context.actor, id)
    const isBranch = place?.parentId === partnerId
    if (isBranch) await moveBranch(context, place, null)
    results.push({ id, done: isBranch, reason: isBranch ? null : 'У партнёра нет такого филиала' })
  }
  return { results }
}
