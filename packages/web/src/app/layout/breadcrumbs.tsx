import { Link } from '@tanstack/react-router'
import { pagePlace } from '#lib/page-place.ts'
import { useStore } from '#lib/store.ts'
import styles from './top-bar.module.css'

/** Where the person is, as the page told. */
export function Breadcrumbs() {
  const crumbs = useStore(pagePlace)
  return (
    <nav className={styles.crumbs} aria-label="Путь к странице">
      <ol>
        {crumbs.map(({ text, href }, index) => (
          <li key={`${index} ${text}`} title={text}>
            {index === crumbs.length - 1 ? (
              <b aria-current="page">{text}</b>
            ) : href ? (
              <Link to={href as '/'}>{text}</Link>
            ) : (
              text
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
