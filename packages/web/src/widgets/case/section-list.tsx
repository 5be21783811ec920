import type { MouseEvent } from 'react'
import { countOf } from '#lib/plural.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { Popover } from '#ui/overlay/popover.tsx'
import styles from './section-list.module.css'

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

interface SectionListProps {
  readonly sections: readonly CaseSectionLink[]
  readonly current: string | null
  readonly onOpen: ((key: string) => void) | undefined
}

/** Sections of a case with their completeness; links, so that any of them opens in a new tab. */
export function SectionList({ sections, current, onOpen }: SectionListProps) {
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

/** The same list under the name of the open section, where the content has the whole width. */
export function SectionsMenu({ sections, current, onOpen }: SectionListProps) {
  const name = sections.find(({ key }) => key === current)?.label ?? 'Разделы'
  return (
    <div className={styles.sectionsMenu}>
      <Popover
        label="Разделы дела"
        trigger={(props) => (
          <Button {...props} aria-label={`Раздел: ${name}`}>
            {name} <Icon name="down" />
          </Button>
        )}
      >
        {(close) => (
          <SectionList
            sections={sections}
            current={current}
            onOpen={
              onOpen &&
              ((key) => {
                close()
                onOpen(key)
              })
            }
          />
        )}
      </Popover>
    </div>
  )
}
