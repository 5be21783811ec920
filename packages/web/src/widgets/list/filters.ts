import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { Option, SearchOptions } from '#ui/select/option-search.ts'
import {
  codesFilterOf,
  dayChipFilter,
  linkedFilter,
  type ListFilter,
  rangeFilter,
  searchFilter,
  toggleFilter,
} from '#ui/table/list-filters.tsx'
import {
  checkedFilter,
  codesFilter,
  dayFilter,
  type FilterCodec,
  flagFilter,
  countFilter,
  moneyFilter,
  percentFilter,
  textFilter,
  timeFilter,
} from '#ui/table/list-state.ts'
import type { RangeKind } from '#ui/table/ranges/range-chip-logic.ts'

/** Values of filters by their names in the address. */
export type Values = Readonly<Record<string, unknown>>

/** The state that a filter reads and changes. */
export interface Held {
  readonly filters: Values
  readonly setFilters: (values: Record<string, unknown>) => void
}

/** Where the choices of a filter come from. */
export type Choices =
  | readonly Option[]
  | {
      /** A call that answers all of them; it is made after the first page, by those who may make it. */
      readonly from?: EndpointSpec
      readonly params?: Readonly<Record<string, string>>
      /** A dictionary by its code. */
      readonly dictionary?: string
      /** Finds them on the server as the person types. */
      readonly search?: SearchOptions
      /** Names of the chosen ones that a copied link asks for. */
      readonly named?: (codes: readonly string[]) => Naming
    }
/** A query that answers options. */
export type Naming = Pick<UseQueryOptions, 'queryKey' | 'queryFn'> & {
  readonly optionsOf: (answer: never) => readonly Option[]
}

/** What the kit knows of the choices of a filter now. */
export interface Known {
  readonly options: readonly Option[]
  readonly known: readonly Option[]
  readonly search?: SearchOptions | undefined
  readonly onPick: (option: Option) => void
}

/** One filter of a list as data: how it stands in the address, what the server is asked, how it is set and reads. */
export interface Filter<V, A> {
  readonly codecs: Readonly<Record<string, FilterCodec<unknown>>>
  /** Its part of the server's filter; nothing while it does not restrict. */
  readonly ask: (values: Values) => Values
  readonly chip: (list: Held, known: Known) => ListFilter
  readonly choices?: Choices
  /** For the types alone: what the address holds and what the server is asked. */
  readonly types?: { readonly values: V; readonly asked: A }
}
type Of<K extends string, T> = Readonly<Record<K, T>>
type Maybe<K extends string, T> = { readonly [P in K]?: T }

const one = <T>(name: string, codec: FilterCodec<T>) => ({ [name]: codec as FilterCodec<unknown> })

/** What the server is asked under a name; nothing for what is empty. */
const asked = (name: string, value: unknown): Values =>
  value === '' || value === false || (Array.isArray(value) && value.length === 0) ? {} : { [name]: value }

const held = ({ filters, setFilters }: Held) => ({
  filters: filters as Readonly<Record<string, never>>,
  setFilter: (name: string, value: unknown) => setFilters({ [name]: value }),
  setFilters,
})

interface As<N extends string> {
  /** What the server calls it, where it is not what the address does. */
  readonly as?: N
}

/** The search field of a list. */
export const search = <const K extends string, const N extends string = K>(
  name: K,
  label: string,
  { as, placeholder }: As<N> & { readonly placeholder?: string } = {},
): Filter<Of<K, string>, Maybe<N, string>> => ({
  codecs: one(name, textFilter),
  ask: (values) => asked(as ?? name, values[name]),
  chip: (list) =>
    searchFilter<string>(held(list), name, { label, ...(placeholder !== undefined && { placeholder }) }),
})

const chosenChip =
  (name: string, label: string) =>
  (list: Held, { options, known, search: find, onPick }: Known): ListFilter =>
    codesFilterOf<string, Record<string, readonly string[]>>(held(list), name, label, {
      options,
      known,
      names: known,
      ...(find && { search: find, onPick }),
    })

