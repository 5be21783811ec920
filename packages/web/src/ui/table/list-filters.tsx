import { type FocusEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { Button } from '../button.tsx'
import { cx } from '../class-names.ts'
import styles from './filter-chip.module.css'
import { CodesFilterChip, namesOf } from './filter-chip.tsx'
import { Popover } from '../overlay/popover.tsx'
import { rowParts, useFitting } from '../fitting/use-fitting.ts'
import type { Option, SearchOptions } from '../select/option-search.ts'
import { Icon } from '../icon.tsx'
import { DayChip } from './ranges/day-chip.tsx'
import { RangeChip } from './ranges/range-chip.tsx'
import { type RangeKind, rangeText } from './ranges/range-chip-logic.ts'
import { SearchInput } from '../input/search-input.tsx'
import { ToggleChip } from './toggle-chip.tsx'

/** One filter of a list: how it is set, and how it reads. */
export interface ListFilter {
  readonly key: string
  readonly label: string
  /** Its value in words; null while it does not restrict. */
  readonly value: string | null
  readonly control: ReactNode
  /** The first to go under «Ещё» where the row has no room. */
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

/** A filter between two days, sums or times, each end a filter of the list by itself. */
export function rangeFilter<F extends string, T extends string>(
  list: {
    readonly filters: { readonly [N in F | T]: string }
    readonly setFilters: (values: { [N in F | T]: string }) => void
  },
  [from, to]: readonly [F, T],
  label: string,
  { kind, hint }: { kind: RangeKind; hint?: string | undefined },
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
        hint={hint}
        from={filters[from]}
        to={filters[to]}
        onChange={(first, last) => setFilters({ [from]: first, [to]: last } as { [N in F | T]: string })}
      />
    ),
  }
}

/** A filter by one day. */
export const dayChipFilter = <K extends string>(
  { filters, setFilter }: Held<K, string>,
  name: K,
  { label, panelLabel }: { label: string; panelLabel: string },
): ListFilter => ({
  key: label,
  label,
  value: filters[name] === '' ? null : formatDate(filters[name]),
  control: (
    <DayChip
      label={label}
      panelLabel={panelLabel}
      value={filters[name]}
      onChange={(day) => setFilter(name, day)}
    />
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

/** What the row of filters keeps between them, px. */
const gap = 8

/** What must stay, what restricts now, the others, and those that are seldom needed. */
const rankOf = ({ value, isMinor = false }: ListFilter, at: number): number =>
  at === 0 ? 0 : value !== null ? 1 : isMinor ? 3 : 2

/** Those without room in the row, under one button that says how many of them restrict. */
function MoreFilters({
  filters,
  measured,
  onOpenChange,
}: {
  filters: readonly ListFilter[]
  measured: ReturnType<typeof useFitting>['measured']
  onOpenChange: (open: boolean) => void
}) {
  const set = filters.filter(({ value }) => value !== null).length
  return (
    <Popover
      label="Ещё фильтры"
      onOpenChange={onOpenChange}
      trigger={(props, open) => (
        <span className={cx(styles.chip, (set > 0 || open) && styles.on)}>
          <button {...props} type="button" className={cx(styles.open, styles.more)}>
            Ещё{set > 0 && `: ${set}`}
            <Icon name="down" size={12} />
          </button>
        </span>
      )}
    >
      {() => (
        <div className={styles.rest}>
          {filters.map(({ key, control }) => (
            <div key={key} ref={measured(key)} className={styles.filter}>
              {control}
            </div>
          ))}
        </div>
      )}
    </Popover>
  )
}

/** Keeps the focus in the row when what has it goes, e.g. a cleared chip under «Ещё»: then «Ещё» has it, or the first of the row. */
function useKeptFocus() {
  const focused = useRef<{ readonly row: HTMLElement; readonly part: Element }>(null)
  useLayoutEffect(() => {
    const was = focused.current
    if (was === null || was.part.isConnected) return
    focused.current = null
    if (document.activeElement !== document.body) return
    const heir = was.row.querySelector(`[data-fits="${rowParts.more}"]`) ?? was.row
    heir.querySelector<HTMLElement>('button, input')?.focus()
  })
  return {
    onFocus: ({ currentTarget: row, target }: FocusEvent<HTMLElement>) => {
      const part = target.closest('[data-fits]')
      focused.current = part && { row, part }
    },
    // React tells no blur of what it takes out itself.
    onBlur: () => {
      focused.current = null
    },
  }
}

/**
 * The row of filters above a list: search, chips, «Сбросить» while anything restricts; `end` stands at the right edge. It
 * stays one row: chips without room go under «Ещё», those that restrict the last.
 */
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
  const [isMoreOpen, setMoreOpen] = useState(false)
  const keptFocus = useKeptFocus()
  const all = filters.filter(({ control }) => control !== false)
  const wanted = all.map((filter, at) => ({ key: filter.key, rank: rankOf(filter, at) }))
  const { hidden, measured } = useFitting(wanted, { gap, isHeld: isMoreOpen })
  const out = all.filter(({ key }) => hidden?.has(key))
  return (
    <div
      ref={measured(rowParts.frame)}
      className={cx(styles.filters, styles.row, hidden === null && styles.unmeasured)}
      role="group"
      aria-label="Фильтры"
      {...keptFocus}
    >
      {all.map(({ key, control }) =>
        hidden?.has(key) ? null : (
          <div key={key} ref={measured(key)} className={styles.filter}>
            {control}
          </div>
        ),
      )}
      {out.length > 0 && (
        <div ref={measured(rowParts.more)} className={styles.filter}>
          <MoreFilters filters={out} measured={measured} onOpenChange={setMoreOpen} />
        </div>
      )}
      {onReset && (
        <div ref={measured(rowParts.reset)} className={styles.filter}>
          <Button look="link" onClick={onReset}>
            Сбросить
          </Button>
        </div>
      )}
      {end && (
        <div ref={measured(rowParts.end)} className={styles.end}>
          {end}
        </div>
      )}
    </div>
  )
}

/** The filters in words, for a list that is empty because of them. */
export const filterWords = (filters: readonly ListFilter[]): string[] =>
  filters.flatMap(({ label, value }) => (value === null ? [] : [`${label}: ${value}`]))
