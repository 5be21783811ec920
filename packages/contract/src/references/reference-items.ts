import { z } from 'zod'
import { PageQuery, pageOf, sortOf } from '../common/page.ts'
import { keyOf, Id, IdParam, messages, requiredText, text } from '../common/scalars.ts'
import { can, canInBank, endpoint } from '../endpoint.ts'
import { HistoryEntry } from '../history/history.ts'
import { BackgroundTask } from '../notifications/notifications.ts'
import { attributeTypes, ReferenceMetadata } from './references.ts'

const list = can('Dictionary', 'List')
const update = canInBank('Dictionary', 'List', 'Update')
const ById = z.object({ id: IdParam })
const Version = z.int().min(1).max(2_147_483_647)

/** Kinds of dictionary: the codes of an enumeration are the product's, only its names may be changed. */
export const dictionaryKinds = { DICTIONARY: 'Справочник', ENUM: 'Перечисление' } as const
export type DictionaryKind = keyof typeof dictionaryKinds

export const codeMessage = 'Код должен состоять из латинских букв, цифр и знака подчёркивания'
/** A code that a person enters (specification 2 §5). */
export const ReferenceCodeInput = z
  .string()
  .min(1, messages.required)
  .max(64, 'Не более 64 символов')
  .regex(/^[A-Za-z0-9_]*$/, codeMessage)

/** Names that items have by themselves and attributes may not take. */
export const reservedKeys = [
  'code',
  'name',
  'order',
  'active',
  'validFrom',
  'validTo',
  'parentCode',
  'version',
  'count',
  'query',
  'all',
] as const

const AttributeInput = z.object({
  key: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9_]{0,39}$/, codeMessage)
    .refine((key) => !(reservedKeys as readonly string[]).includes(key), 'Это имя занято'),
  label: requiredText(100),
  type: keyOf(attributeTypes),
  required: z.boolean().default(false),
  dictionary: z.string().max(64).nullish(),
})

const DictionaryFields = {
  title: requiredText(200),
  description: text(2_000).default(''),
  hierarchical: z.boolean().default(false),
  attributes: z
    .array(AttributeInput)
    .max(30, 'Не более 30 атрибутов')
    .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'Имена атрибутов повторяются')
    .default([]),
}

/** A dictionary in the catalogue. */
export const Dictionary = ReferenceMetadata.extend({
  id: Id,
  kind: z.enum(['DICTIONARY', 'ENUM']),
  version: z.int(),
  itemsCount: z.int(),
  activeCount: z.int(),
})
export type Dictionary = z.output<typeof Dictionary>

export const listDictionaries = endpoint({
  method: 'GET',
  path: '/reference-admin/dictionaries',
  summary: 'Каталог справочников',
  access: list,
  query: z.object({
    query: text(200).optional().describe('Часть названия или кода справочника'),
    kind: z.enum(['DICTIONARY', 'ENUM']).optional(),
  }),
  response: z.array(Dictionary),
})
export const getDictionary = endpoint({
  method: 'GET',
  path: '/reference-admin/dictionaries/:id',
  summary: 'Справочник',
  access: list,
  params: ById,
  response: Dictionary,
})

export const DictionaryInput = z.object({ code: ReferenceCodeInput, ...DictionaryFields })
export type DictionaryInput = z.output<typeof DictionaryInput>
export const createDictionary = endpoint({
  method: 'POST',
  path: '/reference-admin/dictionaries',
  summary: 'Новый справочник',
  access: update,
  idempotent: true,
  body: DictionaryInput,
  response: Dictionary,
})

