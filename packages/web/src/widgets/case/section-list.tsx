import type { MouseEvent } from 'react'
import { countOf } from '#lib/plural.ts'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import styles from './case.module.css'

/** How complete a section is: all there; so many fields lacking; a number without judgement («1», «17/21»). */
export type SectionMark =
  | { readonly kind: 'done' }
  | { readonly kind: 'gaps'; readonly count: number }
  | { readonly kind: 'text'; readonly text: string; readonly words: string }

/** A line of the left list. `href` keeps the section in the address, so that it opens in a new tab. */
export interface CaseSectionLink {
  readonly key: string
  readonly label: string
  readonly href: string
  readonly mark?: SectionMark | null
  /** One step to the right: a participant of the section above. */
  readonly nested?: boolean
}

function Mark({ mark }: { mark: SectionMark }) {
  if (mark.kind === 'done')
    return (
      <em className={cx(styles.mark, styles.markDone)}>
        <Icon name="check" size={12} />
        <span className="visually-hidden">, заполнен</span>
      </em>
    )
  const text = mark.kind === 'gaps' ? String(mark.count) : mark.text
  const words =
    mark.kind === 'gaps' ? `не заполнено: ${countOf(mark.count, 'поле', 'поля', 'полей')}` : mark.words
  return (
    <em className={cx(styles.mark, mark.kind === 'gaps' && styles.markGaps)}>
      <span aria-hidden="true">{text}</span>
      <span className="visually-hidden">, {words}</span>
    </em>
  )
}

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

/** Sections of a case with their completeness; links, so that any of them opens in a new tab. */
export function SectionList({
  sections,
  current,
  onOpen,
}: {
  sections: readonly CaseSectionLink[]
  current: string | null
  onOpen: ((key: string) => void) | undefined
}) {
  return (
    <nav className={styles.sections} aria-label="Разделы">
      <ul>
        {sections.map(({ key, label, href, mark, nested }) => (
          <li key={key}>
            <a
              href={href}
              className={cx(styles.section, nested && styles.nested)}
              aria-current={key === current ? 'page' : undefined}
              onClick={(event) => {
                if (!onOpen || !isPlain(event)) return
                event.preventDefault()
                onOpen(key)
              }}
            >
              <span>{label}</span>
              {mark && <Mark mark={mark} />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
