import { Link, useLocation } from '@tanstack/react-router'
import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { currentPage, isGroup } from '#widgets/menu/menu.ts'
import { MenuGlyph } from '#widgets/menu/menu-icons.tsx'
import type { MenuEntry, MenuPage } from '#widgets/menu/menu-types.ts'
import { useMenuLink } from './menu-link.tsx'
import { MenuList } from './menu-list.tsx'
import { MenuPanel } from './menu-panel.tsx'
import styles from './rail.module.css'
import { useRailPin } from './rail-pin.ts'
import { TasksBadge } from './tasks-badge.tsx'
import { useMenu } from './use-menu.ts'

interface Hint {
  readonly text: string
  readonly top: number
}

const holds = (entry: MenuEntry, page: MenuPage | null): boolean =>
  page !== null && (isGroup(entry) ? entry.items.includes(page) : 'to' in entry && entry.to === page.to)

/** The dark rail at the left: 60 px, its button opens the whole menu over the page, or the menu itself where it is pinned. */
export function Rail() {
  const entries = useMenu()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const current = currentPage(entries, path)
  const [openGroup, setOpenGroup] = useState<string | null>(null)
  const [hint, setHint] = useState<Hint | null>(null)
  const isOpen = openGroup !== null
  const toggle = useRef<HTMLButtonElement>(null)
  const bar = useRef<HTMLElement>(null)
  const { isPinned, mayPin, pin, fold } = useRailPin()
  const external = entries.find((entry) => 'externalLink' in entry)
  const link = useMenuLink(external?.externalLink ?? null, external?.label ?? '')

  useEffect(() => setOpenGroup(null), [path])
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [current, isPinned])
  const close = () => {
    setOpenGroup(null)
    toggle.current?.focus()
  }
  const show = (text: string) => (event: FocusEvent<Element> | MouseEvent<Element>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect()
    setHint({ text, top: top + height / 2 })
  }
  const hide = () => setHint(null)
  const hinted = (text: string) => ({
    onMouseEnter: show(text),
    onMouseLeave: hide,
    onFocus: show(text),
    onBlur: hide,
  })

  if (isPinned)
    return (
      <nav ref={bar} className={cx(styles.rail, styles.pinned)} aria-label="Главное меню">
        <div className={styles.head}>
          <span className={cx('logo', styles.mark)} aria-hidden="true">
            И
          </span>
          Ипотека-офис
          <button type="button" className={styles.close} aria-label="Открепить меню" onClick={fold}>
            <Icon name="panel" />
          </button>
        </div>
        <MenuList entries={entries} current={current} link={link} />
      </nav>
    )
  return (
    <nav ref={bar} className={styles.rail} aria-label="Главное меню">
      <button
        ref={toggle}
        type="button"
        className={cx('logo', styles.logo)}
        aria-label={isOpen ? 'Свернуть меню' : 'Развернуть меню'}
        aria-expanded={isOpen}
        onClick={() => setOpenGroup(isOpen ? null : '')}
        {...hinted('Развернуть меню')}
      >
        И
      </button>
      <ul className={styles.list} onScroll={hide}>
        {entries.map((entry) => (
          <li key={entry.label}>
            <RailEntry
              entry={entry}
              on={holds(entry, current)}
              link={link}
              onOpen={() => setOpenGroup(entry.label)}
              hinted={hinted}
            />
          </li>
        ))}
      </ul>
      {hint && !isOpen && (
        <div className={styles.hint} style={{ top: hint.top }} aria-hidden="true">
          {hint.text}
        </div>
      )}
      {isOpen && (
        <MenuPanel
          entries={entries}
          current={current}
          link={link}
          opened={openGroup}
          onClose={close}
          onPin={mayPin ? pin : null}
        />
      )}
    </nav>
  )
}

interface RailEntryProps {
  readonly entry: MenuEntry
  readonly on: boolean
  readonly link: { href: string | null; label: string }
  readonly onOpen: () => void
  readonly hinted: (text: string) => object
}

function RailEntry({ entry, on, link, onOpen, hinted }: RailEntryProps) {
  const className = cx(styles.icon, on && styles.on)
  const glyph = <MenuGlyph name={entry.icon} />
  if (isGroup(entry)) {
    return (
      <button
        type="button"
        className={className}
        aria-label={entry.label}
        aria-haspopup="true"
        aria-current={on ? 'true' : undefined}
        onClick={onOpen}
        {...hinted(entry.label)}
      >
        {glyph}
      </button>
    )
  }
  if ('externalLink' in entry) {
    return link.href === null ? (
      <button
        type="button"
        className={className}
        aria-label={link.label}
        aria-disabled="true"
        {...hinted(link.label)}
      >
        {glyph}
      </button>
    ) : (
      <a
        className={className}
        href={link.href}
        target="_blank"
        rel="noreferrer"
        aria-label={`${link.label}, откроется в новой вкладке`}
        {...hinted(link.label)}
      >
        {glyph}
      </a>
    )
  }
  return (
    <Link
      to={entry.to as '/'}
      className={className}
      aria-current={on ? 'page' : undefined}
      {...hinted(entry.label)}
    >
      {glyph}
      <span className="visually-hidden">{entry.label}</span>
      {entry.badge && <TasksBadge />}
    </Link>
  )
}
