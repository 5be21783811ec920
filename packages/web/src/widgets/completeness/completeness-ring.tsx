import styles from './completeness-ring.module.css'

const radius = 14
const length = 2 * Math.PI * radius

/** How far a case is: accepted over provided. */
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
      title={`${percent}\u00a0%`}
    >
      <svg viewBox="0 0 36 36" width="34" height="34" aria-hidden="true" focusable="false">
        <circle className={styles.ringTrack} cx="18" cy="18" r={radius} />
        <circle className={styles.ringProvided} cx="18" cy="18" r={radius} strokeDasharray={arc(provided)} />
        <circle className={styles.ringAccepted} cx="18" cy="18" r={radius} strokeDasharray={arc(percent)} />
      </svg>
    </div>
  )
}
