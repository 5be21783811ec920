import type { CaseHead } from '@ipoteka-office/contract/cases/cases.ts'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import styles from './case.module.css'
import ownStyles from './case-panel.module.css'
import { CommentsBlock } from './talk/comments-block.tsx'
import { HistoryBlock } from './history-block.tsx'
import { RemarksBlock } from './talk/remarks-block.tsx'
import { TasksBlock } from './talk/tasks-block.tsx'

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
    <ul className={ownStyles.foldedParts}>
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
  /** Begins folded even where there is room. */
  readonly folded: boolean
}

function partsOf({ head, sections, onSection, documents }: CasePanelProps): readonly Part[] {
  const live = sections.map(({ key }) => `section:${key}`)
  const remarks = <RemarksBlock head={head} sections={sections} onSection={onSection} />
  return [
    { key: 'tasks', title: 'Задачи', icon: 'check', content: <TasksBlock head={head} /> },
    { key: 'comments', title: 'Комментарии', icon: 'edit', content: <CommentsBlock head={head} /> },
    { key: 'remarks', title: 'Замечания', icon: 'warning', content: remarks },
    ...(documents
      ? [{ key: 'documents', title: 'Документы', icon: 'file' as const, content: documents }]
      : []),
    { key: 'history', title: 'История', icon: 'refresh', content: <HistoryBlock head={head} parts={live} /> },
  ]
}

/** Tasks, comments, remarks, history and documents of a case: 360 px, 56 px folded; folds by itself on a narrow screen. */
export function CasePanel(props: CasePanelProps) {
  const tight = useNarrow()
  const folds = tight || props.folded
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const panel = useRef<HTMLElement>(null)
  const id = useId()
  useEffect(() => setChosen((now) => (tight ? null : now)), [tight])
  useEffect(() => {
    if (wanted === null) return
    const part = panel.current?.querySelector<HTMLElement>(`[data-part="${wanted}"]`)
    part?.scrollIntoView({ block: 'nearest' })
    part?.focus()
    setWanted(null)
  }, [wanted])
  const open = chosen ?? !folds
  const parts = partsOf(props)
  return (
    <aside ref={panel} className={cx('card', styles.panel, !open && styles.folded)} aria-label="О деле">
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
          <section
            key={key}
            data-part={key}
            tabIndex={-1}
            aria-labelledby={`${id}-${key}`}
            className={ownStyles.part}
          >
            <h2 id={`${id}-${key}`}>{title}</h2>
            {content}
          </section>
        ))
      ) : (
        <Folded
          parts={parts}
          onOpen={(key) => {
            setChosen(true)
            setWanted(key)
          }}
        />
      )}
    </aside>
  )
}
