import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOnce } from '#api/query.ts'
import { factsOfCondition } from '#widgets/condition/condition-values.ts'
import { useFactBook } from '#widgets/condition/fact-book.ts'
import { usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { dictionaries, type VersionNames } from './version-differences.ts'

const codes = [...new Set(Object.values(dictionaries))]

/** Every condition of these versions. */
function conditionsOf(contents: readonly Product['shown']['content'][]) {
  return contents.flatMap((content) =>
    content.kind === 'PRODUCT'
      ? [...content.changes, ...content.conditions, ...content.documents].map(({ condition }) => condition)
      : [content.condition],
  )
}

/** Names of what these versions hold; dictionaries are read while `enabled`. */
export function useVersionNames(
  product: Product,
  contents: readonly Product['shown']['content'][],
  enabled = true,
): VersionNames {
  const partners = usePartnerOptions(enabled).options
  const book = useFactBook(enabled ? conditionsOf(contents).flatMap(factsOfCondition) : [])
  const names = useQueries({
    queries: codes.map((code) => ({ ...queryOnce(listReferenceItems, { params: { code } }), enabled })),
    combine: (answers) => new Map(codes.map((code, at) => [code, answers[at]?.data ?? []])),
  })
  const known = [...product.products, ...product.options, ...product.promotions]
  return {
    nameIn: (dictionary, code) => names.get(dictionary)?.find((item) => item.code === code)?.name ?? code,
    partner: (id) => partners.find(({ code }) => code === String(id))?.name ?? `№ ${id}`,
    product: (id) => known.find((one) => one.id === id)?.name ?? `№ ${id}`,
    fact: book.nameOf,
  }
}
