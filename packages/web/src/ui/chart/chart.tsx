import { type ComponentProps, lazy, Suspense } from 'react'
import { DelayedLoader } from '../loader.tsx'
import styles from './chart.module.css'

// What draws comes with the first chart that is seen: no page waits for it.
const LoadedBars = lazy(async () => ({ default: (await import('./bar-chart.tsx')).BarChart }))

/** Bars of a few rows of values with a scale, a legend, a way through them by arrows, and a table of the same. */
export function BarChart(props: ComponentProps<typeof LoadedBars>) {
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
