import { type ReactNode, useEffect, useState } from 'react'
import styles from './loader.module.css'

/** True once `loading` has lasted `delay` ms (500 by default); false at once when it ends. */
export function useDelayed(loading: boolean, delay = 500): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (!loading) return
    const timer = setTimeout(() => setLate(true), delay)
    return () => clearTimeout(timer)
  }, [loading, delay])
  return loading && late
}

/** Shows its content (a spinner by default) only when loading lasts longer than `delay` ms. */
export function DelayedLoader({ delay = 500, children }: { delay?: number; children?: ReactNode }) {
  const late = useDelayed(true, delay)
  return (
    <div role="status" aria-live="polite">
      {late &&
        (children ?? (
          <div className={styles.center}>
            <span className={styles.spinner} aria-hidden="true" />
            Загрузка…
          </div>
        ))}
    </div>
  )
}

/** One grey line of a skeleton; `width` in per cent. */
export function SkeletonLine({ width = 100, height = 14 }: { width?: number; height?: number }) {
  return <span className={styles.bar} style={{ width: `${width}%`, height }} aria-hidden="true" />
}

const rows = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Rows of a list that is being loaded for the first time. */
export function SkeletonRows({ count = 8 }: { count?: number }) {
  return (
    <div className={styles.rows} aria-hidden="true">
      {rows(count).map((row) => (
        <div key={row} className={styles.row}>
          {[80, 60, 70, 90, 40].map((width) => (
            <SkeletonLine key={width} width={width - ((row * 7) % 20)} />
          ))}
        </div>
      ))}
    </div>
  )
}

/** The shape of a page that is being loaded: a list, or a form with its side panel. */
export function PageSkeleton({ kind }: { kind: 'list' | 'form' }) {
  return (
    <DelayedLoader>
      <span className="visually-hidden">Загрузка…</span>
      {kind === 'list' ? (
        <div className={styles.page}>
          <SkeletonLine width={30} height={28} />
          <SkeletonLine width={50} height={30} />
          <div className="card">
            <SkeletonRows />
          </div>
        </div>
      ) : (
        <div className={styles.page}>
          <div className={`card ${styles.pad}`}>
            <SkeletonLine width={40} height={28} />
          </div>
          <div className={styles.two}>
            <div className={`card ${styles.pad}`}>
              {rows(6).map((row) => (
                <SkeletonLine key={row} height={38} />
              ))}
            </div>
            <div className={`card ${styles.pad}`}>
              {rows(4).map((row) => (
                <SkeletonLine key={row} width={90 - row * 15} />
              ))}
            </div>
          </div>
        </div>
      )}
    </DelayedLoader>
  )
}
