import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { isGroup } from '#widgets/menu/menu.ts'
import { MenuGlyph } from '#widgets/menu/menu-icons.tsx'
import type { MenuEntry, MenuGroup, MenuPage } from '#widgets/menu/menu-types.ts'
import styles from './rail.module.css'

interface MenuPanelProps {
  readonly entries: readonly MenuEntry[]
  readonly current: MenuPage | null
  readonly link: { href: string | null; label: string }
  /** The group to show opened at once; empty: the current one. */
  readonly opened: string
  readonly onClose: () => void
}

const groupOf = (entries: readonly MenuEntry[], page: MenuPage | null): string | null =>
  entries.find((entry) => isGroup(entry) && page !== null && entry.items.includes(page))?.label ?? null

/** While the menu is open the page under it does not scroll. */
function useScrollLock(): void {
  useEffect(() => {
    const { overflow, paddingRight } = document.body.style
    const bar = window.innerWidth - document.documentElement.clientWidth
    document.body.style.overflow = 'hidden'
    // The place of the scroll bar stays taken, so that the page does not jump.
    document.body.style.paddingRight = `${bar}px`
    return () => {
      document.body.style.overflow = overflow
      document.body.style.paddingRight = paddingRight
    }
  }, [])
}

/** The whole menu, over the page: entries with their words, groups with their pages. */
export function MenuPanel({ entries, current, link, opened, onClose }: MenuPanelProps) {
  const [group, setGroup] = useState<string | null>(opened || groupOf(entries, current))
  const panel = useRef<HTMLDivElement>(null)
  useScrollLock()
  useEffect(() => {
    const start = panel.current?.querySelector<HTMLElement>(
      '[aria-expanded="true"], [aria-current="page"], a',
    )
    start?.focus()
    const on = panel.current?.querySelector('[aria-current="page"]') ?? start
    on?.scrollIntoView({ block: 'center' })
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      onClose()
    }
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [onClose])

  return (
    <>
      <div className={styles.veil} onClick={onClose} aria-hidden="true" />
      <div ref={panel} className={styles.panel}>
        <div className={styles.head}>
          <span className={styles.mark} aria-hidden="true">
            И
          </span>
          Ипотека-офис
          <button type="button" className={styles.close} aria-label="Свернуть меню" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <ul className={styles.entries}>
          {entries.map((entry) => (
            <li key={entry.label}>
              {isGroup(entry) ? (
                <Group
                  group={entry}
                  open={group === entry.label}
                  current={current}
                  onToggle={() => setGroup(group === entry.label ? null : entry.label)}
                  onPick={onClose}
                />
              ) : (
                <Single entry={entry} current={current} link={link} onPick={onClose} />
              )}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

interface GroupProps {
  readonly group: MenuGroup
  readonly open: boolean
  readonly current: MenuPage | null
  readonly onToggle: () => void
  readonly onPick: () => void
}

function Group({ group, open, current, onToggle, onPick }: GroupProps) {
  return (
    <>
      <button type="button" className={styles.entry} aria-expanded={open} onClick={onToggle}>
        <MenuGlyph name={group.icon} />
        <span className={styles.words}>{group.label}</span>
        <Icon name={open ? 'up' : 'down'} />
      </button>
      {open && (
        <ul className={styles.pages}>
          {group.items.map((page) => (
            <li key={page.to}>
              <Link
                to={page.to as '/'}
                className={cx(styles.page, page === current && styles.on)}
                aria-current={page === current ? 'page' : undefined}
                onClick={onPick}
              >
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface SingleProps {
  readonly entry: Exclude<MenuEntry, MenuGroup>
  readonly current: MenuPage | null
  readonly link: { href: string | null; label: string }
  readonly onPick: () => void
}

function Single({ entry, current, link, onPick }: SingleProps) {
  if ('externalLink' in entry) {
    const words = (
      <>
        <MenuGlyph name={entry.icon} />
        <span className={styles.words}>{link.label}</span>
        {link.href !== null && <MenuGlyph name="external" />}
      </>
    )
    return link.href === null ? (
      <span className={styles.entry} aria-disabled="true">
        {words}
      </span>
    ) : (
      <a className={styles.entry} href={link.href} target="_blank" rel="noreferrer">
        {words}
        <span className="visually-hidden">, откроется в новой вкладке</span>
      </a>
    )
  }
  const on = current?.to === entry.to
  return (
    <Link
      to={entry.to as '/'}
      className={cx(styles.entry, on && styles.on)}
      aria-current={on ? 'page' : undefined}
      onClick={onPick}
    >
      <MenuGlyph name={entry.icon} />
      <span className={styles.words}>{entry.label}</span>
    </Link>
  )
}
