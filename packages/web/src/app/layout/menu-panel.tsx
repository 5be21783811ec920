import { useEffect, useRef } from 'react'
import { Icon } from '#ui/icon.tsx'
import type { MenuEntry, MenuPage } from '#widgets/menu/menu-types.ts'
import { MenuList } from './menu-list.tsx'
import { cx } from '#ui/class-names.ts'
import styles from './rail.module.css'

interface MenuPanelProps {
  readonly entries: readonly MenuEntry[]
  readonly current: MenuPage | null
  readonly link: { href: string | null; label: string }
  /** The group to show opened at once; empty: the current one. */
  readonly opened: string
  readonly onClose: () => void
  /** Null where there is no room for a menu beside the page. */
  readonly onPin: (() => void) | null
}

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
export function MenuPanel({ entries, current, link, opened, onClose, onPin }: MenuPanelProps) {
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
          <span className={cx('logo', styles.mark)} aria-hidden="true">
            И
          </span>
          Ипотека-офис
          {onPin && (
            <button type="button" className={styles.close} aria-label="Закрепить меню" onClick={onPin}>
              <Icon name="panel" />
            </button>
          )}
          <button type="button" className={styles.close} aria-label="Свернуть меню" onClick={onClose}>
            <Icon name="close" />
          </button>
        </div>
        <MenuList entries={entries} current={current} link={link} opened={opened} onPick={onClose} />
      </div>
    </>
  )
}
