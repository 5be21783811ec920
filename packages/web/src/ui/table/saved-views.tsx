import { useState } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icon.tsx'
import { Popover } from '../overlay/popover.tsx'
import styles from './saved-views.module.css'
import { TextInput } from '../input/text-input.tsx'

/** A saved state of a list. `own` ones may be deleted here; shared ones belong to somebody. */
export type SavedView = { id: string; name: string; own: boolean; shared: boolean; isDefault: boolean }

type SavedViewsProps = {
  views: readonly SavedView[]
  /** The view whose state the list shows now. */
  current?: string | null
  onApply: (view: SavedView) => void
  onSave: (view: { name: string; shared: boolean; isDefault: boolean }) => void | Promise<void>
  onDelete: (view: SavedView) => void
}

function ViewGroup({
  title,
  views,
  current,
  onApply,
  onDelete,
}: Omit<SavedViewsProps, 'onSave'> & { title: string }) {
  if (views.length === 0) return null
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.list}>
        {views.map((view) => (
          <li key={view.id} className={styles.view}>
            <button
              type="button"
              className={styles.apply}
              aria-current={view.id === current || undefined}
              onClick={() => onApply(view)}
            >
              {view.name}
              {view.isDefault && <span className="muted small"> · по умолчанию</span>}
            </button>
            {view.own && (
              <Button look="quiet" aria-label={`Удалить «${view.name}»`} onClick={() => onDelete(view)}>
                <Icon name="trash" />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SaveForm({ onSave }: Pick<SavedViewsProps, 'onSave'>) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const [isDefault, setDefault] = useState(false)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    if (!name.trim()) return
    setBusy(true)
    try {
      await onSave({ name: name.trim(), shared, isDefault })
      setName('')
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void save()
      }}
    >
      <TextInput
        value={name}
        onChange={setName}
        maxLength={100}
        placeholder="Название представления"
        aria-label="Название представления"
      />
      <label className={styles.check}>
        <input type="checkbox" checked={shared} onChange={(e) => setShared(e.target.checked)} />
        Видно всем
      </label>
      <label className={styles.check}>
        <input type="checkbox" checked={isDefault} onChange={(e) => setDefault(e.target.checked)} />
        Открывать по умолчанию
      </label>
      <Button type="submit" loading={busy} disabled={!name.trim()}>
        Сохранить текущее
      </Button>
    </form>
  )
}

/** «Мои представления»: own and shared saved states of a list, and a form that saves the one shown now. */
export function SavedViews({ views, current = null, onApply, onSave, onDelete }: SavedViewsProps) {
  const active = views.find((view) => view.id === current)
  const own = views.filter((view) => view.own)
  const others = views.filter((view) => !view.own)
  return (
    <Popover
      label="Мои представления"
      trigger={(props) => (
        <Button {...props} className={styles.trigger}>
          {active?.name ?? 'Мои представления'} <Icon name="down" size={12} />
        </Button>
      )}
    >
      {(close) => {
        const apply = (view: SavedView) => {
          onApply(view)
          close()
        }
        const shared = { current, onApply: apply, onDelete }
        return (
          <div className={styles.menu}>
            <ViewGroup title="Мои" views={own} {...shared} />
            <ViewGroup title="Общие" views={others} {...shared} />
            {views.length === 0 && <p className="muted">Сохранённых представлений пока нет</p>}
            <SaveForm onSave={onSave} />
          </div>
        )
      }}
    </Popover>
  )
}