export const DictionaryChange = z.object({ ...DictionaryFields, version: Version })
export type DictionaryChange = z.output<typeof DictionaryChange>
export const saveDictionary = endpoint({
  method: 'PUT',
  path: '/reference-admin/dictionaries/:id',
  summary: 'Сохранение описания справочника',
  access: update,
  params: ById,
  body: DictionaryChange,
  response: Dictionary,
})
/** The dictionary's own changes and those of its items. */
export const listDictionaryHistory = endpoint({
  method: 'GET',
  path: '/reference-admin/dictionaries/:id/history',
  summary: 'История справочника',
  access: list,
  params: ById,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

const AttributeValue = z.union([text(2_000), z.number(), z.boolean(), z.null()])
const DateText = z.union([z.iso.date('Укажите дату'), z.null()])

/** An item as its administrator sees it. */
export const DictionaryItem = z.object({
  id: Id,
  code: z.string(),
  name: z.string(),
  /** Place among the others; items are shown by it, then by name. */
  order: z.int(),
  active: z.boolean(),
  validFrom: z.string().nullable(),
  validTo: z.string().nullable(),
  parentCode: z.string().nullable(),
  parentName: z.string().nullable(),
  attributes: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  /** Delivered with the product: can be switched off, not deleted. */
  delivered: z.boolean(),
  /** The bank has changed it; new deliveries leave it alone. */
  edited: z.boolean(),
  childrenCount: z.int(),
  version: z.int(),
})
export type DictionaryItem = z.output<typeof DictionaryItem>

export const itemSortFields = ['order', 'code', 'name', 'validFrom', 'validTo'] as const

export const listDictionaryItems = endpoint({
  method: 'GET',
  path: '/reference-admin/dictionaries/:id/items',
  summary: 'Элементы справочника',
  access: list,
  params: ById,
  query: PageQuery.extend({
    query: text(200).optional().describe('Часть названия или кода'),
    state: z.enum(['active', 'inactive', 'all']).default('active'),
    parent: z.string().max(64).optional().describe('Код родителя; пустой — элементы верхнего уровня'),
    roots: z.enum(['true', 'false']).optional().describe('true — только элементы верхнего уровня'),
    sort: sortOf(itemSortFields).default({ field: 'order', direction: 'asc' }),
  }),
  response: pageOf(DictionaryItem),
})

const ItemFields = {
  name: requiredText(1_000),
  active: z.boolean().default(true),
  validFrom: DateText.default(null),
  validTo: DateText.default(null),
  parentCode: z.string().max(64).nullable().default(null),
  attributes: z.record(z.string().max(40), AttributeValue).default({}),
}

/** `afterId`: the item it comes after, null for the first place, absent for the last. */
export const ItemInput = z.object({ code: ReferenceCodeInput, ...ItemFields, afterId: Id.nullish() })
export type ItemInput = z.output<typeof ItemInput>
export const createDictionaryItem = endpoint({
  method: 'POST',
  path: '/reference-admin/dictionaries/:id/items',
  summary: 'Новый элемент справочника',
  access: update,
  params: ById,
  idempotent: true,
  body: ItemInput,
  response: DictionaryItem,
})

/** The whole item; of an enumeration only the name may differ from what it was. */
export const ItemChange = z.object({ ...ItemFields, version: Version })
export type ItemChange = z.output<typeof ItemChange>
export const saveDictionaryItem = endpoint({
  method: 'PUT',
  path: '/reference-admin/items/:id',
  summary: 'Сохранение элемента справочника',
  access: update,
  params: ById,
  body: ItemChange,
  response: DictionaryItem,
})
export const moveDictionaryItem = endpoint({
  method: 'POST',
  path: '/reference-admin/items/:id/move',
  summary: 'Перестановка элемента справочника',
  access: update,
  params: ById,
  body: z.object({ afterId: Id.nullable() }),
  response: DictionaryItem,
})
export const ItemUsage = z.object({
  total: z.int(),
  places: z.array(z.object({ place: z.string(), count: z.int() })),
})
export type ItemUsage = z.output<typeof ItemUsage>
export const getItemUsage = endpoint({
  method: 'GET',
  path: '/reference-admin/items/:id/usage',
  summary: 'Где используется элемент справочника',
  access: list,
  params: ById,
  response: ItemUsage,
})
export const listItemHistory = endpoint({
  method: 'GET',
  path: '/reference-admin/items/:id/history',
  summary: 'История элемента справочника',
  access: list,
  params: ById,
  query: PageQuery,
  response: pageOf(HistoryEntry),
})

const ExportBody = z.object({
  format: z.enum(['xlsx', 'csv']),
  query: text(200).optional(),
  state: z.enum(['active', 'inactive', 'all']).default('all'),
})
export type DictionaryExport = z.output<typeof ExportBody>

/** The file can be edited and imported; above 5 000 rows 400: use `startDictionaryExport`. */
export const exportDictionary = endpoint({
  method: 'POST',
  path: '/reference-admin/dictionaries/:id/export',
  summary: 'Выгрузка справочника',
  access: can('Dictionary', 'List', 'Export'),
  params: ById,
  reads: true,
  body: ExportBody,
  produces: 'file',
})
export const startDictionaryExport = endpoint({
  method: 'POST',
  path: '/reference-admin/dictionaries/:id/export/task',
  summary: 'Выгрузка справочника в фоне',
  access: can('Dictionary', 'List', 'Export'),
  params: ById,
  idempotent: true,
  body: ExportBody,
  response: BackgroundTask,
})
