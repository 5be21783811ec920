import type { NameOf } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { type Condition, questionsOf } from '@ipoteka-office/contract/document-rules/document-conditions.ts'
import {
  type FactCode,
  type Facts,
  factCatalogue,
  factOf,
} from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { type LeadUsage, leadUsages } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { Db } from '#db/database.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import type { EngineNames } from './completeness/completeness.rules.ts'
import { findPartnerNames } from './rule-names.repo.ts'
import type { KnownCodes } from './value-sets.rules.ts'

type Items = NonNullable<Awaited<ReturnType<ReferenceReader['find']>>['items']>

/** Dictionaries that facts and rules name their codes by. */
const dictionaries = [
  ...new Set([
    ...Object.keys(factCatalogue).flatMap((code) => factOf(code as FactCode).dictionary ?? []),
    'docType',
    'docCategory',
  ]),
]

/** The reader forgets a dictionary as a whole, so its items know their index for as long as they are right. */
const indexes = new WeakMap<Items, ReadonlyMap<string, Items[number]>>()

function indexOf(items: Items): ReadonlyMap<string, Items[number]> {
  const known = indexes.get(items)
  if (known !== undefined) return known
  const index = new Map(items.map((item) => [item.code, item]))
  indexes.set(items, index)
  return index
}

const codeLists = new WeakMap<Items, readonly string[]>()

/** Codes in use. */
function codesIn(items: Items): readonly string[] {
  const codes = codeLists.get(items) ?? items.flatMap(({ code, active }) => (active ? [code] : []))
  codeLists.set(items, codes)
  return codes
}

/** Names of everything that rules speak of. */
export interface RuleNames extends EngineNames {
  /** Codes in use, for what can be said of all of them. */
  readonly codesOf: KnownCodes
  readonly documentTypes: readonly {
    readonly code: string
    readonly name: string
    readonly category: string
  }[]
  categoryName(code: string): string
  hasPartner(id: string): boolean
}

const partnersIn = (condition: Condition | null): string[] =>
  condition === null
    ? []
    : questionsOf(condition)
        .filter(({ fact }) => factOf(fact).kind === 'partner')
        .flatMap(({ value }) => (Array.isArray(value) ? value : [value]).map(String))

/** What names are wanted for: rules with their conditions, and known facts. */
export interface NamesWanted {
  readonly contents?: readonly { readonly condition: Condition | null }[]
  readonly facts?: readonly Facts[]
}

const daysIn = (item: Items[number] | undefined): number | null => {
  const days = item?.attributes.validDays
  return typeof days === 'number' && days >= 1 ? Math.min(Math.floor(days), 36_500) : null
}

const isUsage = (code: unknown): code is LeadUsage =>
  typeof code === 'string' && Object.hasOwn(leadUsages, code)

/** Reads the names; dictionaries come from memory. */
export async function loadNames(
  db: Db,
  references: ReferenceReader,
  { contents = [], facts = [] }: NamesWanted,
): Promise<RuleNames> {
  const found = await Promise.all(
    dictionaries.map(async (code) => [code, await references.find(code)] as const),
  )
  const items = new Map(found.map(([code, { items: list }]) => [code, list ?? []]))
  const listOf = (dictionary: string): Items => items.get(dictionary) ?? []
  const itemOf = (dictionary: string, code: string) => indexOf(listOf(dictionary)).get(code)
  const partnerIds = [
    ...contents.flatMap(({ condition }) => partnersIn(condition)),
    ...facts.flatMap(({ partner }) => (typeof partner === 'string' ? [partner] : [])),
  ]
  const partners = await findPartnerNames(db, [...new Set(partnerIds)].map(Number))
  const ofFact: NameOf = (fact, value) => {
    const { dictionary, kind } = factOf(fact)
    if (kind === 'partner') return partners.get(value)
    return dictionary === undefined ? undefined : itemOf(dictionary, value)?.name
  }
  const usages = listOf('docType').flatMap(({ code, attributes: { leadUsageTypeCode: usage } }) =>
    isUsage(usage) ? [[code, usage] as const] : [],
  )
  return {
    ofFact,
    ofDocument: (code) => itemOf('docType', code)?.name ?? code,
    ofRole: (code) => itemOf('borrowerType', code)?.name ?? code,
    daysOf: (code) => daysIn(itemOf('docType', code)),
    leadUsages: new Map(usages),
    codesOf: (fact) => {
      const { dictionary } = factOf(fact)
      return dictionary === undefined ? undefined : codesIn(listOf(dictionary))
    },
    documentTypes: listOf('docType')
      .filter(({ active }) => active)
      .map(({ code, name, attributes }) => ({
        code,
        name,
        category: String(attributes.categoryCode ?? 'OTHER'),
      })),
    categoryName: (code) => itemOf('docCategory', code)?.name ?? code,
    hasPartner: (id) => partners.has(id),
  }
}
