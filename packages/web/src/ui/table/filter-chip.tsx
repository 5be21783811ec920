import type { ReactNode } from 'react'
import { CheckList } from '../select/check-list.tsx'
import { cx } from '../class-names.ts'
import styles from './filter-chip.module.css'
import { Icon } from '../icon.tsx'
import type { Option, SearchOptions } from '../select/option-search.ts'
import { Popover } from '../overlay/popover.tsx'

type ChipProps = {
  label: string
  /** The value in words; null when the filter does not restrict. */
  value: string | null
  onClear: () => void
  children: (close: () => void) => ReactNode
}

/** A filter of a list: shows its value, opens a panel, × clears it (as Backspace and Delete do). */
export function FilterChip({ label, value, onClear, children }: ChipProps) {
  return (
    <Popover
      label={label}
      trigger={(props, open) => (
        <span
          className={cx(styles.chip, (value !== null || open) && styles.on, value !== null && styles.valued)}
        >
          <button
            {...props}
            type="button"
            className={styles.open}
            title={value === null ? undefined : `${label}: ${value}`}
            onKeyDown={(event) => {
              if (value !== null && (event.key === 'Backspace' || event.key === 'Delete')) onClear()
            }}
          >
            {value === null ? (
              label
            ) : (
              <>
                {label}: <b>{value}</b>
              </>
            )}
          </button>
          {value !== null && (
            <button
              type="button"
              className={styles.clear}
              aria-label={`Убрать фильтр «${label}»`}
              onClick={() => {
                onClear()
                props.ref.current?.focus()
              }}
            >
              <Icon name="close" size={10} />
            </button>
          )}
        </span>
      )}
    >
      {children}
    </Popover>
  )
}

/** The value of a filter by codes in words: at most two names, then «+ N». */
export function namesOf(codes: readonly string[], options: readonly Option[]): string | null {
  if (codes.length === 0) return null
  const names = codes.slice(0, 2).map((code) => options.find((o) => o.code === code)?.name ?? code)
  return names.join(', ') + (codes.length > 2 ? ` + ${codes.length - 2}` : '')
}

/** A filter by several choices of a dictionary or of a server search. */
export function CodesFilterChip({
  label,
  options,
  known = [],
  value,
  onChange,
  search,
  onPick,
  names = [...options, ...known],
}: {
  label: string
  options: readonly Option[]
  /** Names of chosen options that `options` may lack, e.g. found by an earlier search. */
  known?: readonly Option[]
  value: readonly string[]
  onChange: (codes: string[]) => void
  search?: SearchOptions
  onPick?: (option: Option) => void
  /** How the chosen ones are called, where the options tell more than their names. */
  names?: readonly Option[]
}) {
  return (
    <FilterChip label={label} value={namesOf(value, names)} onClear={() => onChange([])}>
      {() => (
        <CheckList
          label={label}
          options={options}
          value={value}
          onChange={onChange}
          {...(search ? { search } : {})}
          {...(onPick ? { onPick } : {})}
        />
      )}
    </FilterChip>
  )
}

/** The row of chips above a list; `end` stands at the right edge (saved views). */
export function FilterBar({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className={styles.filters} role="group" aria-label="Фильтры">
      {children}
      {end && <div className={styles.end}>{end}</div>}
    </div>
  )
}