/** Several codes of a dictionary. */
export const codes = <const K extends string, const N extends string = K>(
  name: K,
  label: string,
  choices: Choices = [],
  { as }: As<N> = {},
): Filter<Of<K, string[]>, Maybe<N, string[]>> => ({
  codecs: one(name, codesFilter),
  ask: (values) => asked(as ?? name, values[name]),
  chip: chosenChip(name, label),
  choices,
})

const isId = (code: string) => /^[1-9]\d{0,8}$/.test(code)

/** Several ids; what is none is dropped from the address, since the server would refuse it. */
export const ids = <const K extends string, const N extends string = K>(
  name: K,
  label: string,
  choices: Choices = [],
  { as }: As<N> = {},
): Filter<Of<K, string[]>, Maybe<N, number[]>> => ({
  codecs: one(name, { ...codesFilter, parse: (raw) => codesFilter.parse(raw).filter(isId) }),
  ask: (values) => asked(as ?? name, (values[name] as string[]).map(Number)),
  chip: chosenChip(name, label),
  choices,
})

const optionsOf = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([code, text]) => ({ code, name: text }))

/** Several of a closed list of words; what is none of them is dropped from the address. */
export const words = <const K extends string, const W extends string, const N extends string = K>(
  name: K,
  label: string,
  all: Readonly<Record<W, string>>,
  { as }: As<N> = {},
): Filter<Of<K, W[]>, Maybe<N, W[]>> => ({
  codecs: one(name, {
    ...codesFilter,
    parse: (raw) => codesFilter.parse(raw).filter((code) => Object.hasOwn(all, code)),
  }),
  ask: (values) => asked(as ?? name, values[name]),
  chip: chosenChip(name, label),
  choices: optionsOf(all),
})

interface Single<N extends string> extends As<N> {
  /** Other filters that mean nothing once this one is changed. */
  readonly clears?: readonly string[]
}

/** One choice at a time: the last one chosen counts. `isRight` drops from the address what the server would refuse. */
const single = (
  name: string,
  label: string,
  { isRight = () => true, clears = [] }: { isRight?: (raw: string) => boolean; clears?: readonly string[] },
) => ({
  codecs: one(name, checkedFilter(isRight)),
  chip: (list: Held, { options, known, search: find, onPick }: Known): ListFilter => {
    const value = list.filters[name] as string
    const set = (picked: unknown) =>
      list.setFilters({
        ...Object.fromEntries(clears.map((other) => [other, []])),
        [name]: (picked as string[]).at(-1) ?? '',
      })
    return codesFilterOf<string, Record<string, readonly string[]>>(
      { filters: { [name]: value === '' ? [] : [value] }, setFilter: (_, picked) => set(picked) },
      name,
      label,
      { options, known, names: known, ...(find && { search: find, onPick }) },
    )
  },
})

/** One code of a dictionary. */
export const code = <const K extends string, const N extends string = K>(
  name: K,
  label: string,
  choices: Choices = [],
  { as, ...rest }: Single<N> & { readonly isRight?: (raw: string) => boolean } = {},
): Filter<Of<K, string>, Maybe<N, string>> => ({
  ...single(name, label, rest),
  ask: (values) => asked(as ?? name, values[name]),
  choices,
})

/** One id. */
export const id = <const K extends string, const N extends string = K>(
  name: K,
  label: string,
  choices: Choices,
  { as }: As<N> = {},
): Filter<Of<K, string>, Maybe<N, number>> => ({
  ...single(name, label, { isRight: isId }),
  ask: (values) => (values[name] === '' ? {} : { [as ?? name]: Number(values[name]) }),
  choices,
})

/** One of a closed list of words. */
export const word = <const K extends string, const W extends string, const N extends string = K>(
  name: K,
  label: string,
  all: Readonly<Record<W, string>>,
  { as, clears }: Single<N> = {},
): Filter<Of<K, W | ''>, Maybe<N, W>> => ({
  ...single(name, label, { isRight: (raw) => Object.hasOwn(all, raw), ...(clears && { clears }) }),
  ask: (values) => asked(as ?? name, values[name]),
  choices: optionsOf(all),
})

