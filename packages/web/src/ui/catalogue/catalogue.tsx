import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { cx } from '../class-names.ts'
import styles from './catalogue.module.css'

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrows, Home and End move among the links, so that hundreds of them are one stop of the Tab key. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a')]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const ends: Record<string, number> = { Home: 0, End: links.length - 1 }
  const step = steps[event.key]
  const to = step === undefined ? ends[event.key] : at + step
  if (to === undefined || at < 0) return
  event.preventDefault()
  links[to]?.focus()
}

/** What a link of the catalogue gets. */
export interface CatalogueLink {
  readonly className: string | undefined
  readonly tabIndex: number
  readonly 'aria-current': 'true' | undefined
}

/** A catalogue at the left and at the right what is chosen in it. */
export function CatalogueLayout({
  isWide = false,
  children,
}: {
  /** A list stands at the right: the page takes the width of one. */
  isWide?: boolean
  children: ReactNode
}) {
  return (
    <div className={styles.layout} {...(isWide && { 'data-list': '' })}>
      {children}
    </div>
  )
}

/** The list at the left of a page: search above, a link for each thing; the chosen one is in sight. */
export function Catalogue<T>({
  label,
  find,
  items,
  keyOf,
  chosen,
  link,
  empty,
}: {
  label: string
  find: ReactNode
  items: readonly T[]
  keyOf: (item: T) => string
  /** The key of the chosen one. */
  chosen: string | undefined
  link: (item: T, given: CatalogueLink) => ReactNode
  empty: string
}) {
  const list = useRef<HTMLUListElement>(null)
  // The chosen one is brought into sight when the page opens by a link to it; the page itself stays where it is.
  useEffect(() => {
    const box = list.current
    const current = box?.querySelector<HTMLElement>('[aria-current]')
    if (chosen === undefined || !box || !current) return
    const { top, bottom } = current.getBoundingClientRect()
    const frame = box.getBoundingClientRect()
    if (top < frame.top || bottom > Math.min(frame.bottom, window.innerHeight))
      box.scrollTop += top - frame.top - 60
  }, [chosen])
  const keys = items.map(keyOf)
  const stop = chosen !== undefined && keys.includes(chosen) ? chosen : keys[0]
  return (
    <nav className={cx('card', styles.catalogue)} aria-label={label}>
      <div className={styles.find}>{find}</div>
      {items.length === 0 ? (
        <p className={styles.note} role="status">
          {empty}
        </p>
      ) : (
        <ul ref={list} className={styles.list} onKeyDown={moveFocus}>
          {items.map((item) => {
            const key = keyOf(item)
            return (
              <li key={key}>
                {link(item, {
                  className: styles.entry,
                  tabIndex: key === stop ? 0 : -1,
                  'aria-current': key === chosen ? 'true' : undefined,
                })}
              </li>
            )
          })}
        </ul>
      )}
    </nav>
  )
}
