import styles from './completeness.module.css'

const radius = 34
const length = 2 * Math.PI * radius

/** How far a case is: accepted over provided, with the percent in words inside. */
export function CompletenessRing({ percent, provided }: { percent: number; provided: number }) {
  const arc = (share: number) => `${(length * share) / 100} ${length}`
  return (
    <div
      className={styles.ring}
      role="progressbar"
      aria-label="Комплектность: принято"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <svg viewBox="0 0 80 80" width="80" height="80" aria-hidden="true" focusable="false">
        <circle className={styles.ringTrack} cx="40" cy="40" r={radius} />
        <circle className={styles.ringProvided} cx="40" cy="40" r={radius} strokeDasharray={arc(provided)} />
        <circle className={styles.ringAccepted} cx="40" cy="40" r={radius} strokeDasharray={arc(percent)} />
      </svg>
      <b>{percent}&nbsp;%</b>
    </div>
  )
}
