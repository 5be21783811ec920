import { useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { isRangeEnd } from '#ui/table/range-chip-logic.ts'
import { panel } from '#widgets/list/filters.ts'
import styles from './document-rules.module.css'

const isDay = (day: string) => isRangeEnd('day', day)

/** A day to look at: the field applies itself when the day is whole. */
export function DayPanel({
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
      className={styles.dayPanel}
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

/** The rules as they are on a day, `?on=2026-11-20`. */
export const dayFilter = panel(['on'], {
  isRight: isDay,
  label: () => 'На дату',
  value: ({ on }) => (on === '' ? null : formatDate(on)),
  ask: ({ on }) => (on === '' ? {} : { on }),
  content: ({ on }, apply) => (
    <DayPanel label="Правила на дату" value={on} onApply={(day) => apply({ on: day })} />
  ),
})
