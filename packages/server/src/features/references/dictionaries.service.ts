import { isDeepStrictEqual } from 'node:util'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Page, PageQuery } from '@ipoteka-office/contract/common/page.ts'
import type { HistoryEntry } from '@ipoteka-office/contract/history/history.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import type {
  Dictionary,
  DictionaryChange,
  DictionaryInput,
} from '@ipoteka-office/contract/references/reference-items.ts'
import type { Db } from '#db/database.ts'
import { findLastChangeOf, listCardHistory } from '#features/history/card-history.service.ts'
import { conflict, invalid, notFound, stale } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { publish } from '#live/publish.ts'
import { dictionaryLabels } from './dictionary-history.rules.ts'
import * as repo from './dictionaries.repo.ts'
import type { ReferenceReader } from './reference-reader.service.ts'

const noDictionary = () => notFound('Справочник не найден')

export async function getDictionary(db: Db, id: number): Promise<Dictionary> {
  const dictionary = await repo.findDictionary(db, id)
  if (dictionary === undefined) throw noDictionary()
  return dictionary
}

/**
 * The dictionary, held until the transaction ends and known to be changing; readers of this instance and open
 * browsers hear of it after the commit.
 */
export async function changeDictionary(
  db: Db,
  references: ReferenceReader,
  id: number,
): Promise<repo.DictionaryRow> {
  const dictionary = await repo.lockDictionary(db, id)
  if (dictionary === undefined) throw noDictionary()
  references.expectChange(dictionary.code)
  await publish(db, topics.dictionaries, { codes: [dictionary.code] })
  return dictionary
}

type Described = Pick<DictionaryInput, 'attributes'>

async function checkAttributes(db: Db, { attributes }: Described): Promise<void> {
  const named = attributes.flatMap(({ dictionary }) => dictionary ?? [])
  const known = await repo.findDictionaryCodes(db, named)
  const errors = attributes.flatMap(({ type, dictionary }, index): FieldError[] => {
    const path = `attributes.${index}.dictionary`
    if (type !== 'code') return []
    if (!dictionary) return [{ path, message: 'Укажите справочник' }]
    return known.has(dictionary) ? [] : [{ path, message: 'Такого справочника нет' }]
  })
  if (errors.length > 0) throw invalid(errors)
}

const withDictionaries = <T extends Described>(input: T): T => ({
  ...input,
  attributes: input.attributes.map(({ dictionary, ...rest }) => ({
    ...rest,
    dictionary: rest.type === 'code' ? (dictionary ?? null) : null,
  })),
})

export async function createDictionary({ db }: Context, input: DictionaryInput): Promise<Dictionary> {
  await checkAttributes(db, input)
  const id = await repo.insertDictionary(db, withDictionaries(input))
  if (id === null) throw invalid([{ path: 'code', message: 'Справочник с таким кодом уже есть' }])
  await publish(db, topics.dictionaries, { codes: [input.code] })
  return getDictionary(db, id)
}

/** What items hold may not lose its description. */
async function checkKept(db: Db, before: repo.DictionaryRow, after: repo.DictionarySettings): Promise<void> {
  for (const { key, label, type } of before.attributes) {
    if (after.attributes.some((one) => one.key === key && one.type === type)) continue
    const count = await repo.countWithAttribute(db, before.code, key)
    if (count > 0)
      throw conflict(`Атрибут «${label}» заполнен у элементов: ${count}. Сначала очистите его значения`)
  }
  if (before.hierarchical && !after.hierarchical && (await repo.hasChildren(db, before.code)))
    throw conflict('В справочнике есть вложенные элементы: сначала уберите у них родителя')
}

const settingsOf = ({
  title,
  description,
  hierarchical,
  attributes,
}: repo.DictionaryRow): repo.DictionarySettings => ({
  title,
  description,
  hierarchical,
  attributes,
})

export async function saveDictionary(
  { db }: Context,
  references: ReferenceReader,
  id: number,
  { version, ...change }: DictionaryChange,
): Promise<Dictionary> {
  await checkAttributes(db, change)
  const before = await changeDictionary(db, references, id)
  if (version !== before.version)
    throw stale(
      await getDictionary(db, id),
      await findLastChangeOf(db, { objectType: 'dictionary', objectId: id }),
    )
  const after = withDictionaries(change)
  if (before.kind === 'ENUM' && (after.attributes.length > 0 || after.hierarchical))
    throw conflict('У перечисления меняются только названия')
  await checkKept(db, before, after)
  if (!isDeepStrictEqual(settingsOf(before), after)) await repo.updateDictionary(db, id, after)
  return getDictionary(db, id)
}

/** Changes of the dictionary and of all its items. */
export async function listDictionaryHistory(
  reader: Pick<Context, 'db' | 'actor'>,
  id: number,
  query: PageQuery,
): Promise<Page<HistoryEntry>> {
  const { code, attributes } = await getDictionary(reader.db, id)
  return listCardHistory(
    reader,
    { objectType: 'dictionary', objectId: id },
    dictionaryLabels(code, attributes),
    query,
  )
}
