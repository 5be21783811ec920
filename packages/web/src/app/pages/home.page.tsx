import { createFileRoute, Link } from '@tanstack/react-router'
import { useSession } from '#api/session.ts'
import { usePagePlace } from '#lib/page-place.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { menuPages } from '#widgets/menu/menu.ts'
import { absentScreenAt } from '../absent-screens.ts'
import { useMenu } from '../layout/use-menu.ts'
import styles from './home.module.css'

export const Route = createFileRoute('/')({ component: HomePage })

// Tasks, clocks and charts come after the first page: whoever signs in sees the menu before them.
const Desktop = latePart(async () => (await import('#features/dashboard/desktop.tsx')).Desktop)

const nameWithoutLast = (descriptor: string) => descriptor.split(' ').slice(1).join(' ') || descriptor

/** The desktop: who is signed in, what waits for the person and where they may go. */
function HomePage() {
  usePagePlace('Рабочий стол')
  const { user } = useSession()
  const pages = menuPages(useMenu()).filter(({ page }) => page.to !== '/')
  const ready = pages.filter(({ page }) => absentScreenAt(page.to) === null)
  const absent = pages.filter(({ page }) => absentScreenAt(page.to) !== null)
  return (
    <>
      <PageHead title={`Здравствуйте, ${nameWithoutLast(user.descriptor)}`} />
      <p className="muted">{user.partner.name}</p>
      <Desktop />
      {ready.length > 0 && (
        <section className={styles.tiles} aria-label="Разделы">
          {ready.map(({ group, page }) => (
            <Link key={page.to} to={page.to as '/'} className={styles.tile}>
              <b>{page.label}</b>
              <span className="muted small">{group ?? 'Раздел'}</span>
            </Link>
          ))}
        </section>
      )}
      {pages.length === 0 && <p>У вас пока нет доступа ни к одному разделу. Обратитесь к администратору.</p>}
      {absent.length > 0 && (
        <section className={styles.later} aria-labelledby="later">
          <h2 id="later">Появятся позже</h2>
          <p className="muted">{absent.map(({ page }) => page.label).join(', ')}</p>
        </section>
      )}
    </>
  )
}
