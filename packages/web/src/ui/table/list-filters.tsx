import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import styles from './filter-chip.module.css'
import { CodesFilterChip, FilterBar, FilterChip, namesOf } from './filter-chip.tsx'
import type { Option, SearchOptions } from '../select/option-search.ts'
import { RangeChip } from './range-chip.tsx'
import { type RangeKind, rangeText } from './range-chip-logic.ts'
import { SearchInput } from '../input/search-input.tsx'
import { ToggleChip } from './toggle-chip.tsx'

/** One filter of a list: how it is set, and how it reads. */
export interface ListFilter {
  readonly key: string
  readonly label: string
  /** Its value in words; null while it does not restrict. */
  readonly value: string | null
  readonly control: ReactNode
  /** Shown in a wide window alone. */
  readonly isMinor?: boolean
}

/** The list whose state in the URL has the filter: what `useListState` answers. */
interface Held<K extends string, V> {
  readonly filters: { readonly [N in K]: V }
  readonly setFilter: (name: K, value: V) => void
}

/** The search field of a list; `placeholder` is shorter than the label where the field is narrow. */
export function searchFilter<K extends string>(
  { filters, setFilter }: Held<K, string>,
  name: K,
  { label, placeholder = label }: { label: string; placeholder?: string },
): ListFilter {
  return {
    key: name,
    label: 'Поиск',
    value: filters[name] || null,
    control: (
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={filters[name]}
        onSearch={(text) => setFilter(name, text)}
      />
    ),
  }
}

/** How the options of a filter are found and named. */
interface Choice {
  readonly options: readonly Option[]
  /** Names of chosen options that `options` may lack; with `search`, only the chosen ones of these are shown at first. */
  readonly known?: readonly Option[]
  readonly search?: SearchOptions
  readonly onPick?: (option: Option) => void
  /** How the chosen ones are called in words, where the options tell more than their names. */
  readonly names?: readonly Option[]
}

function chips(
  key: string,
  label: string,
  { options, known = [], search, onPick, names = [...options, ...known] }: Choice,
  chosen: readonly string[],
  onChange: (codes: string[]) => void,
): ListFilter {
  return {
    key,
    label,
    value: namesOf(chosen, names),
    control: (
      <CodesFilterChip
        label={label}
        options={options}
        known={known}
        names={names}
        value={chosen}
        onChange={onChange}
        {...(search && { search })}
        {...(onPick && { onPick })}
      />
    ),
  }
}

/** A filter by several codes of a dictionary or of a search on the server. */
export const codesFilterOf = <K extends string, F extends { readonly [N in K]: readonly string[] }>(
  list: { readonly filters: F; readonly setFilter: (name: K, value: F[K]) => void },
  name: K,
  label: string,
  choice: Choice,
): ListFilter =>
  // The options are of the filter's own codes.
  chips(name, label, choice, list.filters[name], (codes) =>
    list.setFilter(name, codes as readonly string[] as F[K]),
  )

/** The same where one code at a time is asked for: the last one chosen counts. */
export const codeFilterOf = <K extends string>(
  { filters, setFilter }: Held<K, string>,
  name: K,
  label: string,
  choice: Choice,
): ListFilter =>
  chips(name, label, choice, filters[name] === '' ? [] : [filters[name]], (codes) =>
    setFilter(name, codes.at(-1) ?? ''),
  )

/** A filter that is on or off; in words it is «label: value». */
export function toggleFilter<K extends string>(
  { filters, setFilter }: Held<K, boolean>,
  name: K,
  text: string,
  words: { label: string; value: string },
): ListFilter {
  return {
    key: name,
    label: words.label,
    value: filters[name] ? words.value : null,
    control: (
      <ToggleChip value={filters[name]} onChange={(on) => setFilter(name, on)}>
        {text}
      </ToggleChip>
    ),
  }
}

/** A filter between two days or sums, each end a filter of the list by itself. */
export function rangeFilter<F extends string, T extends string>(
  list: {
    readonly filters: { readonly [N in F | T]: string }
    readonly setFilters: (values: { [N in F | T]: string }) => void
  },
  [from, to]: readonly [F, T],
  label: string,
  kind: RangeKind,
): ListFilter {
  const { filters, setFilters } = list
  return {
    key: from,
    label,
    value: rangeText(kind, filters[from], filters[to]),
    control: (
      <RangeChip
        label={label}
        kind={kind}
        from={filters[from]}
        to={filters[to]}
        onChange={(first, last) => setFilters({ [from]: first, [to]: last } as { [N in F | T]: string })}
      />
    ),
  }
}

/** A filter with a panel of its own; the panel closes itself. */
export const panelFilter = (
  label: string,
  value: string | null,
  onClear: () => void,
  panel: (close: () => void) => ReactNode,
): ListFilter => ({
  key: label,
  label,
  value,
  control: (
    <FilterChip label={label} value={value} onClear={onClear}>
      {panel}
    </FilterChip>
  ),
})

/** A filter that only a link sets: it is shown while it restricts, pressed, and a press takes it off. */
export const linkedFilter = (label: string, value: string | null, onClear: () => void): ListFilter => ({
  key: label,
  label,
  value,
  control: value !== null && (
    <ToggleChip value onChange={onClear}>
      {label}: {value}
    </ToggleChip>
  ),
})

/** The bar of filters above a list: search, chips, «Сбросить» while anything restricts; `end` stands at the right edge. */
export function ListFilters({
  filters,
  onReset,
  end,
}: {
  filters: readonly ListFilter[]
  /** Null while nothing restricts. */
  onReset: (() => void) | null
  end?: ReactNode
}) {
  return (
    <FilterBar end={end}>
      {filters.map(({ key, control, isMinor }) => (
        <span key={key} className={cx(styles.filter, isMinor && styles.minor)}>
          {control}
        </span>
      ))}
      {onReset && (
        <Button look="link" onClick={onReset}>
          Сбросить
        </Button>
      )}
    </FilterBar>
  )
}

/** The filters in words, for a list that is empty because of them. */
export const filterWords = (filters: readonly ListFilter[]): string[] =>
  filters.flatMap(({ label, value }) => (value === null ? [] : [`${label}: ${value}`]))
