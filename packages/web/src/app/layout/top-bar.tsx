import { Kbd } from '#ui/kbd.tsx'
import { Breadcrumbs } from './breadcrumbs.tsx'
import { Notifications } from './notifications.tsx'
import { PersonMenu } from './person-menu.tsx'
import styles from './top-bar.module.css'

interface TopBarProps {
  readonly onSearch: () => void
  readonly onKeys: () => void
  readonly onSessions: () => void
}

/** The bar above the page: where one is, search, notifications, the person. */
export function TopBar({ onSearch, onKeys, onSessions }: TopBarProps) {
  return (
    <header className={styles.top}>
      <Breadcrumbs />
      <button type="button" className={styles.search} aria-haspopup="dialog" onClick={onSearch}>
        <span>Поиск: номер, клиент, телефон</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <Notifications />
      <PersonMenu onKeys={onKeys} onSessions={onSessions} />
    </header>
  )
}
