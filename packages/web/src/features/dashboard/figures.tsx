import type { Figure } from '@ipoteka-office/contract/dashboard/dashboard.ts'
import type { ReactNode } from 'react'
import { formatCount } from '#lib/digits.ts'
import { cx } from '#ui/class-names.ts'
import { HrefLink } from '#widgets/href-link.tsx'
import styles from './dashboard.module.css'

/** A part of the desktop with its heading. */
export function Part({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {end}
      </header>
      {children}
    </section>
  )
}

/** Large numbers in a row; `loud` names those that are red when they are not zero. */
export function FigureStrip({ figures, loud }: { figures: readonly Figure[]; loud: readonly string[] }) {
  return (
    <div className={styles.strip}>
      {figures.map(({ label, count, link }) => (
        <HrefLink
          key={label}
          href={link}
          className={cx(styles.figure, count > 0 && loud.includes(label) && styles.loud)}
        >
          <b>{formatCount(count)}</b>
          <span>{label}</span>
        </HrefLink>
      ))}
    </div>
  )
}

/** Numbers one under another, each with what is said about it. */
export function FigureList({
  figures,
  loud = false,
}: {
  figures: readonly (Figure & { reasons?: readonly string[] })[]
  loud?: boolean
}) {
  return (
    <ul className={styles.list}>
      {figures.map(({ label, count, link, reasons = [] }) => (
        <li key={label}>
          <HrefLink href={link} className={styles.line}>
            <span>
              {label}
              {count > 0 && reasons.length > 0 && (
                <span className={styles.under}>{reasons.slice(0, 3).join(', ')}</span>
              )}
            </span>
            <b className={cx(loud && count > 0 && styles.loudNumber)}>{formatCount(count)}</b>
          </HrefLink>
        </li>
      ))}
    </ul>
  )
}

/** Open tasks of colleagues as bars: the longest has the most. */
export function LoadBars({ members }: { members: readonly Figure[] }) {
  const most = Math.max(1, ...members.map(({ count }) => count))
  return (
    <ul className={styles.list}>
      {members.map(({ label, count, link }) => (
        <li key={link}>
          <HrefLink href={link} className={styles.load}>
            <span>{label}</span>
            <span className={styles.track} aria-hidden="true">
              <i style={{ width: `${(count / most) * 100}%` }} />
            </span>
            <b>{formatCount(count)}</b>
          </HrefLink>
        </li>
      ))}
    </ul>
  )
}
