import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { type QueryClient, useQueries } from '@tanstack/react-query'
import { queryOnce } from '#api/query.ts'
import { factsOfCondition } from '#widgets/condition/condition-values.ts'
import { useFactBook } from '#widgets/condition/fact-book.ts'
import { usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { dictionaries, type VersionNames } from './version-differences.ts'

/** Goals of consumer loans have a dictionary of their own. */
const dictionaryFor =
  ({ lending }: Pick<Product, 'lending'>) =>
  (code: string): string =>
    code === 'loanGoals' && lending !== 'MORTGAGE' ? 'cashLoanGoals' : code
const codesOf = (product: Pick<Product, 'lending'>) => [
  ...new Set(Object.values(dictionaries).map(dictionaryFor(product))),
]
type NamesByDictionary = ReadonlyMap<string, readonly { readonly code: string; readonly name: string }[]>
const nameFrom = (names: NamesByDictionary, product: Pick<Product, 'lending'>): VersionNames['nameIn'] => {
  const dictionaryOf = dictionaryFor(product)
  return (dictionary, code) =>
    names.get(dictionaryOf(dictionary))?.find((item) => item.code === code)?.name ?? code
}

/** Every condition of these versions. */
function conditionsOf(contents: readonly Product['shown']['content'][]) {
  return contents.flatMap((content) =>
    content.kind === 'PRODUCT'
      ? [...content.changes, ...content.conditions, ...content.documents].map(({ condition }) => condition)
      : [content.condition],
  )
}

/** Names that the product itself tells. */
const ownName =
  ({ products, options, promotions }: Product) =>
  (id: number): string =>
    [...products, ...options, ...promotions].find((one) => one.id === id)?.name ?? `№ ${id}`

/** Names of what these versions hold. */
export function useVersionNames(
  product: Product,
  contents: readonly Product['shown']['content'][],
): VersionNames {
  const partners = usePartnerOptions().options
  const book = useFactBook(conditionsOf(contents).flatMap(factsOfCondition))
  const codes = codesOf(product)
  const names = useQueries({
    queries: codes.map((code) => queryOnce(listReferenceItems, { params: { code } })),
    combine: (answers) => new Map(codes.map((code, at) => [code, answers[at]?.data ?? []])),
  })
  return {
    nameIn: nameFrom(names, product),
    partner: (id) => partners.find(({ code }) => code === String(id))?.name ?? `№ ${id}`,
    product: ownName(product),
    fact: book.nameOf,
  }
}

/** The same names read at once, for a save that came too late: facts of conditions stay with their codes. */
export async function readVersionNames(client: QueryClient, product: Product): Promise<VersionNames> {
  const read = async (code: string) =>
    [
      code,
      await client.fetchQuery(queryOnce(listReferenceItems, { params: { code } })).catch(() => []),
    ] as const
  const names = new Map(await Promise.all(codesOf(product).map(read)))
  return {
    nameIn: nameFrom(names, product),
    partner: (id) => `№ ${id}`,
    product: ownName(product),
    fact: () => undefined,
  }
}
