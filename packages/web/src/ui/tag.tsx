import type { ReactNode } from 'react'
import { cx } from './class-names.ts'
import styles from './status.module.css'

/** Colours a mark may have; a word always stands beside the colour. */
export type Tone = 'neutral' | 'green' | 'red' | 'amber' | 'blue'

/** A small label on a coloured ground. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.tag, styles[tone])}>{children}</span>
}
