import type { Dictionary, DictionaryItem } from '@ipoteka-office/contract/references/reference-items.ts'
import { filterReference } from '@ipoteka-office/contract/references/references.ts'
import { useQueries } from '@tanstack/react-query'
import { queryOnce } from '#api/query.ts'

/** Names of the items that attributes of the rows point to: `(attribute key, code)` → name. */
export function useCodeNames(dictionary: Dictionary, items: readonly DictionaryItem[]) {
  const attributes = dictionary.attributes.filter(({ type }) => type === 'code')
  const codesOf = (key: string) =>
    [
      ...new Set(items.map(({ attributes: own }) => own[key]).filter((code) => typeof code === 'string')),
    ].sort()
  const answers = useQueries({
    queries: attributes.map(({ key, dictionary: code }) => {
      const value = codesOf(key)
      return {
        ...queryOnce(filterReference, {
          params: { code: code ?? '' },
          body: {
            searchConditions: [{ field: 'code', predicate: 'IN', value }],
            all: true,
            size: Math.max(1, value.length),
          },
        }),
        enabled: code !== null && value.length > 0,
      }
    }),
  })
  return (key: string, code: string): string | null => {
    const at = attributes.findIndex((attribute) => attribute.key === key)
    return answers[at]?.data?.content.find((item) => item.code === code)?.name ?? null
  }
}
