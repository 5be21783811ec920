import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { ReferenceItem } from '@ipoteka-office/contract/references/reference-options.ts'
import type { ReferenceAttribute } from '@ipoteka-office/contract/references/references.ts'

/** An item as it lies in the store. */
export interface StoredItem {
  readonly code: string
  readonly name: string
  readonly active: boolean
  readonly validFrom: string | null
  readonly validTo: string | null
  readonly parentCode: string | null
  readonly attributes: Readonly<Record<string, unknown>>
}

/** What a read of a list asks for beside the dictionary. */
export interface ListWish {
  readonly query?: string | undefined
  readonly all?: 'true' | 'false' | undefined
  /** Attribute → value. */
  readonly [attribute: string]: string | undefined
}

/** Active, and valid on the day. */
export const isInForce = (
  { active, validFrom, validTo }: Pick<StoredItem, 'active' | 'validFrom' | 'validTo'>,
  today: string,
): boolean => active && (validFrom === null || validFrom <= today) && (validTo === null || validTo >= today)

/** `all-channel` is by its name the list of channels with the abolished ones. */
const showsEverything = (dictionary: string) => dictionary === 'all-channel'

/** Baikonur has a tax code like a region and is not a subject of the Federation. */
const isHidden = (dictionary: string, { attributes }: StoredItem) =>
  dictionary === 'region' && attributes.isSubject === false

/** The attribute filters of a wish. */
export const filtersOf = ({ query: _query, all: _all, ...filters }: ListWish): [string, string][] =>
  Object.entries(filters).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]))

/** Names that are no attribute of the dictionary: a mistyped filter must not answer everything. */
export const unknownFilters = (wish: ListWish, attributes: readonly ReferenceAttribute[]): FieldError[] =>
  filtersOf(wish)
    .filter(([key]) => !attributes.some((attribute) => attribute.key === key))
    .map(([path]) => ({ path, message: 'Неизвестный параметр' }))

const searchForm = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Items that the wish means, in the order they come. */
export function chooseItems(
  dictionary: string,
  items: readonly StoredItem[],
  wish: ListWish,
  today: string,
): StoredItem[] {
  const all = wish.all === 'true'
  const part = searchForm(wish.query ?? '')
  const filters = filtersOf(wish)
  const asksForHidden = all || filters.some(([key]) => key === 'isSubject')
  return items.filter(
    (item) =>
      (all || showsEverything(dictionary) || isInForce(item, today)) &&
      (asksForHidden || !isHidden(dictionary, item)) &&
      (part === '' || searchForm(item.name).includes(part) || searchForm(item.code).includes(part)) &&
      filters.every(([key, value]) => String(item.attributes[key] ?? '') === value),
  )
}

/** Attributes that an answer has even where an item has none (specification 2 §3): null then. */
const alwaysThere: Readonly<Record<string, readonly string[]>> = { docType: ['leadUsageTypeCode'] }

const emptyOf = (dictionary: string, { attributes }: StoredItem) =>
  Object.fromEntries(
    (alwaysThere[dictionary] ?? []).filter((key) => (attributes[key] ?? '') === '').map((key) => [key, null]),
  )

/** An item of a dictionary as the reads answer it; `detailed` tells also whether it is in force. */
export const toItem = (
  dictionary: string,
  item: StoredItem,
  { detailed }: { readonly detailed: boolean },
): ReferenceItem => ({
  code: item.code,
  name: item.name,
  ...(item.parentCode !== null && { parentCode: item.parentCode }),
  ...(detailed && { active: item.active, validFrom: item.validFrom, validTo: item.validTo }),
  ...item.attributes,
  ...emptyOf(dictionary, item),
})

/** Whether answers of this list say which items are in force. */
export const isDetailed = (dictionary: string, wish: ListWish): boolean =>
  wish.all === 'true' || showsEverything(dictionary)
