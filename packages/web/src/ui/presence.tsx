import { Icon } from './icon.tsx'
import styles from './status.module.css'

/** «Сейчас открыто ещё: …»: the others who have the record open; nothing when nobody has. */
export function Presence({ people }: { people: { name: string; since: string }[] }) {
  return (
    <div aria-live="polite">
      {people.length > 0 && (
        <span className={styles.presence}>
          <Icon name="people" />
          Сейчас открыто ещё: {people.map(({ name, since }) => `${name} с ${since}`).join(', ')}
        </span>
      )}
    </div>
  )
}
