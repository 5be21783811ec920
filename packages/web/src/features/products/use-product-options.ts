import { searchProducts } from '@ipoteka-office/contract/products/products.ts'
import type { Catalogue, ProductRow, ProductTab } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import type { Option, SearchOptions } from '#ui/select/option-search.ts'

const size = 100
const ask = (catalogue: Catalogue, tab: ProductTab, search: string) => ({
  query: { page: 0, size },
  body: { catalogue, tab, search },
})
const toOption = ({ id, name, code }: ProductRow): Option => ({ code: String(id), name: `${name} (${code})` })
const none: readonly Option[] = []

/** Products, options or promotions of a catalogue as choices, the others found as the person types. */
export function useProductOptions(
  catalogue: Catalogue,
  tab: ProductTab,
  enabled = true,
): { options: readonly Option[]; search: SearchOptions } {
  const { data } = useQuery({ ...query(searchProducts, ask(catalogue, tab, '')), enabled })
  return {
    options: data?.content.map(toOption) ?? none,
    search: async (typed, signal) =>
      (await call(searchProducts, ask(catalogue, tab, typed), { signal })).content.map(toOption),
  }
}
