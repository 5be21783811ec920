import { formPath, summaryPath } from '@ipoteka-office/contract/cases/case-links.ts'
import { type FormRoom, type FormTab, formTabs } from '@ipoteka-office/contract/underwriting/form/room.ts'
import { shortName } from '#lib/format.ts'
import { cx } from '#ui/class-names.ts'
import { Kbd } from '#ui/kbd.tsx'
import { HrefLink } from '#widgets/href-link.tsx'
import { builtTabs } from './form-tabs.tsx'
import { Light } from './light.tsx'
import styles from './sides.module.css'

/** Who takes part, and the objects: each with how it stands. */
export function Participants({ room, tab }: { room: FormRoom; tab: FormTab }) {
  const isOpen = (id: number) => room.open.some(({ participantId }) => participantId === id)
  return (
    <nav className={cx('card', styles.box)} aria-label="Участники">
      <div className={styles.boxHead}>
        <h2>Участники</h2>
        <span>
          <Kbd>[</Kbd> <Kbd>]</Kbd>
        </span>
      </div>
      <ul>
        {room.participants.map(({ id, name, roleName, light, notes }) => (
          <li key={id}>
            <HrefLink
              href={formPath(room.type, room.caseId, id, tab)}
              className={styles.person}
              aria-current={id === room.participantId ? 'page' : undefined}
            >
              <Light
                light={light === 'OK' && isOpen(id) ? 'WARN' : light}
                {...(notes.length > 0 && { words: notes.join('; ') })}
              />
              <span className={styles.who}>
                <span className={styles.cut} title={name}>
                  {shortName(name)}
                </span>
                <span className={styles.role}>{roleName}</span>
              </span>
            </HrefLink>
          </li>
        ))}
        {room.objects.map(({ id, name }) => (
          <li key={`object ${id}`}>
            <HrefLink href={summaryPath(room.type, room.caseId)} className={styles.person}>
              <Light light="NONE" words="Решают отдельно" />
              <span className={styles.who}>
                <span className={styles.cut} title={name}>
                  {name}
                </span>
                <span className={styles.role}>объект</span>
              </span>
            </HrefLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The tabs of the room with their keys and how each stands. */
export function TabList({ room, tab }: { room: FormRoom; tab: FormTab }) {
  const keys = Object.keys(formTabs)
  return (
    <nav className={cx('card', styles.box)} aria-label="Вкладки андеррайтинга">
      <ul>
        {builtTabs(room).map(({ key, label }) => (
          <li key={key}>
            <HrefLink
              href={formPath(room.type, room.caseId, room.participantId, key)}
              className={styles.tab}
              aria-current={key === tab ? 'page' : undefined}
            >
              <Kbd>{keys.indexOf(key)}</Kbd>
              <span className={styles.cut}>{label}</span>
              {room.marks[key] !== undefined && <Light light={room.marks[key]} />}
            </HrefLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