/** On or off; in words it is «label: value». One that widens the list never makes it empty. */
export const flag = <const K extends string, const N extends string = K, const T = true>(
  name: K,
  text: string,
  {
    label,
    value,
    widens = false,
    as,
    on,
  }: As<N> & { readonly label: string; readonly value: string; readonly widens?: boolean; readonly on?: T },
): Filter<Of<K, boolean>, Maybe<N, T>> => ({
  codecs: one(name, flagFilter),
  ask: (values) => (values[name] === true ? { [as ?? name]: on ?? true } : {}),
  chip: (list) => {
    const chip = toggleFilter<string>(held(list), name, text, { label, value })
    return widens ? { ...chip, value: null } : chip
  },
})

const rangeCodecs = {
  day: dayFilter,
  money: moneyFilter,
  percent: percentFilter,
  count: countFilter,
  time: timeFilter,
} as const

/** Between two days, numbers or times: each end has a name in the address, and its own for the server where `as` gives one. */
export const range = <
  const F extends string,
  const T extends string,
  const AF extends string = F,
  const AT extends string = T,
>(
  label: string,
  kind: RangeKind,
  [from, to]: readonly [F, T],
  { as, hint }: { readonly as?: readonly [AF, AT]; readonly hint?: string } = {},
): Filter<Of<F | T, string>, Maybe<AF | AT, string>> => {
  const codec = rangeCodecs[kind]
  const [askedFrom, askedTo] = as ?? [from, to]
  return {
    codecs: { ...one(from, codec), ...one(to, codec) },
    ask: (values) => ({ ...asked(askedFrom, values[from]), ...asked(askedTo, values[to]) }),
    chip: (list) => rangeFilter<string, string>(held(list), [from, to], label, { kind, hint }),
  }
}

/** One day, `?on=2026-11-20`; `panelLabel` names its field. */
export const onDay = <const K extends string>(
  name: K,
  label: string,
  panelLabel: string,
): Filter<Of<K, string>, Maybe<K, string>> => ({
  codecs: one(name, dayFilter),
  ask: (values) => asked(name, values[name]),
  chip: (list) => dayChipFilter<string>(held(list), name, { label, panelLabel }),
})

/** What only a link sets, such as a figure of the desktop: shown while it restricts, and a press takes it off. */
export const linked = <V extends Values, const A extends Values>(
  codecs: { readonly [K in keyof V & string]: FilterCodec<V[K]> },
  {
    label,
    value,
    ask,
  }: {
    readonly label: string
    readonly value: (values: V, options: readonly Option[]) => string | null
    readonly ask: (values: V) => A
  },
): Filter<V, Partial<A>> => ({
  codecs: codecs,
  ask: (values) => ask(values as V),
  chip: (list, { options }) =>
    linkedFilter(label, value(list.filters as V, options), () =>
      list.setFilters(Object.fromEntries(Object.entries(codecs).map(([name, { empty }]) => [name, empty]))),
    ),
})

/** A filter that is the first to go under «Ещё»: it is in the delivered views too, or is seldom needed. */
export const minor = <V, A>(filter: Filter<V, A>): Filter<V, A> => ({
  ...filter,
  chip: (list, known) => ({ ...filter.chip(list, known), isMinor: true }),
})

/** Any filter: lists differ in what theirs hold. */
export type AnyFilter = Filter<unknown, unknown>
type Both<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type TypesOf<F extends AnyFilter> = NonNullable<F['types']>
/** What the address holds of these filters. */
export type ValuesOf<F extends readonly AnyFilter[]> = [F[number]] extends [never]
  ? Values
  : Both<TypesOf<F[number]>['values']>
/** What the server is asked by these filters. */
export type AskedOf<F extends readonly AnyFilter[]> = [F[number]] extends [never]
  ? Values
  : Both<TypesOf<F[number]>['asked']>

/** Everything of the server's filter that the values ask for. */
export const askedBy = (filters: readonly AnyFilter[], values: Values): Values =>
  Object.assign({}, ...filters.map((filter) => filter.ask(values)))
