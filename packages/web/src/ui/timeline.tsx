import type { ReactNode } from 'react'
import styles from './status.module.css'

/** One change of one field; an empty side is shown as «−». */
export type TimelineChange = { label: string; before: string | null; after: string | null }
/** One entry of a history: what happened, who and when. */
export type TimelineEntry = {
  id: string
  changes?: TimelineChange[]
  text?: ReactNode
  by: string
  at: string
  /** Under who and when: a link. */
  more?: ReactNode
}

/** Entries of a history, newest first as given: «Лимит 15 → 20», «Кузнецова М. В., сегодня 10:14». */
export function Timeline({ entries }: { entries: TimelineEntry[] }) {
  return (
    <ol className={styles.timeline}>
      {entries.map((entry) => (
        <li key={entry.id} className={styles.entry}>
          <div className={styles.entryText}>
            {entry.text}
            {entry.changes?.map((change) => (
              <span key={`${change.label} ${change.before} ${change.after}`} className={styles.change}>
                {change.label} {change.before || '−'} → <b>{change.after || '−'}</b>
              </span>
            ))}
            <div className="muted small">
              {entry.by}, {entry.at}
            </div>
            {entry.more}
          </div>
        </li>
      ))}
    </ol>
  )
}
