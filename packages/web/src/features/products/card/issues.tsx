import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { versionLabel } from '@ipoteka-office/contract/products/version/version-words.ts'
import { useDeferredValue, useMemo } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { countByPart, type PartKey, partOfPath, partWords } from './card-parts.ts'
import type { ProductValues, VersionIssue } from './product-values.ts'
import type { useChecks } from './use-product-record.ts'
import styles from './issues.module.css'

/** What stands in the way of sending the draft on, as it is in the form now: the server's word while nothing is typed. */
function useIssues({ product, control, dirty, checks }: Props): readonly VersionIssue[] {
  const values = useDeferredValue(useWatch({ control }) as ProductValues)
  const { kind, shown } = product
  return useMemo(
    () => (dirty && checks ? checks.versionIssues(kind, values) : shown.issues),
    [dirty, checks, kind, values, shown.issues],
  )
}

interface Props {
  readonly product: Product
  readonly control: Control<ProductValues>
  readonly dirty: boolean
  /** The rules, once they have come. */
  readonly checks: ReturnType<typeof useChecks>
  /** Shows the part and the place of a value in it. */
  readonly onGo: (path: string) => void
}

const mostShown = 4

/** What is to be mended before the version is sent on, each with the way to its place. */
export function IssuesLine(props: Props) {
  const issues = useIssues(props)
  if (issues.length === 0) return null
  return (
    <section className={styles.issues} aria-label="Что исправить до отправки">
      <b>До отправки исправьте: {issues.length}</b>
      <ul>
        {issues.slice(0, mostShown).map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <Button look="link" onClick={() => props.onGo(path)}>
              {partWords[partOfPath(path)]}
            </Button>
            {versionLabel(path) === partWords[partOfPath(path)]
              ? message
              : `${versionLabel(path)}: ${message}`}
          </li>
        ))}
        {issues.length > mostShown && <li>и ещё {issues.length - mostShown}</li>}
      </ul>
    </section>
  )
}

/** The sections of a draft on one page, each with whether it is complete. */
export function SectionMarks({ parts, ...props }: Props & { parts: readonly PartKey[] }) {
  const counts = countByPart(useIssues(props))
  const done = parts.filter((part) => !counts[part]).length
  return (
    <nav className={styles.marks} aria-label="Разделы выпуска">
      <p className="muted small">
        Готово {done} из {parts.length}
      </p>
      {parts.map((part) => {
        const count = counts[part] ?? 0
        return (
          <a key={part} href={`#${part}`}>
            <span className={count === 0 ? styles.done : styles.open} aria-hidden="true">
              {count === 0 ? <Icon name="check" size={12} /> : count}
            </span>
            {partWords[part]}
            <span className="visually-hidden">{count === 0 ? ': готово' : `: исправить ${count}`}</span>
          </a>
        )
      })}
    </nav>
  )
}
