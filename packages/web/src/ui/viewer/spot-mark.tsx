import type { Spot } from './page-layout.ts'
import styles from './viewer.module.css'

const percent = (part: number) => `${part * 100}%`
/** Room around the letters, in parts of the page. */
const margin = 0.004

/** The frame around a place of the page; the place is in parts of the element around it. */
export function SpotMark({ spot: { x, y, width, height } }: { spot: Spot }) {
  return (
    <span
      className={styles.spot}
      data-spot=""
      aria-hidden="true"
      style={{
        left: percent(x - margin),
        top: percent(y - margin),
        width: percent(width + 2 * margin),
        height: percent(height + 2 * margin),
      }}
    />
  )
}
