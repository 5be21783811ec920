import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { cx } from '#ui/class-names.ts'
import { Icon } from '#ui/icon.tsx'
import { isGroup } from '#widgets/menu/menu.ts'
import { MenuGlyph } from '#widgets/menu/menu-icons.tsx'
import type { MenuEntry, MenuGroup, MenuPage } from '#widgets/menu/menu-types.ts'
import styles from './rail.module.css'
import ownStyles from './menu-list.module.css'
import { TasksBadge } from './tasks-badge.tsx'

interface MenuListProps {
  readonly entries: readonly MenuEntry[]
  readonly current: MenuPage | null
  readonly link: { href: string | null; label: string }
  /** The group to show opened at once; empty: the current one. */
  readonly opened?: string
  readonly onPick?: () => void
}

const groupOf = (entries: readonly MenuEntry[], page: MenuPage | null): string | null =>
  entries.find((entry) => isGroup(entry) && page !== null && entry.items.includes(page))?.label ?? null

/** Entries with their words; one group at a time shows its pages, that of the current page by itself. */
export function MenuList({ entries, current, link, opened = '', onPick }: MenuListProps) {
  const own = groupOf(entries, current)
  const [chosen, setChosen] = useState<{ group: string | null; at: string | null }>()
  // Going on to a page of another group opens that group.
  const group = chosen?.at === own ? chosen.group : opened || own
  return (
    <ul className={ownStyles.entries}>
      {entries.map((entry) => (
        <li key={entry.label}>
          {isGroup(entry) ? (
            <Group
              group={entry}
              open={group === entry.label}
              current={current}
              onToggle={() => setChosen({ group: group === entry.label ? null : entry.label, at: own })}
              onPick={onPick}
            />
          ) : (
            <Single entry={entry} current={current} link={link} onPick={onPick} />
          )}
        </li>
      ))}
    </ul>
  )
}

interface GroupProps {
  readonly group: MenuGroup
  readonly open: boolean
  readonly current: MenuPage | null
  readonly onToggle: () => void
  readonly onPick: (() => void) | undefined
}

function Group({ group, open, current, onToggle, onPick }: GroupProps) {
  return (
    <>
      <button type="button" className={styles.entry} aria-expanded={open} onClick={onToggle}>
        <MenuGlyph name={group.icon} />
        <span className={ownStyles.words}>{group.label}</span>
        <Icon name={open ? 'up' : 'down'} />
      </button>
      {open && (
        <ul className={ownStyles.pages}>
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
  readonly onPick: (() => void) | undefined
}

function Single({ entry, current, link, onPick }: SingleProps) {
  if ('externalLink' in entry) {
    const words = (
      <>
        <MenuGlyph name={entry.icon} />
        <span className={ownStyles.words}>{link.label}</span>
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
      <span className={ownStyles.words}>{entry.label}</span>
      {entry.badge && (
        <span className={ownStyles.badge}>
          <TasksBadge />
        </span>
      )}
    </Link>
  )
}
