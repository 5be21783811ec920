import type { ReactNode } from 'react'
import { useFold } from '#lib/use-fold.ts'
import { formatCount } from '#lib/digits.ts'
import styles from './fold.module.css'
import { Icon } from './icon.tsx'

/** A part of a card under a line with its name and count; the line folds it by a click or Enter, and the tab remembers it. */
export function Fold({
  name,
  count,
  note,
  memory,
  opensItself = false,
  children,
}: {
  name: string
  count?: number
  /** What is worth knowing of it while it is folded. */
  note?: ReactNode
  /** Tells it from other folds of the product, e.g. by the record it belongs to. */
  memory: string
  /** Open until the person has folded it. */
  opensItself?: boolean
  children: ReactNode
}) {
  const [open, setOpen] = useFold(memory, opensItself)
  return (
    <section className={styles.fold} aria-label={name}>
      <h3>
        <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'down' : 'right'} />
          <b>{name}</b>
          {count !== undefined && <span>{formatCount(count)}</span>}
          {note !== undefined && <span className={styles.note}>{note}</span>}
        </button>
      </h3>
      {open && children}
    </section>
  )
}
