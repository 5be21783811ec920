import { z } from 'zod'
import { pageOf } from '../common/page.ts'
import { keyOf, Code, Option } from '../common/scalars.ts'
import { endpoint, signedIn } from '../endpoint.ts'
import { ReferenceFilter, ReferencePageFilter } from './reference-filters.ts'
import { ReferenceItem, ReferenceQuery } from './reference-options.ts'

/** Any dictionary by its code, `/` in a code as `%2F`; 404 when there is none. */
export const listReferenceItems = endpoint({
  method: 'GET',
  path: '/reference/:code',
  summary: 'Справочник по коду',
  access: signedIn,
  params: z.object({ code: Code }),
  query: ReferenceQuery,
  response: z.array(ReferenceItem),
})
export const listAddressObjectTypes = endpoint({
  method: 'GET',
  path: '/reference/addressObjectType/addressObject/:addressObject',
  summary: 'Типы адресных объектов уровня',
  access: signedIn,
  params: z.object({ addressObject: Code }),
  query: ReferenceQuery,
  response: z.array(ReferenceItem),
})
/** Dictionaries that stand at the address of the area they belong to. */
const ofArea = (path: string, title: string) =>
  endpoint({
    method: 'GET',
    path,
    summary: `Справочник «${title}»`,
    access: signedIn,
    query: ReferenceQuery,
    response: z.array(ReferenceItem),
  })
export const listProductStatuses = ofArea('/product/status', 'Статус продукта')
export const listProductTypes = ofArea('/product/type', 'Тип продукта')
export const listContractTypeCodes = ofArea('/contract/typeCode', 'Тип договора с партнёром')

export const getDocumentCategory = endpoint({
  method: 'GET',
  path: '/reference/docCategory/:code',
  summary: 'Категория документа',
  access: signedIn,
  params: z.object({ code: Code }),
  response: ReferenceItem,
})
/** Types of an item's own attributes. `code` names an item of another dictionary. */
export const attributeTypes = {
  text: 'Текст',
  number: 'Число',
  boolean: 'Да / нет',
  date: 'Дата',
  code: 'Код справочника',
} as const
export type AttributeType = keyof typeof attributeTypes

/** An attribute that items of a dictionary have beside code and name. */
export const ReferenceAttribute = z.object({
  key: z.string(),
  label: z.string(),
  type: keyOf(attributeTypes),
  required: z.boolean(),
  /** Of a `code`: the dictionary it is looked up in. */
  dictionary: z.string().nullable(),
})
export type ReferenceAttribute = z.output<typeof ReferenceAttribute>

/** What a dictionary is. */
export const ReferenceMetadata = z.object({
  code: z.string(),
  title: z.string(),
  description: z.string(),
  hierarchical: z.boolean(),
  attributes: z.array(ReferenceAttribute),
  /** Grows with every change of the items. */
  revision: z.int(),
})
export type ReferenceMetadata = z.output<typeof ReferenceMetadata>

export const listReferenceMetadata = endpoint({
  method: 'GET',
  path: '/reference/metadata',
  summary: 'Описания всех справочников',
  access: signedIn,
  response: z.array(ReferenceMetadata),
})
export const getReferenceMetadata = endpoint({
  method: 'GET',
  path: '/reference/:code/metadata',
  summary: 'Описание справочника',
  access: signedIn,
  params: z.object({ code: Code }),
  response: ReferenceMetadata,
})
export const listEnumerations = endpoint({
  method: 'GET',
  path: '/reference/enum',
  summary: 'Перечисления',
  access: signedIn,
  response: z.array(Option),
})
export const listEnumeration = endpoint({
  method: 'GET',
  path: '/reference/enum/:name',
  summary: 'Значения перечисления',
  access: signedIn,
  params: z.object({ name: Code }),
  response: z.array(Option),
})

/** With GROUP_BY a row is a group: `code` and the field hold the value, `name` is how it reads, `count` how many. */
const filterOf = (path: `/reference/${string}`, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    summary,
    access: signedIn,
    reads: true,
    body: ReferencePageFilter,
    response: pageOf(ReferenceItem),
  })

export const filterReference = endpoint({
  ...filterOf('/reference/:code/filter', 'Поиск в справочнике по условиям'),
  params: z.object({ code: Code }),
})
/** Searches that have an address of their own. */
export const filterLandUsageTypes = filterOf(
  '/reference/landUsageType/filter',
  'Поиск видов разрешённого использования земли',
)
export const filterRemarkCategories = filterOf(
  '/reference/remarksCategoryType/filter',
  'Поиск категорий замечаний',
)
export const filterRemarks = filterOf('/reference/remarksType/filter', 'Поиск замечаний')
export const filterUnderwritingDecisions = filterOf(
  '/reference/underwritingDecisionsType/filter',
  'Поиск причин решения андеррайтинга',
)
export const filterSeniorityDetails = filterOf(
  '/reference/employmentSeniorityTypeDetails/filter',
  'Поиск уточнений стажа',
)

/** `searchConditions` of the address: the list of conditions as JSON. */
export const listDocumentTypes = endpoint({
  method: 'GET',
  path: '/reference/docType/no-pageable-filter',
  summary: 'Типы документов по условиям, без страниц (условия в адресе)',
  access: signedIn,
  query: z.object({ searchConditions: z.string().max(20_000).optional() }),
  response: z.array(ReferenceItem),
})
export const filterDocumentTypes = endpoint({
  method: 'POST',
  path: '/reference/docType/no-pageable-filter',
  summary: 'Типы документов по условиям, без страниц',
  access: signedIn,
  reads: true,
  body: ReferenceFilter,
  response: z.array(ReferenceItem),
})
