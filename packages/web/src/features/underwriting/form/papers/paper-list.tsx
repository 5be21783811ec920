import { type Document, documentTitle } from '@ipoteka-office/contract/documents/documents.ts'
import type { ForeignPaper } from '@ipoteka-office/contract/recognised-papers/recognised-papers.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Kbd } from '#ui/kbd.tsx'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import { statusTag } from '#widgets/documents/document-words.ts'
import styles from './papers.module.css'

const tones: Readonly<Record<Document['status'], DotTone>> = {
  UPLOADED: 'blue',
  CHECKING: 'amber',
  ACCEPTED: 'green',
  REJECTED: 'red',
}

/** Papers of the participant: each a click away, the next and the one before by a key. */
export function PaperList({
  papers,
  current,
  foreign,
  onOpen,
}: {
  papers: readonly Document[]
  current: Document
  /** Which of them name somebody else than the questionnaire. */
  foreign: ReadonlyMap<number, ForeignPaper>
  onOpen: (id: number) => void
}) {
  const at = papers.findIndex(({ id }) => id === current.id)
  const [before, after] = [papers[at - 1], papers[at + 1]]
  return (
    <>
      <nav aria-label="Документы участника" className={styles.papers}>
        {papers.map((paper) => (
          <button
            key={paper.id}
            type="button"
            className={styles.paper}
            aria-current={paper.id === current.id ? 'true' : undefined}
            title={documentTitle(paper)}
            onClick={() => onOpen(paper.id)}
          >
            <span className={styles.cut}>{documentTitle(paper)}</span>
            <StatusDot tone={paper.files.length === 0 ? 'ring' : tones[paper.status]}>
              {paper.files.length === 0 ? 'Файла нет' : statusTag(paper).text}
            </StatusDot>
            {foreign.has(paper.id) && <span className={styles.foreign}>не сходится с анкетой</span>}
          </button>
        ))}
      </nav>
      <span className={styles.steps}>
        <span className="muted nowrap">
          {at + 1} из {papers.length}
        </span>
        <Button
          look="quiet"
          data-previous
          aria-label="Предыдущий документ"
          disabledReason={before ? null : 'Это первый документ'}
          onClick={() => before && onOpen(before.id)}
        >
          <Icon name="up" /> <Kbd>K</Kbd>
        </Button>
        <Button
          look="quiet"
          data-next
          aria-label="Следующий документ"
          disabledReason={after ? null : 'Это последний документ'}
          onClick={() => after && onOpen(after.id)}
        >
          <Icon name="down" /> <Kbd>J</Kbd>
        </Button>
      </span>
    </>
  )
}
