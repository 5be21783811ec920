import { type ReactNode, useId } from 'react'
import styles from './approvers.module.css'

/** A control with its label above, outside a form. */
export function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div className={styles.labelled}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
