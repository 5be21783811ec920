import { useState } from 'react'
import { Button } from '../button.tsx'
import { DateInput } from '../input/date-input.tsx'
import styles from './range-chip.module.css'
import { isRangeEnd } from './range-chip-logic.ts'

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
