import type { ObjectReview } from '@ipoteka-office/contract/underwriting/objects/object-review.ts'
import { type ObjectTab, objectTabs, tabOf } from './object-tabs.ts'
import styles from './mortgage.module.css'

/** What keeps an object from being accepted, each line leading to the tab where it is dealt with. */
export function HoldsList({
  holds,
  onTab,
}: {
  holds: ObjectReview['holds']
  onTab: (tab: ObjectTab) => void
}) {
  if (holds.length === 0) return null
  return (
    <ul className={styles.holds}>
      {holds.map(({ part, text }) => (
        <li key={`${part} ${text}`}>
          <button type="button" className={styles.hold} onClick={() => onTab(tabOf(part))}>
            {objectTabs[tabOf(part)].label}
          </button>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
