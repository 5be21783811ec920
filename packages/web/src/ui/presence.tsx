import { cx } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './status.module.css'

interface PresenceProps {
  readonly people: readonly { readonly name: string; readonly since: string }[]
  /** A line of words, or where there is no room for them a mark with the number of people. */
  readonly room?: 'line' | 'mark' | undefined
}

/** «Сейчас открыто ещё: …»: the others who have the record open; nothing when nobody has. */
export function Presence({ people, room = 'line' }: PresenceProps) {
  const words = `Сейчас открыто ещё: ${people.map(({ name, since }) => `${name} с ${since}`).join(', ')}`
  return (
    <div aria-live="polite">
      {people.length > 0 &&
        (room === 'line' ? (
          <span className={styles.presence}>
            <Icon name="people" />
            {words}
          </span>
        ) : (
          <span className={cx(styles.presence, styles.mark)} title={words}>
            <Icon name="people" />
            <span aria-hidden="true">{people.length}</span>
            <span className="visually-hidden">{words}</span>
          </span>
        ))}
    </div>
  )
}
