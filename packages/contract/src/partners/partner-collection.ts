import { z } from 'zod'
import { IdsQuery, ItemsAnswer, Version, VersionQuery } from '../common/items.ts'
import { IdParam } from '../common/scalars.ts'
import type { Schema } from '../common/schema.ts'
import { type Access, can, endpoint } from '../endpoint.ts'

const PartnerKey = z.object({ partnerId: IdParam })
const ItemKey = z.object({ partnerId: IdParam, id: IdParam })

interface CollectionSpec<
  Item extends Schema,
  Input extends z.ZodRawShape,
  List extends Schema,
  Query extends Schema,
> {
  /** Under `/partner/:partnerId/`; the ledger writes some with `/` at the end. */
  readonly path: string
  /** What an item is in Russian: «Счёт». */
  readonly title: string
  readonly item: Item
  readonly input: z.ZodObject<Input>
  /** The answer of the list: an array, or a page where it grows. */
  readonly list: List
  readonly query: Query
  /** Who changes; who reads the card reads its parts. */
  readonly change?: Access
}

/** The six calls of a collection of a partner's card: GET, POST and DELETE on it, GET, PUT and DELETE on an item. */
export function partnerCollection<
  Item extends Schema,
  Input extends z.ZodRawShape,
  List extends Schema,
  Query extends z.ZodObject,
>({ path, title, item, input, list, query, change }: CollectionSpec<Item, Input, List, Query>) {
  const collection = `/partner/:partnerId/${path}`
  const one = `${collection.replace(/\/$/, '')}/:id`
  const reading = can('Partner', 'Read')
  const changing = change ?? can('Partner', 'Update')
  return {
    list: endpoint({
      method: 'GET',
      path: collection,
      summary: `${title}: список`,
      access: reading,
      params: PartnerKey,
      query,
      response: list,
    }),
    create: endpoint({
      method: 'POST',
      path: collection,
      summary: `${title}: создание`,
      access: changing,
      params: PartnerKey,
      idempotent: true,
      body: input,
      response: item,
    }),
    /** Each is answered by itself. */
    removeMany: endpoint({
      method: 'DELETE',
      path: collection,
      summary: `${title}: удаление нескольких`,
      access: changing,
      params: PartnerKey,
      query: IdsQuery,
      response: ItemsAnswer,
    }),
    get: endpoint({
      method: 'GET',
      path: one,
      summary: `${title}: чтение`,
      access: reading,
      params: ItemKey,
      response: item,
    }),
    update: endpoint({
      method: 'PUT',
      path: one,
      summary: `${title}: изменение`,
      access: changing,
      params: ItemKey,
      body: input.extend({ version: Version }),
      response: item,
    }),
    remove: endpoint({
      method: 'DELETE',
      path: one,
      summary: `${title}: удаление`,
      access: changing,
      params: ItemKey,
      query: VersionQuery,
    }),
  }
}
