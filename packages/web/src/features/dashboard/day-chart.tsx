import type { DayChart as Chart } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import { useMemo } from 'react'
import { formatDate } from '#lib/dates.ts'
import { formatCount } from '#lib/digits.ts'
import { BarChart } from '#ui/chart/chart.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './dashboard.module.css'

const tones = { CREATED: 'off', APPROVED: 'green', REJECTED: 'red' } as const

/** Cases by day; every bar is a link to the list with those rows. */
export function DayChart({ chart: { title, series } }: { chart: Chart }) {
  const drawn = useMemo(() => {
    const dates = (series[0]?.days ?? []).map(({ day }) => formatDate(day))
    return {
      places: dates.map((name) => ({ name, short: name.slice(0, 5) })),
      series: series.map(({ code, label, days }) => ({
        key: code,
        label,
        tone: tones[code],
        values: days.map(({ count }) => count),
        links: days.map(({ link }) => link),
      })),
    }
  }, [series])
  if (series.every(({ days }) => days.every(({ count }) => count === 0)))
    return <p className={styles.about}>За это время не поступило ни одной и не решено ни одной</p>
  return (
    <BarChart
      label={`${title} по дням`}
      placeLabel="День"
      {...drawn}
      layout="grouped"
      format={formatCount}
      formatScale={formatCount}
      Link={HrefLink}
    />
  )
}
