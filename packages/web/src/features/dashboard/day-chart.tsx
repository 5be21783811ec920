import type { DayChart as Chart } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import { type KeyboardEvent, useRef, useState } from 'react'
import { formatDate } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { cx } from '#ui/class-names.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import { stepIn } from './chart-steps.ts'
import styles from './dashboard.module.css'

const dayAndMonth = (day: string) => formatDate(day).slice(0, 5)
const looks = { CREATED: styles.created, APPROVED: styles.approved, REJECTED: styles.rejected }

/** Round number at the top of the scale: 1, 2, 5, 10, 20, 50 … */
function scaleOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)))
  return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power
}

/**
 * Cases by day. Every bar is a link to the list with those rows; one bar of the chart is a stop of Tab, arrows go between
 * them.
 */
export function DayChart({ chart: { title, series } }: { chart: Chart }) {
  const [place, setPlace] = useState<readonly [day: number, row: number]>([0, 0])
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const days = series[0]?.days ?? []
  const nothing = series.every((one) => one.days.every(({ count }) => count === 0))
  const most = scaleOf(Math.max(1, ...series.flatMap((one) => one.days.map(({ count }) => count))))
  const move = (event: KeyboardEvent) => {
    const next = stepIn(event.key, place, days.length, series.length)
    if (next === null) return
    event.preventDefault()
    setPlace(next)
    box.current?.querySelector<HTMLElement>(`[data-place="${next.join('-')}"]`)?.focus()
  }
  if (nothing) return <p className={styles.about}>За это время не поступило ни одной и не решено ни одной</p>
  return (
    <>
      <div className={styles.legend} aria-hidden="true">
        {series.map(({ code, label }) => (
          <span key={code}>
            <i className={looks[code]} /> {label}
          </span>
        ))}
        <b className={styles.said}>{said}</b>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a group of links, not a set of fields */}
      <div ref={box} role="group" aria-label={`${title} по дням`} className={styles.chart} onKeyDown={move}>
        <span className={styles.scale} aria-hidden="true">
          {formatCount(most)}
        </span>
        {days.map(({ day }, dayIndex) => (
          <div key={day} className={styles.day}>
            <div className={styles.bars}>
              {series.map(({ code, label, days: counts }, row) => {
                const { count = 0, link = '' } = counts[dayIndex] ?? {}
                const words = `${label} ${formatDate(day)}: ${count}`
                return (
                  <HrefLink
                    key={code}
                    href={link}
                    aria-label={words}
                    data-place={`${dayIndex}-${row}`}
                    tabIndex={place[0] === dayIndex && place[1] === row ? 0 : -1}
                    onMouseEnter={() => setSaid(words)}
                    onFocus={() => {
                      setPlace([dayIndex, row])
                      setSaid(words)
                    }}
                    className={styles.bar}
                  >
                    <i
                      className={cx(looks[code], count === 0 && styles.none)}
                      style={{ height: `${(count / most) * 100}%` }}
                    />
                  </HrefLink>
                )
              })}
            </div>
            <span className={styles.date} aria-hidden="true">
              {dayAndMonth(day)}
            </span>
          </div>
        ))}
      </div>
    </>
  )
}
