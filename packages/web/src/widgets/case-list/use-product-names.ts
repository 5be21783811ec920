import { useQueries } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import type { Option } from '#ui/select/option-search.ts'

/** Names of the products that a link from the catalogue asks for; the catalogue comes only where there is such a link. */
export function useProductNames(ids: readonly string[]): Option[] {
  return useQueries({
    queries: ids.map((id) => ({
      queryKey: ['name of product', id],
      queryFn: async (): Promise<Option> => {
        const { getProduct } = await import('@ipoteka-office/contract/products/products.ts')
        const { shown } = await call(getProduct, { params: { id } })
        return { code: id, name: shown.content.names.staff }
      },
      retry: false,
    })),
  }).map(({ data }, at) => data ?? { code: ids[at] ?? '', name: `№ ${ids[at]}` })
}
