import type { NameOf } from '@ipoteka-office/contract/document-rules/document-condition-texts.ts'
import { type FactCode, factCodes, factOf } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import { useQueries } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { queryOnce } from '#api/query.ts'
import type { OptionGroup } from '#ui/select/option-groups.ts'
import type { Option } from '#ui/select/option-search.ts'
import { usePartnerOptions } from '#widgets/fields/partner-options.ts'
import { keepDictionariesFresh } from '#widgets/fields/reference-options.ts'

/** «вид заявки» → «Вид заявки». */
export const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('ru') + text.slice(1)

/** Facts under the headings of their sections, those that may be asked only. */
export function factGroups(isAsked: (code: FactCode) => boolean): OptionGroup[] {
  const sections = new Map<string, Option[]>()
  for (const code of factCodes) {
    const { section, label } = factOf(code)
    if (!isAsked(code)) continue
    sections.set(section, [...(sections.get(section) ?? []), { code, name: capital(label) }])
  }
  return [...sections].map(([label, options]) => ({ label, options }))
}

const none: readonly Option[] = []

/** Names of the values of facts, as far as they are read. */
export interface FactBook {
  /** The values that an enumerated fact may have; empty for others and while the dictionary is read. */
  readonly options: (code: FactCode) => readonly Option[]
  readonly nameOf: NameOf
}

/** The names of values of these facts: dictionaries are read as they are needed. */
export function useFactBook(codes: readonly FactCode[]): FactBook {
  useEffect(keepDictionariesFresh, [])
  const partners = usePartnerOptions().options
  const dictionaries = [...new Set(codes.flatMap((code) => factOf(code).dictionary ?? []))].sort()
  const lists = useQueries({
    queries: dictionaries.map((code) => queryOnce(listReferenceItems, { params: { code } })),
    combine: (answers) => answers.map(({ data }) => data ?? none),
  })
  const key = dictionaries.join(' ')
  return useMemo(() => {
    const byDictionary = new Map(key.split(' ').map((code, at) => [code, lists[at] ?? none]))
    const options = (code: FactCode): readonly Option[] => {
      const { kind, dictionary, options: closed } = factOf(code)
      if (kind === 'partner') return partners
      if (closed) return Object.entries(closed).map(([value, name]) => ({ code: value, name }))
      return (dictionary && byDictionary.get(dictionary)) || none
    }
    return {
      options,
      nameOf: (fact, value) => options(fact).find(({ code }) => code === value)?.name,
    }
  }, [key, lists, partners])
}
