import {
  type DelayMark,
  delayMarks,
  worstOf,
} from '@ipoteka-office/contract/underwriting/bureaus/credit-bureaus.ts'
import { cx } from '#ui/class-names.ts'
import { formatDate } from '#lib/dates.ts'
import styles from './delay-strip.module.css'

const tones: Readonly<Record<DelayMark, string | undefined>> = {
  '-': styles.none,
  '0': styles.paid,
  '1': styles.late,
  '2': styles.later,
  '3': styles.later,
  '4': styles.bad,
}
const places = [...Array.from({ length: 24 }).keys()]

/** How a credit was paid in the last two years, a month a mark, the latest on the right; the worst of it in words. */
export function DelayStrip({ strip, asOf }: { strip: string; asOf: string }) {
  const worst = delayMarks[worstOf(strip)]
  const words = `Два года до ${formatDate(asOf)}, худшее: ${worst}`
  return (
    <span className={styles.strip} role="img" aria-label={words} title={words}>
      {places.map((at) => {
        const mark = (strip[places.length - 1 - at] ?? '-') as DelayMark
        return <i key={at} className={cx(tones[mark])} />
      })}
    </span>
  )
}
