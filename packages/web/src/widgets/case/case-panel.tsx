import type { CaseHead } from '@ipoteka-office/contract/cases.ts'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './case.module.css'

const narrow = '(max-width: 1268px)'

/** A part of the right panel. */
interface Part {
  readonly key: string
  readonly title: string
  readonly icon: IconName
  readonly content: ReactNode
}

function useNarrow(): boolean {
  const [is, setIs] = useState(() => matchMedia(narrow).matches)
  useEffect(() => {
    const media = matchMedia(narrow)
    const listen = () => setIs(media.matches)
    media.addEventListener('change', listen)
    return () => media.removeEventListener('change', listen)
  }, [])
  return is
}

function Folded({ parts, onOpen }: { parts: readonly Part[]; onOpen: (key: string) => void }) {
  return (
    <ul className={styles.foldedParts}>
      {parts.map(({ key, title, icon }) => (
        <li key={key}>
          <Button look="quiet" aria-label={`Показать: ${title}`} onClick={() => onOpen(key)}>
            <Icon name={icon} />
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** What the panel needs to know of the page. */
export interface CasePanelProps {
  readonly head: CaseHead
  readonly sections: readonly { readonly key: string; readonly label: string }[]
  readonly onSection: ((key: string) => void) | undefined
  readonly documents: ReactNode
}

/** Tasks, comments, remarks, history and documents of a case: 360 px, 56 px folded; folds by itself on a narrow screen. */
export function CasePanel({ documents }: CasePanelProps) {
  const folds = useNarrow()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const id = useId()
  useEffect(() => setChosen((now) => (folds ? null : now)), [folds])
  const open = chosen ?? !folds
  const parts: readonly Part[] = [
    ...(documents
      ? [{ key: 'documents', title: 'Документы', icon: 'file' as const, content: documents }]
      : []),
  ]
  const show = (key: string) => {
    setChosen(true)
    requestAnimationFrame(() => document.getElementById(`${id}-${key}`)?.scrollIntoView({ block: 'start' }))
  }
  return (
    <aside className={cx('card', styles.panel, !open && styles.folded)} aria-label="О деле">
      <Button
        look="quiet"
        className={styles.fold}
        aria-label={open ? 'Свернуть панель' : 'Развернуть панель'}
        aria-expanded={open}
        onClick={() => setChosen(!open)}
      >
        <Icon name={open ? 'right' : 'left'} />
      </Button>
      {open ? (
        parts.map(({ key, title, content }) => (
          <section key={key} id={`${id}-${key}`} aria-label={title} className={styles.part}>
            {content}
          </section>
        ))
      ) : (
        <Folded parts={parts} onOpen={show} />
      )}
    </aside>
  )
}
