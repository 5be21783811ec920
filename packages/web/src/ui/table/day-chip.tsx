import { useState } from 'react'
import { Button } from '../button.tsx'
import { DateInput } from '../input/date-input.tsx'
import { FilterChip } from './filter-chip.tsx'
import { formatDate } from '#lib/dates.ts'
import styles from './range-chip.module.css'
import { isRangeEnd } from './range-chip-logic.ts'

const isDay = (day: string) => isRangeEnd('day', day)

/** A day to look at: the field applies itself when the day is whole. */
function DayPanel({
  label,
  value,
  onApply,
}: {
  label: string
  value: string
  onApply: (day: string) => void
}) {
  const [day, setDay] = useState(value)
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (isDay(day)) onApply(day)
      }}
    >
      <DateInput aria-label={label} value={day} onChange={setDay} invalid={day.length >= 10 && !isDay(day)} />
      <Button type="submit" look="primary" disabled={!isDay(day)}>
        Применить
      </Button>
    </form>
  )
}

/** A filter by one day; no day is an empty text. */
export function DayChip({
  label,
  panelLabel,
  value,
  onChange,
}: {
  label: string
  /** Of the field in the panel. */
  panelLabel: string
  value: string
  onChange: (day: string) => void
}) {
  return (
    <FilterChip label={label} value={value === '' ? null : formatDate(value)} onClear={() => onChange('')}>
      {(close) => (
        <DayPanel
          label={panelLabel}
          value={value}
          onApply={(day) => {
            onChange(day)
            close()
          }}
        />
      )}
    </FilterChip>
  )
}
