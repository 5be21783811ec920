import { type ReactNode, useId } from 'react'
import styles from './form.module.css'

/** A card of a form or of a side panel; its sections are divided by lines. */
export function FormCard({ children }: { children: ReactNode }) {
  return <div className="card">{children}</div>
}

/** A titled part of a card. `grid` lays its fields out in a row of twelve. */
export function FormSection({
  title,
  grid = true,
  children,
}: {
  title: string
  grid?: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {grid ? <div className={styles.grid}>{children}</div> : children}
    </section>
  )
}

/** Head of an edit page: who or what, its facts, and the buttons. */
export function FormHead({
  title,
  subtitle,
  facts = [],
  children,
}: {
  title: string
  subtitle?: ReactNode
  facts?: { label: string; value: ReactNode }[]
  children?: ReactNode
}) {
  return (
    <header className={`card ${styles.facts}`}>
      <div>
        <h1>{title}</h1>
        {subtitle && <div className="muted">{subtitle}</div>}
      </div>
      {facts.map((fact) => (
        <dl key={fact.label} className={styles.fact} style={{ margin: 0 }}>
          <dt>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </dl>
      ))}
      {children}
    </header>
  )
}
