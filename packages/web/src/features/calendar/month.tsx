import type { CalendarDay, CalendarYear } from '@ipoteka-office/contract/calendar/calendar.ts'
import { monthTitles } from '@ipoteka-office/contract/common/months.ts'
import { cx } from '#ui/class-names.ts'
import { Tooltip } from '#ui/overlay/tooltip.tsx'
import styles from './calendar.module.css'
import { dayLabel, daysOfMonth, kindOfDay, type MonthDay, monthTotal, weekDays } from './calendar-words.ts'

/** What the days of a year do when they are clicked; null: they are only looked at. */
export type OpenDay = ((day: MonthDay) => void) | null

/** One month as a grid of weeks. `reach` is the day that Tab comes to. */
export function Month({
  year,
  month,
  total,
  special,
  today,
  reach,
  onOpen,
}: {
  year: number
  month: number
  total: CalendarYear['total'] | undefined
  special: ReadonlyMap<string, CalendarDay>
  today: string
  reach: string
  onOpen: OpenDay
}) {
  const { empty, days } = daysOfMonth(year, month)
  return (
    <section className={styles.month} aria-label={`${monthTitles[month]} ${year}`}>
      <h2>{monthTitles[month]}</h2>
      <div className={styles.week} aria-hidden="true">
        {weekDays.map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <div className={styles.days}>
        {days.map((day, index) => (
          <Day
            key={day.day}
            day={day}
            special={special.get(day.day)}
            column={index === 0 ? empty + 1 : undefined}
            isToday={day.day === today}
            reachable={day.day === reach}
            onOpen={onOpen}
          />
        ))}
      </div>
      <p className={styles.total}>{total && monthTotal(total)}</p>
    </section>
  )
}

function Day({
  day,
  special,
  column,
  isToday,
  reachable,
  onOpen,
}: {
  day: MonthDay
  special: CalendarDay | undefined
  column: number | undefined
  isToday: boolean
  reachable: boolean
  onOpen: OpenDay
}) {
  const kind = kindOfDay(day, special)
  const differs = special !== undefined && special.kind !== 'USUAL'
  const button = (
    <button
      type="button"
      data-day={day.day}
      className={cx(
        styles.day,
        kind === 'DAY_OFF' && styles.off,
        kind === 'SHORT' && styles.short,
        differs && styles.differs,
        isToday && styles.today,
      )}
      tabIndex={reachable ? 0 : -1}
      aria-label={dayLabel(day, special)}
      aria-current={isToday ? 'date' : undefined}
      aria-disabled={onOpen === null}
      onClick={() => onOpen?.(day)}
    >
      {day.number}
      {kind === 'SHORT' && <sup aria-hidden="true">*</sup>}
    </button>
  )
  return (
    <div style={column === undefined ? undefined : { gridColumnStart: column }}>
      {special?.comment ? <Tooltip text={special.comment}>{button}</Tooltip> : button}
    </div>
  )
}
