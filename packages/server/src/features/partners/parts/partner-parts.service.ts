import type { ItemsAnswer } from '@ipoteka-office/contract/common/items.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { RawBuilder } from 'kysely'
import { findLastChangeOf } from '#features/history/card-history.service.ts'
import { conflict, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { readPage } from '#lib/paging.ts'
import { partnerChanged, requireOperator, requirePartner, takePartner } from '../partner-access.service.ts'
import {
  countItems,
  deleteItem,
  findItem,
  findItemOfRow,
  findItems,
  insertItem,
  type PartItem,
  type PartRows,
  rowIdOf,
  updateItem,
} from './partner-part.repo.ts'
import { changedFields } from '../partners.rules.ts'

/** A collection of a partner's card. The functions here add visibility, versions, answers by item and the live signal. */
export interface Part<Item extends PartItem, Input extends object> extends PartRows<Item, Input> {
  /** Said with 404. */
  readonly notFound: string
  /** «Изменить ставки» where the operator alone may change. */
  readonly operatorOnly?: string
  /** Throws `invalid`; answers the values as they are stored. */
  readonly check?: (context: Context, partnerId: number, input: Input, before: Item | null) => Promise<Input>
  /** What has to be changed around before the row is written. */
  readonly settle?: (context: Context, partnerId: number, input: Input, before: Item | null) => Promise<void>
  /** Why the item may not be deleted; null: it may. */
  readonly refusal?: (context: Context, partnerId: number, item: Item) => Promise<string | null>
}

interface Key {
  readonly partnerId: number
  readonly id: number
}

/** The whole collection. */
export async function listItems<Item extends PartItem, Input extends object>(
  { db, actor }: Context,
  part: Part<Item, Input>,
  partnerId: number,
  where: readonly RawBuilder<boolean>[] = [],
): Promise<Item[]> {
  await requirePartner(db, actor, partnerId)
  return findItems(db, part, partnerId, { where })
}

/** A page of a collection that grows. */
export async function pageItems<Item extends PartItem, Input extends object>(
  { db, actor }: Context,
  part: Part<Item, Input>,
  partnerId: number,
  page: PageQuery,
  where: readonly RawBuilder<boolean>[] = [],
): Promise<Page<Item>> {
  await requirePartner(db, actor, partnerId)
  return readPage(page, {
    rows: () => findItems(db, part, partnerId, { where, page }),
    count: () => countItems(db, part, partnerId, where),
  })
}

export async function getItem<Item extends PartItem, Input extends object>(
  { db, actor }: Context,
  part: Part<Item, Input>,
  { partnerId, id }: Key,
): Promise<Item> {
  await requirePartner(db, actor, partnerId)
  const item = await findItem(db, part, partnerId, id)
  if (!item) throw notFound(part.notFound)
  return item
}

async function open<Item extends PartItem, Input extends object>(
  context: Context,
  part: Part<Item, Input>,
  partnerId: number,
): Promise<void> {
  await takePartner(context, partnerId)
  if (part.operatorOnly !== undefined) requireOperator(context.actor, part.operatorOnly)
}

export async function createItem<Item extends PartItem, Input extends object>(
  context: Context,
  part: Part<Item, Input>,
  partnerId: number,
  input: Input,
): Promise<Item> {
  await open(context, part, partnerId)
  const values = part.check ? await part.check(context, partnerId, input, null) : input
  await part.settle?.(context, partnerId, values, null)
  const id = await insertItem(context.db, part, { partnerId, actor: context.actor }, values)
  await partnerChanged(context.db, partnerId)
  const item = await findItemOfRow(context.db, part, partnerId, id)
  if (item === undefined) throw notFound(part.notFound)
  return item
}

async function requireItem<Item extends PartItem, Input extends object>(
  context: Context,
  part: Part<Item, Input>,
  key: Key,
  version: number,
): Promise<Item> {
  const item = await getItem(context, part, key)
  if (item.version !== version)
    throw stale(
      item,
      await findLastChangeOf(context.db, { objectType: part.table, objectId: rowIdOf(part, item) }),
    )
  return item
}

/** What changes nothing leaves the row, its version and its history as they are. */
export async function saveItem<Item extends PartItem, Input extends object>(
  context: Context,
  part: Part<Item, Input>,
  key: Key,
  { version, ...input }: Input & { readonly version: number },
): Promise<Item> {
  await open(context, part, key.partnerId)
  const before = await requireItem(context, part, key, version)
  const asked = input as unknown as Input
  const values = part.check ? await part.check(context, key.partnerId, asked, before) : asked
  const isWritten = (field: keyof Input) => part.columns[field] !== undefined
  if (!changedFields<Input>(before, values).some(isWritten)) return before
  await part.settle?.(context, key.partnerId, values, before)
  await updateItem(context.db, part, rowIdOf(part, before), values)
  await partnerChanged(context.db, key.partnerId)
  return getItem(context, part, key)
}

export async function removeItem<Item extends PartItem, Input extends object>(
  context: Context,
  part: Part<Item, Input>,
  key: Key,
  version: number,
): Promise<void> {
  await open(context, part, key.partnerId)
  const item = await requireItem(context, part, key, version)
  const refusal = (await part.refusal?.(context, key.partnerId, item)) ?? null
  if (refusal !== null) throw conflict(refusal)
  await deleteItem(context.db, part, rowIdOf(part, item))
  await partnerChanged(context.db, key.partnerId)
}

/** Each by itself: a refused one says why and stops no other. */
export async function removeItems<Item extends PartItem, Input extends object>(
  context: Context,
  part: Part<Item, Input>,
  partnerId: number,
  ids: readonly number[],
): Promise<ItemsAnswer> {
  await open(context, part, partnerId)
  const results: ItemsAnswer['results'] = []
  for (const id of ids) {
    const item = await findItem(context.db, part, partnerId, id)
    const reason =
      item === undefined ? part.notFound : ((await part.refusal?.(context, partnerId, item)) ?? null)
    if (item !== undefined && reason === null) await deleteItem(context.db, part, rowIdOf(part, item))
    results.push({ id, done: reason === null, reason })
  }
  if (results.some(({ done }) => done)) await partnerChanged(context.db, partnerId)
  return { results }
}
