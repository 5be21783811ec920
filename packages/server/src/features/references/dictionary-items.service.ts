import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import type {
  DictionaryItem,
  ItemChange,
  ItemInput,
  ItemUsage,
} from '@ipoteka-office/contract/references/reference-items.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import type { DictionaryRow } from './dictionaries.repo.ts'
import { changeDictionary, getDictionary } from './dictionaries.service.ts'
import { dictionaryLabels } from './dictionary-history.rules.ts'
import * as repo from './dictionary-items.repo.ts'
import { orderStep, periodErrors, placeBetween, readAttributes } from './dictionary-items.rules.ts'
import { codeIssues } from './known-codes.service.ts'
import type { ReferenceReader } from './reference-reader.service.ts'
import { findUsage } from './reference-usage.repo.ts'

const objectType = 'reference_item'
const onlyNames = 'Коды и состав перечисления задаёт система: изменить можно только названия'

export async function getItem(db: Db, id: number): Promise<repo.ItemRow> {
  const item = await repo.findItem(db, id)
  if (item === undefined) throw notFound('Элемент справочника не найден')
  return item
}

async function parentErrors(
  db: Db,
  dictionary: DictionaryRow,
  code: string,
  parentCode: string | null,
): Promise<FieldError[]> {
  if (parentCode === null) return []
  const error = (message: string) => [{ path: 'parentCode', message }]
  if (!dictionary.hierarchical) return error('У этого справочника нет вложенности')
  if (parentCode === code) return error('Элемент не может быть родителем самого себя')
  const ancestors = await repo.findAncestors(db, dictionary.code, parentCode)
  if (ancestors.length === 0) return error('Такого элемента нет')
  return ancestors.includes(code) ? error('Родитель лежит внутри этого элемента') : []
}

/** What the form sent, checked against the dictionary's description. */
async function readItem(
  db: Db,
  dictionary: DictionaryRow,
  code: string,
  input: Omit<ItemInput, 'code' | 'afterId'>,
): Promise<repo.ItemSettings> {
  const { values, errors, named } = readAttributes(dictionary.attributes, input.attributes)
  const wrong = [
    ...errors,
    ...(await codeIssues(db, named, { alsoOff: true })),
    ...periodErrors(input.validFrom, input.validTo),
    ...(await parentErrors(db, dictionary, code, input.parentCode)),
  ]
  if (wrong.length > 0) throw invalid(wrong)
  const { name, active, validFrom, validTo, parentCode } = input
  return { name, active, validFrom, validTo, parentCode, attributes: values }
}

/** The order number of the place after an item, or of the first place; makes room when there is none. */
async function orderAfter(
  db: Db,
  dictionary: string,
  afterId: number | null,
  movedId: number | null,
): Promise<number> {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const places = await repo.findPlaces(db, dictionary, afterId, movedId)
    if (places === null) throw invalid([{ path: 'afterId', message: 'Такого элемента в справочнике нет' }])
    const order = placeBetween(places.before, places.after)
    if (order !== undefined) return order
    await repo.spreadOrder(db, dictionary, orderStep)
  }
  throw new Error('The order of a dictionary has no room after it was spread')
}

export async function createItem(
  { db }: Context,
  references: ReferenceReader,
  dictionaryId: number,
  { code, afterId, ...input }: ItemInput,
): Promise<DictionaryItem> {
  const dictionary = await changeDictionary(db, references, dictionaryId)
  if (dictionary.kind === 'ENUM') throw conflict(onlyNames)
  const settings = await readItem(db, dictionary, code, input)
  const order =
    afterId === undefined
      ? (await repo.findLastOrder(db, dictionary.code)) + orderStep
      : await orderAfter(db, dictionary.code, afterId, null)
  const id = await repo.insertItem(db, dictionary, { ...settings, code, order })
  if (id === null) throw invalid([{ path: 'code', message: 'Элемент с таким кодом уже есть' }])
  return getItem(db, id)
}

const settingsOf = (item: repo.ItemRow): repo.ItemSettings => {
  const { name, active, validFrom, validTo, parentCode, attributes } = item
  return { name, active, validFrom, validTo, parentCode, attributes }
}

export async function saveItem(
  { db }: Context,
  references: ReferenceReader,
  id: number,
  { version, ...change }: ItemChange,
): Promise<DictionaryItem> {
  const { dictionaryId } = await getItem(db, id)
  const dictionary = await changeDictionary(db, references, dictionaryId)
  // Read after the dictionary is held: nobody changes the item from here on.
  const before = await getItem(db, id)
  if (version !== before.version)
    throw stale(before, await findLastChangeOf(db, { objectType, objectId: id }))
  const after = await readItem(db, dictionary, before.code, change)
  if (dictionary.kind === 'ENUM' && !isDeepStrictEqual(settingsOf(before), { ...after, name: before.name }))
    throw conflict(onlyNames)
  if (!isDeepStrictEqual(settingsOf(before), after)) await repo.updateItem(db, id, after)
  return getItem(db, id)
}

export async function moveItem(
  { db }: Context,
  references: ReferenceReader,
  id: number,
  afterId: number | null,
): Promise<DictionaryItem> {
  const { dictionaryId } = await getItem(db, id)
  const dictionary = await changeDictionary(db, references, dictionaryId)
  if (dictionary.kind === 'ENUM') throw conflict(onlyNames)
  if (afterId === id) throw invalid([{ path: 'afterId', message: 'Укажите другой элемент' }])
  const order = await orderAfter(db, dictionary.code, afterId, id)
  await repo.updateOrder(db, id, order)
  return getItem(db, id)
}

export async function getUsage(db: Db, id: number): Promise<ItemUsage> {
  const { dictionaryId, code } = await getItem(db, id)
  return findUsage(db, (await getDictionary(db, dictionaryId)).code, code)
}

export async function listItemHistory(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { dictionaryId } = await getItem(db, id)
  const dictionary = await getDictionary(db, dictionaryId)
  const { reference_item: labels } = dictionaryLabels(dictionary.code, dictionary.attributes)
  // One item: its entries need not say which.
  return listCardHistory(
    { db, actor },
    { objectType, objectId: id },
    { [objectType]: { fields: labels?.fields ?? {} } },
    query,
  )
}
