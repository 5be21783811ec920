import { useMemo } from 'react'
import type { OptionGroup } from '#ui/select/option-groups.ts'
import type { Option } from '#ui/select/option-search.ts'
import { useDictionary } from '#widgets/fields/reference-options.ts'

type Item = Option & { readonly [attribute: string]: unknown }
/** Types of documents under the headings of their categories, both in the bank's order. */
export function groupTypes(types: readonly Item[], categories: readonly Option[]): OptionGroup[] {
  const known = new Set(categories.map(({ code }) => code))
  const groups = categories.map(({ code, name }) => ({
    label: name,
    options: types.filter(({ categoryCode }) => categoryCode === code),
  }))
  const others = types.filter(({ categoryCode }) => !known.has(String(categoryCode)))
  return [...groups, { label: 'Без категории', options: others }].filter(({ options }) => options.length > 0)
}

/** Everything that rules name: types of documents, programmes, roles of participants. */
export function useRuleDictionaries() {
  const documents = useDictionary('docType')
  const categories = useDictionary('docCategory')
  return {
    documents,
    categories,
    groups: useMemo(() => groupTypes(documents, categories), [documents, categories]),
    programmes: useDictionary('product/type'),
    roles: useDictionary('borrowerType'),
  }
}
export type RuleDictionaries = ReturnType<typeof useRuleDictionaries>

/** Name of a code; the code itself until the dictionary is read. */
export const nameIn = (options: readonly Option[], code: string): string =>
  options.find((option) => option.code === code)?.name ?? code
