import { useSession } from '#api/session.ts'
import { initials } from '#lib/format.ts'
import { Popover } from '#ui/overlay/popover.tsx'
import { MenuGlyph } from '#widgets/menu/menu-icons.tsx'
import { useLookChoice } from './look-settings.ts'
import styles from './top-bar.module.css'

const themes = { light: 'Светлая', dark: 'Тёмная', system: 'Как в системе' } as const
const densities = { comfortable: 'Обычная', compact: 'Плотная' } as const
const pageLooks = { present: 'Новый', former: 'Прежний' } as const

/** The avatar and what is under it: who it is, the look, the way out. */
export function PersonMenu({ onKeys, onSessions }: { onKeys: () => void; onSessions: () => void }) {
  const { user, logout } = useSession()
  const { look, change } = useLookChoice()
  return (
    <Popover
      label="Профиль"
      trigger={(props) => (
        <button
          type="button"
          className={styles.avatar}
          aria-label={`Профиль: ${user.descriptor}`}
          data-initials={initials(user.descriptor)}
          {...props}
        />
      )}
    >
      {(close) => (
        <div className={styles.person}>
          <div className={styles.who}>
            <b>{user.descriptor}</b>
            <span className="muted small">{user.partner.name}</span>
          </div>
          <Choice
            legend="Тема"
            options={themes}
            value={look.choice}
            onChange={(theme) => change({ theme })}
          />
          <Choice
            legend="Высота строк"
            options={densities}
            value={look.density}
            onChange={(density) => change({ density })}
          />
          <Choice
            legend="Вид страниц"
            options={pageLooks}
            value={look.pages}
            onChange={(pages) => change({ pages })}
          />
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              close()
              onSessions()
            }}
          >
            Мои сеансы
          </button>
          <button
            type="button"
            className={styles.item}
            onClick={() => {
              close()
              onKeys()
            }}
          >
            Горячие клавиши
          </button>
          <button type="button" className={styles.item} onClick={logout}>
            <MenuGlyph name="out" /> Выйти
          </button>
        </div>
      )}
    </Popover>
  )
}

interface ChoiceProps<T extends string> {
  readonly legend: string
  readonly options: Readonly<Record<T, string>>
  readonly value: T
  readonly onChange: (value: T) => void
}

function Choice<T extends string>({ legend, options, value, onChange }: ChoiceProps<T>) {
  return (
    <fieldset className={styles.choice}>
      <legend>{legend}</legend>
      {(Object.entries(options) as [T, string][]).map(([option, words]) => (
        <label key={option}>
          <input type="radio" name={legend} checked={option === value} onChange={() => onChange(option)} />
          <span>{words}</span>
        </label>
      ))}
    </fieldset>
  )
}
