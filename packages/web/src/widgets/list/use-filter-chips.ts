import { listReferenceItems } from '@ipoteka-office/contract/references/references.ts'
import { type QueryKey, useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOnce } from '#api/query.ts'
import { type Rights, useRights } from '#api/rights.ts'
import { useAfterFirstPage } from '#lib/after-first-page.ts'
import type { Option } from '#ui/select/option-search.ts'
import type { ListFilter } from '#ui/table/list-filters.tsx'
import { keepDictionariesFresh } from '../fields/reference-options.ts'
import { toOption } from './choices.ts'
import type { AnyFilter, Choices, Held, Values } from './filters.ts'

/** How many choices a filter that finds them on the server shows before anything is typed. */
const shownAtFirst = 100

const none: readonly Option[] = []
type Source = Exclude<Choices, readonly Option[]>

const sourceOf = ({ choices }: AnyFilter): Source | undefined =>
  choices === undefined || Array.isArray(choices) ? undefined : (choices as Source)

const nothing = { queryKey: ['GET', '/no-choices'] as QueryKey, queryFn: () => [] as unknown }

/** The query behind the choices; one that is never asked for those that have none. */
function queryOf(source: Source | undefined, rights: Rights): { queryKey: QueryKey; enabled?: boolean } {
  if (source?.dictionary !== undefined)
    return queryOnce(listReferenceItems, { params: { code: source.dictionary } }) as never
  const { from, params } = source ?? {}
  if (from !== undefined) {
    const asked = queryOnce(from, ...((params ? [{ params }] : []) as []))
    return { ...asked, ...(rights.mayCall(from, params) ? {} : { enabled: false }) } as never
  }
  return { ...nothing, enabled: false }
}

const codesIn = ({ codecs, choices }: AnyFilter, values: Values): string[] =>
  choices === undefined
    ? []
    : Object.keys(codecs).flatMap((name) => {
        const value = values[name]
        return Array.isArray(value) ? (value as string[]) : [String(value ?? '')].filter(Boolean)
      })

/**
 * The chips of a list's filters with their choices: read after the first page, or at once when the address restricts by
 * something whose name must be shown. `given` are choices that only the page knows, by the filter's first name.
 */
export function useFilterChips(
  filters: readonly AnyFilter[],
  list: Held & { readonly active: readonly unknown[] },
  given: Readonly<Record<string, readonly Option[]>> = {},
): ListFilter[] {
  const [picked, setPicked] = useState<Readonly<Record<string, readonly Option[]>>>({})
  const rights = useRights()
  const areNamesNeeded = useAfterFirstPage() || list.active.length > 0
  useEffect(keepDictionariesFresh, [])
  const answers = useQueries({
    queries: filters.map((filter) => ({ enabled: areNamesNeeded, ...queryOf(sourceOf(filter), rights) })),
  })
  const parts = filters.map((filter, at) => {
    const name = Object.keys(filter.codecs)[0] ?? ''
    const source = sourceOf(filter)
    const own = source === undefined ? (filter.choices as readonly Option[] | undefined) : undefined
    const all = given[name] ?? own ?? ((answers[at]?.data as never[] | undefined) ?? []).map(toOption)
    const chosen = codesIn(filter, list.filters)
    // The filter's own words come first: choices of the page may tell a count beside them.
    const found = [...(own ?? none), ...(picked[name] ?? none), ...all]
    const unknown = chosen.filter((code) => !found.some((option) => option.code === code))
    return { filter, name, source, all, chosen, found, unknown }
  })
  const named = useQueries({
    queries: parts.map(({ source, unknown }) => {
      const naming = unknown.length > 0 ? source?.named?.(unknown) : undefined
      if (naming === undefined) return { ...nothing, enabled: false }
      const { queryKey, queryFn, optionsOf } = naming
      return { queryKey, queryFn, select: optionsOf as (answer: unknown) => unknown }
    }),
  })
  return parts.map(({ filter, name, source, all, chosen, found }, at) => {
    const known = [...found, ...((named[at]?.data as readonly Option[] | undefined) ?? none)]
    const of = (codes: readonly string[]) => known.filter(({ code }) => codes.includes(code))
    const first = all.length > shownAtFirst ? all.slice(0, shownAtFirst) : all
    const options = source?.search
      ? [...new Map([...of(chosen), ...first].map((o) => [o.code, o])).values()]
      : all
    return filter.chip(list, {
      options,
      known,
      search: source?.search,
      onPick: (option) => setPicked((before) => ({ ...before, [name]: [...(before[name] ?? none), option] })),
    })
  })
}
