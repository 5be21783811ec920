import { type Document, documentTitle } from '@ipoteka-office/contract/documents/documents.ts'
import { useLayoutEffect, useRef } from 'react'
import { reveal } from '#lib/reveal.ts'
import { Kbd } from '#ui/kbd.tsx'
import { type DotTone, StatusDot } from '#ui/status-dot.tsx'
import type { DocumentGroup } from './document-groups.ts'
import { participantText, statusTag } from './document-words.ts'
import styles from './document-strip.module.css'

const tones: Readonly<Record<Document['status'], DotTone>> = {
  UPLOADED: 'blue',
  CHECKING: 'amber',
  ACCEPTED: 'green',
  REJECTED: 'red',
}

/** The documents beside the one that is open: each a click away, the next and the one before by a key. */
export function DocumentStrip({
  groups,
  current,
  onOpen,
}: {
  groups: readonly DocumentGroup[]
  /** Id of the open one. */
  current: number
  onOpen: (documentId: number) => void
}) {
  const nav = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const open = nav.current?.querySelector<HTMLElement>('[aria-current]')
    if (nav.current && open) reveal(nav.current, open)
  }, [current])
  return (
    <nav ref={nav} className={`card ${styles.strip}`} aria-label="Документы рядом">
      {groups.map(({ code, name, documents }) => (
        <section key={code ?? ''} aria-label={name}>
          <h3>{name}</h3>
          <ul>
            {documents.map((document) => (
              <li key={document.id}>
                <button
                  type="button"
                  aria-current={document.id === current ? 'true' : undefined}
                  onClick={() => onOpen(document.id)}
                >
                  {documentTitle(document)}
                  <span className={styles.under}>
                    <StatusDot tone={document.files.length === 0 ? 'ring' : tones[document.status]}>
                      {document.files.length === 0 ? 'Файла нет' : statusTag(document).text}
                    </StatusDot>
                    <span>{participantText(document.participant)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className={styles.keys}>
        <Kbd>J</Kbd> <Kbd>K</Kbd> следующий и предыдущий
      </p>
    </nav>
  )
}
