import type { ReactNode } from 'react'
import styles from './status.module.css'

/** A key of the keyboard: `<Kbd>Ctrl K</Kbd>`. */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className={styles.kbd}>{children}</kbd>
}
