import { Suspense } from 'react'
import { lazyOr } from '../late/lazy-or.tsx'
import { DelayedLoader } from '../loader.tsx'
import type { BarChartProps } from './chart-data.ts'
import { ChartTable } from './chart-table.tsx'
import styles from './chart.module.css'

// What draws comes with the first chart that is seen: no page waits for it. The table says the same where it does not come.
const LoadedBars = lazyOr<BarChartProps>(async () => (await import('./bar-chart.tsx')).BarChart, ChartTable)

/** Bars of a few rows of values with a scale, a legend, a way through them by arrows, and a table of the same. */
export function BarChart(props: BarChartProps) {
  return (
    <Suspense
      fallback={
        <div className={styles.place}>
          <DelayedLoader />
        </div>
      }
    >
      <LoadedBars {...props} />
    </Suspense>
  )
}
