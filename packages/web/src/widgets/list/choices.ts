import type { EndpointSpec, RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { listPartners } from '@ipoteka-office/contract/partners/partner-names.ts'
import { listRegions } from '@ipoteka-office/contract/references/reference-options.ts'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import type { Option, SearchOptions } from '#ui/select/option-search.ts'
import { searchPartners } from '../fields/partner-options.ts'
import type { Choices, Naming } from './filters.ts'

interface Named {
  readonly code?: string
  readonly id?: number
  readonly name?: string
  readonly shortName?: string
  readonly fullName?: string
}

/** What a call answers, as an option: a dictionary has codes, rows have ids and their own word for a name. */
export const toOption = ({ code, id, name, shortName, fullName }: Named): Option => ({
  code: code ?? String(id),
  name: name ?? shortName ?? fullName ?? '',
})

const rowsOf = (answer: unknown): readonly Named[] =>
  Array.isArray(answer) ? answer : ((answer as { content?: Named[] }).content ?? [])

/** Choices that a call finds by what was typed. */
export const found =
  <const S extends EndpointSpec>(endpoint: S, ask: (typed: string) => RequestOf<S>): SearchOptions =>
  async (typed, signal) =>
    rowsOf(await call(endpoint as EndpointSpec, ask(typed) as never, { signal })).map(toOption)

/** As many as a page of a list has at most. */
const mostNamed = 100

/** Names of the chosen ones by their ids: a copied link must show them and no numbers. */
export const naming =
  <const S extends EndpointSpec>(
    endpoint: S,
    ask: (ids: number[]) => RequestOf<S>,
    /** Whom a row names, where it is not the row itself. */
    of: (row: never) => Named | null = (row) => row,
  ) =>
  (codes: readonly string[]): Naming => ({
    ...query(endpoint as EndpointSpec, ask(codes.slice(0, mostNamed).map(Number)) as never),
    optionsOf: (answer) =>
      rowsOf(answer)
        .flatMap((row) => of(row as never) ?? [])
        .map(toOption),
  })

/** Partners as choices: all that the person may see, found by name. */
export const partnerChoices: Choices = { from: listPartners, search: searchPartners }

/** Regions of the country as choices. */
export const regionChoices: Choices = { from: listRegions }
